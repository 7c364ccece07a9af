// Writes dist/: the sources as plain JavaScript, with the files that they read next to them, as in the tree.
// A package contains this; a clone runs the sources as they are (bin/launch.js).
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

import { copyPackages } from './copy-packages.mjs';
import { appOf, pageOf } from './page.mjs';

const ROOT = dirname(import.meta.dirname);
const DIST = join(ROOT, 'dist');
const compiler = createRequire(import.meta.url).resolve('typescript/package.json');

rmSync(DIST, { recursive: true, force: true });
execFileSync(
  process.execPath,
  [join(dirname(compiler), 'bin', 'tsc'), '-p', join(ROOT, 'tsconfig.build.json')],
  { stdio: ['ignore', 'inherit', 'inherit'] },
);
const dataFiles = globSync(
  ['manifest.json', '{schemas,kernel,governance,servers,clients}/**/*.{json,py,js}'],
  { cwd: ROOT },
);
for (const file of dataFiles) cpSync(join(ROOT, file), join(DIST, file));
const page = join(DIST, 'servers', 'view', 'page');
mkdirSync(page, { recursive: true });
for (const [name, bytes] of await pageOf()) writeFileSync(join(page, name), bytes);
const preview = join(DIST, 'servers', 'view', 'preview');
mkdirSync(preview, { recursive: true });
writeFileSync(join(preview, 'preview.html'), await appOf());
copyPackages();
// Node reads the module type from the nearest package.json; a sandbox may read no other.
writeFileSync(join(DIST, 'package.json'), '{ "type": "module" }\n');
