/** @module run-cli: runs the program as a child process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const LAUNCHER = fileURLToPath(new URL('../../bin/plumbline.js', import.meta.url));

/** Of every approver whose key the program makes here. */
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

/** A new folder that is removed after the test. */
export function scratch(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-cli-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
