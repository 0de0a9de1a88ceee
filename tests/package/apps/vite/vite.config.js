// Nothing of it is for posenc, but that its worker has an import.
export default { worker: { format: 'es' } };
