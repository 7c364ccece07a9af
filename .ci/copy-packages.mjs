// Copies the parts of packages that the program needs into dist/node_modules, where Node finds them before all others.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(import.meta.dirname);
const COPIES = join(ROOT, 'dist', 'node_modules');

/**
 * Packages of which the program needs a small part: the files that Node loads for `modules`, and the other `files`.
 * As dependencies, they and the packages that only the rest of them uses would take 90 MB; the copies take 6 MB.
 */
const COPIED = {
  '@hono/node-server': { modules: [''], files: [] },
  '@modelcontextprotocol/node': { modules: [''], files: [] },
  '@modelcontextprotocol/sdk': {
    modules: [
      'client/index.js',
      'client/stdio.js',
      'server/index.js',
      'server/sse.js',
      'server/streamableHttp.js',
      'shared/protocol.js',
      'types.js',
    ],
    files: [],
  },
  '@modelcontextprotocol/server': { modules: ['', 'stdio'], files: [] },
  'dejavu-fonts-ttf': {
    modules: [],
    files: ['README.md', 'ttf/DejaVuSansCondensed.ttf', 'ttf/DejaVuSansCondensed-Bold.ttf'],
  },
  'gpt-tokenizer': { modules: ['encoding/o200k_base'], files: [] },
  hono: { modules: [], files: [] },
  'manifold-3d': { modules: [''], files: ['manifold.wasm'] },
};

/** Copies the parts of packages, each with its licence and the package.json files that Node needs to resolve it. */
export function copyPackages() {
  const loaded = loadedFiles(
    Object.entries(COPIED).flatMap(([name, { modules }]) =>
      modules.map((module) => (module === '' ? name : `${name}/${module}`)),
    ),
  );
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const [name, { files }] of Object.entries(COPIED)) {
    const from = join(ROOT, 'node_modules', name);
    const modules = loaded.filter((path) => !relative(from, path).startsWith('..'));
    const copied = new Set([...files.map((file) => join(from, file)), ...modules]);
    for (const path of [join(from, 'package.json'), ...copied]) {
      for (const file of descriptionsOf(path, from)) copied.add(file);
    }
    for (const path of copied) cpSync(path, join(COPIES, name, relative(from, path)));
    for (const path of modules) checkImports(path, dependencies);
  }
}

/** The package.json files and licences in the folders from that of a file up to that of its package. */
function descriptionsOf(path, from) {
  const folders = [];
  for (let folder = dirname(path); folder.startsWith(from); folder = dirname(folder)) {
    folders.push(folder);
  }
  return folders
    .flatMap((folder) => [join(folder, 'package.json'), join(folder, 'LICENSE')])
    .filter((file) => existsSync(file));
}

/** The files that Node loads for these modules. */
function loadedFiles(specifiers) {
  const trace = join(mkdtempSync(join(tmpdir(), 'plumbline-build-')), 'loaded');
  const hook = `
    import { appendFileSync } from 'node:fs';
    import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) {
      if (url.startsWith('file:')) appendFileSync(${JSON.stringify(trace)}, url + '\\n');
      return next(url, context);
    } });
    for (const specifier of ${JSON.stringify(specifiers)}) await import(specifier);`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', hook], { cwd: ROOT });
  const urls = readFileSync(trace, 'utf8').trimEnd().split('\n');
  rmSync(dirname(trace), { recursive: true });
  return urls.map((url) => fileURLToPath(url.split('?')[0]));
}

/** Throws for an import (also a dynamic one) of a package that would be missing from the installation. */
function checkImports(path, dependencies) {
  const imports = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([@\w][\w@./:-]*)["']/g;
  const code = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  for (const [, specifier] of code.matchAll(imports)) {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    if (isBuiltin(specifier) || name in COPIED || name in dependencies) continue;
    // Packages inside a copied one are copied with it.
    if (path.split(`${sep}node_modules${sep}`).length > 2 || isNested(path, name)) continue;
    throw new Error(`${path} imports ${specifier}, which is neither copied nor a dependency`);
  }
}

/** Whether the package at the path has this one in a node_modules folder of its own. */
function isNested(path, name) {
  const [root, ...inner] = path.split(`${sep}node_modules${sep}`);
  const [scope = '', rest = ''] = (inner[0] ?? '').split(sep);
  const owner = scope.startsWith('@') ? join(scope, rest) : scope;
  return existsSync(join(root, 'node_modules', owner, 'node_modules', name));
}
