// `npm run docs`: builds the API reference from the types and their comments, and the guides, as web pages in
// build/docs. Every warning is an error, such as a type that is not exported or a broken link.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.js';
import { noFlags } from './flags.js';
import { main, root, Stop, say } from './run.js';
import { setUp } from './setup.js';

const out = join(root, 'build', 'docs');

/** The source file of every entry point that has types, with the name under which users import it. */
function entries() {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const typed = Object.entries(exports).filter(([, target]) => target.types !== undefined);
  return new Map(
    typed.map(([entry, { types }]) => [
      types.replace('./dist/', 'bindings/').replace(/\.d\.ts$/, '.ts'),
      entry.replace('.', name),
    ]),
  );
}

export async function makeDocs() {
  const { Application, Converter, ReflectionKind } = await import('typedoc');
  const names = entries();
  const app = await Application.bootstrap({
    name: 'posenc',
    entryPoints: [...names.keys()].map((path) => join(root, path)),
    tsconfig: join(root, 'tsconfig.json'),
    readme: join(root, 'README.md'),
    projectDocuments: [join(root, 'docs', '*.md'), join(root, 'CHANGELOG.md')],
    treatWarningsAsErrors: true,
    excludePrivate: true,
    includeVersion: true,
    githubPages: false,
    disableGit: true,
    sourceLinkTemplate: '{path}',
    gitRevision: 'main',
  });
  // Name modules as users import them, not by their files.
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    if (reflection.kind !== ReflectionKind.Module) return;
    const [file] = reflection.sources ?? [];
    reflection.name = names.get(relative(root, file?.fullFileName ?? '')) ?? reflection.name;
  });
  const project = await app.convert();
  if (project === undefined) throw new Stop('The API reference could not be built: see above.');
  for (const guide of project.getReflectionsByKind(ReflectionKind.Document)) {
    const heading = guide.content.find(({ kind }) => kind === 'text')?.text.match(/^# (.*)$/m)?.[1];
    if (heading !== undefined) guide.name = heading;
  }
  // No links to sources: the origin of this clone may not be public.
  for (const reflection of Object.values(project.reflections)) delete reflection.sources;
  app.validate(project);
  await app.generateDocs(project, out);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new Stop('The API reference has errors: see above.');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    noFlags('docs');
    setUp('build');
    await build();
    await makeDocs();
    say(`The documentation is in ${join(out, 'index.html')}`);
  });
}
