// `npm run dev`: checks types and runs the tests of changed files whenever a file changes. Ctrl-C ends it.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';

const ROOT = dirname(import.meta.dirname);
const require = createRequire(import.meta.url);
const compiler = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
const tests = join(dirname(require.resolve('vitest/package.json')), 'vitest.mjs');

const children = [
  [
    compiler,
    '-p',
    '.',
    '--noEmit',
    '--watch',
    '--preserveWatchOutput',
    '--incremental',
    '--tsBuildInfoFile',
    join('node_modules', '.cache', 'types.tsbuildinfo'),
  ],
  [tests, 'watch', '--changed', '--clearScreen=false'],
].map(([program, ...words]) =>
  spawn(process.execPath, [program, ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
);

// If one of them ends, the other is stopped.
const end = (code) => {
  process.exitCode ??= code ?? 1;
  for (const child of children) child.kill();
};
for (const child of children) child.on('exit', end);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0));
