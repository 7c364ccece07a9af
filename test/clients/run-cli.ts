/** @module run-cli: runs the program, as a child process or in this one. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runProgram } from '../../clients/plumbline/program.ts';
import type { StartServer } from '../../clients/plumbline/terminal.ts';
import { connectKeeper } from '../../governance/keeper/connect-keeper.ts';
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';
import { BUILDING_CHECKS } from '../../kernel/building/model/checks/checks-module.ts';

export const LAUNCHER = fileURLToPath(new URL('../../bin/plumbline.js', import.meta.url));

/** Passphrase of every approver key that is created in tests. */
export const PASSPHRASE = 'correct horse';

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs the program in a folder; `PLUMBLINE_PASSPHRASE` is set unless `env` overrides it. */
export function runCli(
  cwd: string,
  words: readonly string[],
  {
    env = {},
    node = process.execPath,
  }: { readonly env?: Readonly<Record<string, string | undefined>>; readonly node?: string } = {},
): Promise<Ran> {
  const child = spawn(node, [LAUNCHER, ...words], {
    cwd,
    env: { ...process.env, PLUMBLINE_PASSPHRASE: PASSPHRASE, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/**
 * Runs a command in this process, without a terminal. It differs from `runCli` only in the start of the program.
 * `startServer`: in place of a child process, for commands that call tools.
 */
export async function runHere(
  cwd: string,
  words: readonly string[],
  {
    env = {},
    startServer,
  }: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly startServer?: StartServer;
  } = {},
): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  const noOne = (): Promise<string> => Promise.resolve('');
  const code = await runProgram(words, {
    out: (line) => void out.push(`${line}\n`),
    err: (line) => void err.push(`${line}\n`),
    interactive: false,
    colour: false,
    width: Number.POSITIVE_INFINITY,
    env: { ...process.env, PLUMBLINE_PASSPHRASE: PASSPHRASE, ...env },
    cwd,
    progress: () => undefined,
    readInput: noOne,
    ask: noOne,
    askSecret: noOne,
    ...(startServer === undefined ? {} : { startServer }),
  });
  return { code, out: out.join(''), err: err.join('') };
}

/** A keeper in this process. */
export type HeldKeeper = Pick<Keeper, 'close'>;

/**
 * Becomes the keeper of a workspace until it is closed, as a server of a host does that is running. Commands then connect
 * to it, and start no thread of their own; for tests of other things than the start of a keeper.
 */
export async function holdKeeper(dir: string): Promise<HeldKeeper> {
  const keeper = await connectKeeper({ checks: BUILDING_CHECKS, dir, timeoutMs: 60_000 });
  return { close: async () => await keeper.close() };
}

/** A new folder that is removed after the test. */
export function scratch(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-cli-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
