/** @module opened-files: every place in the sources that opens, reads, lists or moves a path, by file and function. */
import { readFileSync } from 'node:fs';

import { parseSync, type ModuleExportName, type Node, Visitor } from 'oxc-parser';

import { SOURCES } from './source-imports.ts';

/** Functions of `node:fs` by which the content or the names of files become known, or a file gets another path. */
const OF_FILES: ReadonlySet<string> = new Set([
  'copyFile',
  'copyFileSync',
  'cp',
  'cpSync',
  'createReadStream',
  'FileReadStream',
  'glob',
  'globSync',
  'link',
  'linkSync',
  'open',
  'openAsBlob',
  'openSync',
  'opendir',
  'opendirSync',
  'readFile',
  'readFileSync',
  'readdir',
  'readdirSync',
  'readlink',
  'readlinkSync',
  'ReadStream',
  'rename',
  'renameSync',
  'symlink',
  'symlinkSync',
  'watch',
]);

/** Exports of Node's modules by which a file is opened, here or in another process. */
const WATCHED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['fs', OF_FILES],
  ['fs/promises', OF_FILES],
  ['sqlite', new Set(['backup', 'DatabaseSync'])],
  [
    'child_process',
    new Set([
      'ChildProcess',
      'exec',
      'execFile',
      'execFileSync',
      'execSync',
      'fork',
      'spawn',
      'spawnSync',
    ]),
  ],
  ['module', new Set(['createRequire', 'Module', 'register', 'registerHooks'])],
  ['wasi', new Set(['WASI'])],
]);

/** Members of `process` by which a file or a module is loaded: found as a word anywhere, also as a text. */
const LOADING = new Set(['getBuiltinModule', 'loadEnvFile']);
/** The same with a common name: found only as a member of `process`. */
const OF_PROCESS = new Set(['_linkedBinding', 'binding', 'dlopen']);

function watchedOf(specifier: string): ReadonlySet<string> | undefined {
  return WATCHED.get(specifier.replace(/^node:/u, ''));
}

/**
 * Where a source text uses such an export, called or passed on: the functions, methods and classes around it, and the
 * name of the export; ` ×2` for two uses in one of them. A whole module, a re-export, and an import of what is no plain
 * string literal are listed as well. Calls that tell only size, kind and time of a path are left out.
 */
