/** @module terminal: what commands read from and write to. */
import process from 'node:process';

import { CliFailure } from './failure.ts';

/** Standard streams and surroundings of one run. */
export type Terminal = {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** True when a person can be asked. */
  readonly interactive: boolean;
  readonly colour: boolean;
  readonly width: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Asks without showing what is typed. */
  readonly askSecret: (question: string) => Promise<string>;
};

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  return {
    out: (line) => void stdout.write(`${line}\n`),
    err: (line) => void stderr.write(`${line}\n`),
    interactive: stdin.isTTY && stderr.isTTY,
    colour: stdout.isTTY && env['NO_COLOR'] === undefined && env['TERM'] !== 'dumb',
    width: Math.max(60, Math.min(120, stdout.isTTY ? stdout.columns : 100)),
    env,
    cwd: process.cwd(),
    askSecret: readHidden,
  };
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';

/** Reads a line in raw mode, so that the terminal shows nothing of it. */
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
          finish(() =>
            reject(new CliFailure(1, 'no passphrase was given', 'run the command again')),
          );
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

/** SGR colours of the interface; without colour they change nothing. */
export type Paint = (text: string, style: keyof typeof STYLES) => string;

const STYLES = {
  created: '32',
  modified: '33',
  deleted: '31',
  strong: '1',
  faint: '2',
  selected: '7',
} as const;

/** A painter for this terminal. */
export function painter(colour: boolean): Paint {
  return (text, style) => (colour ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text);
}
