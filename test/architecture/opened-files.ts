/** @module opened-files: every place in the sources that opens, reads or lists a path, by file and function. */
import { readFileSync } from 'node:fs';

import { parseSync, type Node, Visitor } from 'oxc-parser';

import { SOURCES } from './source-imports.ts';

/** Functions of `node:fs` through which the content or the names of files become known. */
const OPENING = new Set([
  'copyFile',
  'copyFileSync',
  'cp',
  'cpSync',
  'createReadStream',
  'glob',
  'globSync',
  'open',
  'openAsBlob',
  'openSync',
  'opendir',
  'opendirSync',
  'readFile',
  'readFileSync',
  'readdir',
  'readdirSync',
]);
const MODULES = new Set(['node:fs', 'node:fs/promises', 'fs', 'fs/promises']);

/**
 * Where a source text uses such a function, called or passed on: the innermost named function or method around it. Calls
 * that tell only size, kind and time of a path are left out.
 */
export function openingsIn(file: string, source: string): readonly string[] {
  const { program } = parseSync(file, source);
  const names = new Set<string>();
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !MODULES.has(statement.source.value)) continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportSpecifier') {
        return [`${file}: the whole of ${statement.source.value}`];
      }
      const { imported } = specifier;
      const name = imported.type === 'Identifier' ? imported.name : imported.value;
      if (name === 'promises' || name === 'default') return [`${file}: the whole of ${name}`];
      if (OPENING.has(name)) names.add(specifier.local.name);
    }
  }
  if (names.size === 0) return [];
  const around: string[] = [];
  const found = new Set<string>();
  const enter = (name: string | null): void => {
    if (name !== null) around.push(name);
  };
  const leave = (name: string | null): void => {
    if (name !== null) around.pop();
  };
  new Visitor({
    FunctionDeclaration: ({ id }) => enter(id?.name ?? null),
    'FunctionDeclaration:exit': ({ id }) => leave(id?.name ?? null),
    MethodDefinition: ({ key }) => enter(nameOf(key)),
    'MethodDefinition:exit': ({ key }) => leave(nameOf(key)),
    VariableDeclarator: ({ id, init }) => enter(isFunction(init) ? nameOf(id) : null),
    'VariableDeclarator:exit': ({ id, init }) => leave(isFunction(init) ? nameOf(id) : null),
    Property: ({ key, value }) => enter(isFunction(value) ? nameOf(key) : null),
    'Property:exit': ({ key, value }) => leave(isFunction(value) ? nameOf(key) : null),
    ImportDeclaration: () => enter('import'),
    'ImportDeclaration:exit': () => leave('import'),
    Identifier: ({ name }) => {
      if (names.has(name) && around.at(-1) !== 'import') {
        found.add(`${file}: ${around.at(-1) ?? 'module'}`);
      }
    },
  }).visit(program);
  return [...found].toSorted();
}

function isFunction(node: Node | null): boolean {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}

function nameOf(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'PrivateIdentifier' ? `#${node.name}` : null;
}

/** All of them in the code that servers run. */
export function allOpenings(): readonly string[] {
  return SOURCES.filter((file) => /^(?:kernel|governance|servers)\//u.test(file)).flatMap((file) =>
    openingsIn(file, readFileSync(file, 'utf8')),
  );
}
