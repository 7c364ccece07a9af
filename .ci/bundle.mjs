// Writes an .mcpb bundle for this system and processor: `npm run bundle -- [FOLDER]` (default: the current folder).
// The package is packed and installed with its dependencies, as a user would do it; bundle-manifest.json is added as manifest.json.
// `--package FILE` uses this tarball instead of packing one.
import { execFileSync } from 'node:child_process';
import {
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';

import { zipSync } from 'fflate';

const ROOT = resolve(import.meta.dirname, '..');
/** Files that nothing reads at run time. npm's own file names the registry of each package. */
const EXCLUDED =
  /(?:^|\/)\.bin\/|\.d\.[cm]?ts$|\.map$|^node_modules\/(?:\.package-lock\.json$|node-[^/]+\/(?:include|share)\/)/;
/** The earliest date of ZIP, so that equal content produces equal bytes. */
const MTIME = new Date(1980, 0, 1);
/** Host system Unix in a ZIP entry, so that the entry has a file mode. */
const UNIX = 3;
/** Optional packages in a bundle: its users cannot install them later. */
const INCLUDED = ['pyodide', 'sharp'];

const { values, positionals } = parseArgs({
  options: { package: { type: 'string' } },
  allowPositionals: true,
});
const out = resolve(positionals[0] ?? '.');
const stage = mkdtempSync(join(tmpdir(), 'plumbline-bundle-'));
try {
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, 'bundle-manifest.json'), 'utf8'),
  );
  install(values.package === undefined ? packPackage() : resolve(values.package));
  const name = `${manifest.name}-${manifest.version}-${process.platform}-${process.arch}.mcpb`;
  mkdirSync(out, { recursive: true });
  const bytes = zipOf({ 'manifest.json': Buffer.from(manifestText(manifest)) });
  writeFileSync(join(out, name), bytes);
  process.stdout.write(`${join(out, name)}\n`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function packPackage() {
  const words = ['pack', '--json', '--pack-destination', stage];
  npm('run', 'build');
  const [{ filename }] = JSON.parse(npm(...words, '--ignore-scripts'));
  return join(stage, filename);
}

/** Installs the package; no dependency needs an install script. */
function install(tarball) {
  const { peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  npm(
    'install',
    '--prefix',
    join(stage, 'files'),
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    tarball,
    ...INCLUDED.map((name) => `${name}@${peerDependencies[name]}`),
  );
}

function npm(...words) {
  return execFileSync('npm', words, {
    cwd: ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The manifest for this machine. The dependencies are built for it; on some systems Node 24 is one of them. */
function manifestText(manifest) {
  const bringsNode =
    globSync('node_modules/node-*/package.json', { cwd: join(stage, 'files') }).length > 0;
  const compatibility = {
    platforms: [process.platform],
    runtimes: { node: bringsNode ? '>=20.11.0' : '>=24.0.0' },
  };
  return `${JSON.stringify({ ...manifest, compatibility }, null, 2)}\n`;
}

/** All files in the order of their names, with their modes: programs stay executable. */
function zipOf(first) {
  const files = join(stage, 'files');
  const names = globSync('node_modules/**', { cwd: files })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !EXCLUDED.test(name) && lstatSync(join(files, name)).isFile())
    .toSorted();
  const parts = names.map((name) => {
    const attrs = (lstatSync(join(files, name)).mode & 0o111) === 0 ? 0o644 : 0o755;
    return [name, [readFileSync(join(files, name)), { os: UNIX, attrs: attrs << 16 }]];
  });
  return zipSync({ ...first, ...Object.fromEntries(parts) }, { mtime: MTIME, level: 6 });
}
