/** @module terminal: input and output of commands. */
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { buffer } from 'node:stream/consumers';

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

import { truncate } from '../../kernel/base/text/printable.ts';
import { utf8Text } from '../../kernel/base/text/utf8.ts';
import { CliFailure } from './failure.ts';
import { terminalSize } from './terminal-size.ts';

/** Standard streams and environment of one run. */
export type Terminal = {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Writes bytes to standard output, for files that are no text; absent where only lines can be printed. */
  readonly outBytes?: (bytes: Uint8Array) => Promise<void>;
  /** True when a person can answer prompts. */
  readonly interactive: boolean;
  readonly colour: boolean;
  /** Characters per line; unlimited in a pipe, where nothing is truncated or folded. */
  readonly width: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Shows the progress of long work in one line that the next output replaces; null removes it. Prints nothing without a terminal. */
  readonly progress: (text: string | null) => void;
  /** Reads standard input to its end, as UTF-8. */
  readonly readInput: () => Promise<string>;
  /** Prompts for one line; returns an empty text at the end of the input. */
  readonly ask: (question: string) => Promise<string>;
  /** Prompts without echo. */
  readonly askSecret: (question: string) => Promise<string>;
  /** Starts the server that a command calls. Default: a child process. */
  readonly startServer?: StartServer;
};

/** Starts a server; `words` are those of `plumbline mcp`, `env` is its environment. */
export type StartServer = (
  words: readonly string[],
  env: Readonly<Record<string, string>>,
) => Transport;

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  const progress = progressLine(stderr);
  const print = (stream: NodeJS.WriteStream, line: string): void => {
    progress(null);
    stream.write(`${line}\n`);
  };
  return {
    out: (line) => print(stdout, line),
    err: (line) => print(stderr, line),
    outBytes: (bytes) => {
      progress(null);
      return new Promise((resolve, reject) => {
        stdout.write(bytes, (error) => (error == null ? resolve() : reject(error)));
      });
    },
    interactive: stdin.isTTY && stderr.isTTY,
    colour: stdout.isTTY && env['NO_COLOR'] === undefined && env['TERM'] !== 'dumb',
    width: stdout.isTTY ? terminalSize(stdout).columns : Number.POSITIVE_INFINITY,
    env,
    cwd: process.cwd(),
    progress,
    readInput: async () => utf8Text(await buffer(stdin)),
    ask: readLine,
    askSecret: readHidden,
  };
}

/** Writes a line that the next one replaces; nothing to a stream that is not a terminal. */
function progressLine(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>,
): Terminal['progress'] {
  let shown = false;
  return (text) => {
    if (!stream.isTTY || (text === null && !shown)) return;
    shown = text !== null;
    const width = terminalSize({ rows: undefined, columns: stream.columns }).columns - 1;
    stream.write(`\r${text === null ? '' : truncate(text, width)}\u001b[K`);
  };
}

async function readLine(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => {
    lines.once('close', () => resolve(''));
  });
  try {
    return await Promise.race([lines.question(question), ended]);
  } finally {
    lines.close();
  }
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** Reads a line in raw mode, without echo. */
function readHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  return new Promise((resolve, reject) => {
    let typed: readonly string[] = [];
    const finish = (settle: () => void): void => {
      stdin.removeListener('data', onData);
      stdin.setRawMode(false);
      stdin.pause();
      stderr.write('\n');
      settle();
    };
    const onData = (chunk: string): void => {
      for (const key of chunk) {
        if (key === CTRL_C || key === CTRL_D) {
          finish(() => reject(new CliFailure('no passphrase was given', 'run the command again')));
          return;
        }
        if (key === '\r' || key === '\n') {
          finish(() => resolve(typed.join('')));
          return;
        }
        typed = key === '\u007f' || key === '\b' ? typed.slice(0, -1) : [...typed, key];
      }
    };
    stdin.on('data', onData);
  });
}

/** Adds SGR colours to a text; returns it unchanged without colour. */
export type Paint = (text: string, style: keyof typeof STYLES) => string;

const STYLES = {
  created: '32',
  modified: '33',
  deleted: '31',
  strong: '1',
  faint: '2',
  selected: '7',
} as const;

/** The `Paint` for a terminal. */
export function painter(colour: boolean): Paint {
  return (text, style) => (colour ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text);
}