export function openingsIn(file: string, source: string): readonly string[] {
  const { program } = parseSync(file, source);
  /** Names of the exports by the names that they have here. */
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  const around: string[] = [];
  /** Identifiers that are keys or properties and so no use of a variable. */
  const keys = new Set<Node>();
  /** Types and imports around the node: names in them are no use. */
  let passive = 0;

  const found = (what: string): void => {
    const use = `${file}: ${around.join('.') || 'module'} ${what}`;
    uses.set(use, (uses.get(use) ?? 0) + 1);
  };
  const enter = (name: string | null): void => {
    if (name !== null) around.push(name);
  };
  const leave = (name: string | null): void => {
    if (name !== null) around.pop();
  };
  const hush = (): void => {
    passive += 1;
  };
  const wake = (): void => {
    passive -= 1;
  };
  const key = (node: Node, computed: boolean): void => {
    if (!computed) keys.add(node);
  };

  // Imports first: a function may use a name above its import.
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') continue;
    const { value } = statement.source;
    const watched = watchedOf(value);
    if (watched === undefined) continue;
    for (const specifier of statement.specifiers) {
      const name = specifier.type === 'ImportSpecifier' ? exportName(specifier.imported) : null;
      if (specifier.type === 'ImportSpecifier' && specifier.importKind === 'type') continue;
      if (name === null || name === 'default' || name === 'promises') {
        found(`the whole of ${value}`);
      } else if (watched.has(name)) {
        names.set(specifier.local.name, name);
      }
    }
  }
  new Visitor({
    ClassDeclaration: ({ id }) => enter(id?.name ?? null),
    'ClassDeclaration:exit': ({ id }) => leave(id?.name ?? null),
    ClassExpression: ({ id }) => enter(id?.name ?? null),
    'ClassExpression:exit': ({ id }) => leave(id?.name ?? null),
    FunctionDeclaration: ({ id }) => enter(id?.name ?? null),
    'FunctionDeclaration:exit': ({ id }) => leave(id?.name ?? null),
    MethodDefinition(node) {
      key(node.key, node.computed);
      enter(nameOf(node.key));
    },
    'MethodDefinition:exit': (node) => leave(nameOf(node.key)),
    PropertyDefinition(node) {
      key(node.key, node.computed);
      enter(nameOf(node.key));
    },
    'PropertyDefinition:exit': (node) => leave(nameOf(node.key)),
    VariableDeclarator: ({ id, init }) => enter(isFunction(init) ? nameOf(id) : null),
    'VariableDeclarator:exit': ({ id, init }) => leave(isFunction(init) ? nameOf(id) : null),
    Property(node) {
      key(node.key, node.computed);
      enter(isFunction(node.value) ? nameOf(node.key) : null);
    },
    'Property:exit': (node) => leave(isFunction(node.value) ? nameOf(node.key) : null),
    MemberExpression({ computed, object, property }) {
      key(property, computed);
      const isOfProcess = object.type === 'Identifier' && object.name === 'process';
      const member = nameOf(property);
      if (isOfProcess && member !== null && OF_PROCESS.has(member)) found(member);
    },
    ImportDeclaration: hush,
    'ImportDeclaration:exit': wake,
    TSTypeReference: hush,
    'TSTypeReference:exit': wake,
    TSTypeQuery: hush,
    'TSTypeQuery:exit': wake,
    ExportNamedDeclaration({ source: from, exportKind }) {
      const isWatched = from !== null && watchedOf(from.value) !== undefined;
      if (isWatched && exportKind !== 'type') found(`re-export of ${from.value}`);
    },
    ExportAllDeclaration({ source: from, exportKind }) {
      const isWatched = watchedOf(from.value) !== undefined;
      if (isWatched && exportKind !== 'type') found(`re-export of ${from.value}`);
    },
    TSImportEqualsDeclaration({ moduleReference }) {
      if (moduleReference.type !== 'TSExternalModuleReference') return;
      const { value } = moduleReference.expression;
      if (watchedOf(value) !== undefined) found(`the whole of ${value}`);
    },
    ImportExpression({ source: from }) {
      if (from.type !== 'Literal' || typeof from.value !== 'string') found('import(…)');
      else if (watchedOf(from.value) !== undefined) found(`the whole of ${from.value}`);
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'require') return;
      if (first?.type !== 'Literal' || typeof first.value !== 'string') found('require(…)');
      else if (watchedOf(first.value) !== undefined) found(`the whole of ${first.value}`);
    },
    Identifier(node) {
      if (LOADING.has(node.name)) found(node.name);
      const name = names.get(node.name);
      if (name !== undefined && passive === 0 && !keys.has(node)) found(name);
    },
    Literal({ value }) {
      if (typeof value === 'string' && LOADING.has(value)) found(value);
    },
  }).visit(program);
  return [...uses].map(([use, times]) => (times === 1 ? use : `${use} ×${times}`)).toSorted();
}

function isFunction(node: Node | null): boolean {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}

function nameOf(node: Node): string | null {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'PrivateIdentifier' ? `#${node.name}` : null;
}

function exportName(node: ModuleExportName): string {
  return node.type === 'Identifier' ? node.name : node.value;
}

/** All of them in the code that servers run. */
export function allOpenings(): readonly string[] {
  return SOURCES.filter((file) => /^(?:kernel|governance|servers)\//u.test(file)).flatMap((file) =>
    openingsIn(file, readFileSync(file, 'utf8')),
  );
}
