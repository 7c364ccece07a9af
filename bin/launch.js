/** @module launch: starts an entry of the program with a Node that runs it: the present one, or the one that npm brought. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Type stripping and node:sqlite are there from this major version on. */
const NODE_MAJOR = 24;
/** Set for the child, so that a wrong package can never start children for ever. */
const STARTED = 'PLUMBLINE_NODE_STARTED';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Runs an entry of this project with the words of the command line.
 *
 * @param {string} program the name for messages
 * @param {string} entry a module by its path from the root of the project, without extension
 */
export async function launch(program, entry) {
  // Compiled code is kept beside the packages, where only who installs them writes; it halves the start.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'plumbline');
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
    silenceExperimental();
    module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
    await import(pathToFileURL(moduleOf(entry)).href);
    return;
  }
  const node = process.env[STARTED] === undefined ? packagedNode() : undefined;
  if (node === undefined) refuse(program);
  else start(program, node);
}

/** The file of an entry: its source in a clone, plain JavaScript in a package, which has no sources. */
function moduleOf(entry) {
  const source = join(root, `${entry}.ts`);
  return existsSync(source) ? source : join(root, 'dist', `${entry}.js`);
}

/** Node as the optional dependency for this machine brings it, or undefined. */
function packagedNode() {
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  try {
    const home = module.createRequire(join(root, 'package.json')).resolve(`${name}/package.json`);
    return join(dirname(home), 'bin', windows ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
}

function start(program, node) {
  const [, script = '', ...words] = process.argv;
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...words], {
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
      `next: run \`npm install\` again without leaving out optional packages, which brings one for Linux and Windows, or start ${join(root, 'bin')} with a newer Node\n`,
  );
  process.exitCode = 1;
}

/** node:sqlite is still marked experimental; nobody who uses this program can act on that. */
function silenceExperimental() {
  const emit = process.emit;
  process.emit = function emitOthers(name, ...rest) {
    const quiet = name === 'warning' && rest[0]?.name === 'ExperimentalWarning';
    return quiet ? false : Reflect.apply(emit, process, [name, ...rest]);
  };
}
