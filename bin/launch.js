/** @module launch: starts a TypeScript entry with a Node that runs it: the present one, or the one that npm brought. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Type stripping is there from this major version on. */
const NODE_MAJOR = 24;
/** Set for the child, so that a wrong package can never start children for ever. */
const STARTED = 'PLUMBLINE_NODE_STARTED';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Runs an entry of this project with the words of the command line.
 *
 * @param {string} program the name for messages
 * @param {string} entry a path from the root of the project
 */
export async function launch(program, entry) {
  const file = join(root, entry);
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
    await import(pathToFileURL(file).href);
    return;
  }
  const node = process.env[STARTED] === undefined ? packagedNode() : undefined;
  if (node === undefined) refuse(program);
  else start(node, file, program);
}

/** The Node of the optional dependency for this machine, or undefined. */
function packagedNode() {
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  try {
    const found = createRequire(join(root, 'package.json')).resolve(`${name}/package.json`);
    return join(dirname(found), 'bin', windows ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
}

function start(node, file, program) {
  const child = spawn(node, [file, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, [STARTED]: '1' },
  });
  // On a terminal the child gets Ctrl-C itself; the parent only has to outlive it.
  const forward = (signal) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  child.on('error', () => refuse(program));
  child.on('exit', (code, signal) => {
    for (const name of signals) process.removeListener(name, forward);
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  });
}

function refuse(program) {
  process.stderr.write(
    `${program}: got Node ${process.versions.node} on ${process.platform} ${process.arch}, want Node ${NODE_MAJOR} or newer\n` +
      `next: run \`npm install\` in ${root}, which brings one for Linux and Windows\n`,
  );
  process.exitCode = 1;
}
