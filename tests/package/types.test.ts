// The declarations of the packed package in every kind of project: three TypeScript versions, each module
// resolution, with the types of the DOM, of Node.js or of neither, with and without those of WebGPU.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type TypeScript from 'typescript';
import { expect, it } from 'vitest';
import { makeApp, root } from './kit.js';

const require = createRequire(join(root, 'package.json'));
const compilers = ['typescript-5.4', 'typescript-5.9', 'typescript'] as const;
const resolutions = [
  ['bundler', 'ESNext'],
  ['node16', 'Node16'],
  ['nodenext', 'NodeNext'],
] as const;
const platforms = [['dom'], ['node'], ['dom', 'node'], []] as const;

/** node16 resolves like nodenext, so one kind of project is enough. */
const cases = compilers.flatMap((compiler) =>
  resolutions.flatMap(([resolution, module]) =>
    (resolution === 'node16' ? [['node']] : platforms).flatMap((platform: readonly string[]) =>
      [false, true].map((webgpu) => ({ compiler, resolution, module, platform, webgpu })),
    ),
  ),
);

const app = makeApp('declarations', ['@types/node', '@webgpu/types']);
/** The files of TypeScript and other packages, cached because there are many. */
const shared = new Map<string, TypeScript.SourceFile | undefined>();

it.each(cases)(
  '$compiler, moduleResolution $resolution, with types of $platform, @webgpu/types: $webgpu',
  ({ compiler, resolution, module, platform, webgpu }) => {
    const ts = require(compiler) as typeof TypeScript;
    const [major, minor] = ts.version.split('.').map(Number) as [number, number];
    const isAtLeast = (least: number) => major * 100 + minor >= least;
    const esm = resolution !== 'bundler';
    const knowsWebGpu = webgpu || (platform.includes('dom') && isAtLeast(600));
    const files = [
      'any.ts',
      platform.map((name) => `${name}.ts`),
      knowsWebGpu ? 'webgpu.ts' : 'no-webgpu.ts',
      isAtLeast(507) ? 'generic.ts' : [],
      esm ? 'any.cts' : [],
      resolution === 'nodenext' && isAtLeast(508) ? 'require.cts' : [],
    ].flat();
    const { options, errors } = ts.convertCompilerOptionsFromJson(
      {
        module,
        moduleResolution: resolution,
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        target: 'es2022',
        lib: platform.includes('dom') ? ['es2022', 'dom'] : ['es2022'],
        types: [platform.includes('node') ? 'node' : [], webgpu ? '@webgpu/types' : []].flat(),
        noEmit: true,
        skipLibCheck: false,
      },
      app,
    );
    expect(errors).toEqual([]);
    const host = ts.createCompilerHost(options);
    const { getSourceFile } = host;
    host.getSourceFile = (name, ...rest) => {
      if (name.startsWith(app)) return getSourceFile(name, ...rest);
      const key = `${compiler} ${esm} ${name}`;
      if (!shared.has(key)) shared.set(key, getSourceFile(name, ...rest));
      return shared.get(key);
    };
    const rootNames = files.map((name) => join(app, name));
    const program = ts.createProgram({ rootNames, options, host });
    // The declarations of other packages are not valid everywhere themselves.
    const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(app));
    const faults = own
      .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
      .concat(program.getOptionsDiagnostics(), program.getGlobalDiagnostics())
      .map(({ file, start, messageText }) => {
        const { line } = file?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: 0 };
        return `${file?.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      });
    expect(faults).toEqual([]);
    const checked = own.map(({ fileName }) => fileName);
    for (const entry of ['js/index', 'js/inline', 'webgpu/index', 'adapters/onnxruntime'])
      expect(checked).toContain(join(app, 'node_modules', 'posenc', 'dist', `${entry}.d.ts`));
  },
);
