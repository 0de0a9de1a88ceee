// Nothing of it is for posenc.
export default {
  mode: 'production',
  entry: './main.js',
  output: { filename: '[name].js' },
};
