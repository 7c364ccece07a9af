/** @module started-hub: starts `plumbline serve` as a process and waits until it listens. */
import { spawn, type ChildProcess } from 'node:child_process';
import process from 'node:process';

import { LAUNCHER } from './connect.ts';

/** A hub that listens. */
export type StartedHub = {
  readonly url: string;
  readonly hub: ChildProcess;
  /** Its standard error output. */
  readonly written: () => string;
};

/** Starts the hub of a folder on a free port. Rejects with its output if it ends before it listens. */
export async function startedHub(
  dir: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<StartedHub> {
  const hub = spawn(process.execPath, [LAUNCHER, 'serve', '--port', '0', ...words], {
    cwd: dir,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let written = '';
  const url = await new Promise<string>((resolve, reject) => {
    hub.once('exit', () => reject(new Error(written)));
    hub.stderr.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      const address = /on (https?:\S+)\/mcp /.exec(written)?.[1];
      if (address !== undefined) resolve(address);
    });
  });
  return { url, hub, written: () => written };
}
