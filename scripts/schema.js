// bindings/schema defines the interface between TypeScript and C++: the records written to linear
// memory, field by field; the enumerations and error codes passed as numbers; the functions.
// This script generates a C++ header and a TypeScript file per family from it:
//   npm run schema
// The results are checked in; a test fails if they do not match the schema.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noFlags } from './flags.js';
import { main, root, run, say } from './run.js';

const folder = join(root, 'bindings', 'schema');

/** Families by name, in the order of their file names. */
export function readSchema() {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    names.map((name) => [basename(name, '.json'), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  );
}

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const upper = (name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

export function functionsOf(schema, kind) {
  return Object.values(schema).flatMap(({ functions = {} }) =>
    Object.keys(functions).filter((name) => functions[name] === kind),
  );
}

function cppHeader(schema) {
  const families = Object.entries(schema);
  const parts = [
    `// Made by scripts/schema.js from bindings/schema: what TypeScript passes to C++. Records are doubles in linear
// memory, one for each field; enumerations and errors are passed as their positions in these lists.
#pragma once

#include "base/dtype.hpp"
#include "base/status.hpp"
#include "positions/ids.hpp"
#include "positions/mask.hpp"
#include "positions/mrope.hpp"
#include "rotary/plan.hpp"
#include "sinusoidal/spec.hpp"
#include "tables/taps.hpp"

namespace wire {`,
  ];
  for (const [family, { about, records = {}, enums = {}, errors }] of families) {
    parts.push(`// ${family}: ${about}`);
    for (const [name, fields] of Object.entries(records)) {
      parts.push(`struct ${name} {\n${fields.map((field) => `  double ${field};`).join('\n')}\n};`);
    }
    for (const { enum: type, names } of [...Object.values(enums), ...(errors ? [errors] : [])]) {
      parts.push(
        names
          .map((name, i) => `static_assert(static_cast<int>(${type}::${camel(name)}) == ${i});`)
          .join('\n'),
      );
    }
  }
  parts.push('}  // namespace wire');
  for (const kind of ['direct', 'embind']) {
    const names = functionsOf(schema, kind);
    parts.push(
      `#define POSENC_${upper(kind)}_FUNCTIONS(X) \\\n${names.map((name) => `  X(${name})`).join(' \\\n')}`,
    );
  }
  return `${parts.join('\n\n')}\n`;
}

const list = (names) => {
  const line = `[${names.map((name) => `'${name}'`).join(', ')}]`;
  return line.length < 80 ? line : `[\n${names.map((name) => `  '${name}',`).join('\n')}\n]`;
};

/** @param all the whole schema, for the part that all families share */
function typeScript(family, { about, records = {}, enums = {}, errors }, all) {
  const parts = [
    `// ${about}\n// Made by scripts/schema.js from bindings/schema/${family}.json: names in the order that C++ uses.`,
  ];
  const add = (about, name, names) =>
    parts.push(`/** ${about} */\nexport const ${name} = ${list(names)} as const;`);
  if (errors) add('The errors of the core; their codes are the positions here.', 'errorNames', errors.names);
  for (const [name, { names }] of Object.entries(enums)) {
    add(
      `The numbers of ${name} are the positions here.`,
      `${name[0].toLowerCase()}${name.slice(1)}Names`,
      names,
    );
  }
  for (const [name, fields] of Object.entries(records)) {
    add(`The fields of ${name} in wire.hpp, in order.`, `${name[0].toLowerCase()}${name.slice(1)}`, fields);
  }
  if (all) {
    add(
      'Functions of all families that are called directly, without Embind.',
      'directFunctions',
      functionsOf(all, 'direct'),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

/** The text of each generated file, by its path from the root. */
export function generate(schema = readSchema()) {
  const files = { 'bindings/wasm/wire.hpp': cppHeader(schema) };
  for (const [family, content] of Object.entries(schema)) {
    const at = family === 'engine' ? 'runtime' : family;
    files[`bindings/js/${at}/wire.ts`] = typeScript(
      family,
      content,
      family === 'engine' ? schema : undefined,
    );
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    noFlags('schema');
    const files = generate();
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    const [headers, scripts] = ['.hpp', '.ts'].map((end) =>
      Object.keys(files).filter((path) => path.endsWith(end)),
    );
    run('clang-format', ['-i', ...headers]);
    run('npx', ['biome', 'check', '--write', ...scripts]);
    say('The files of the schema are up to date.');
  });
}
