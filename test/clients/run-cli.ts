/** @module run-cli: the program as a child process, as people run it. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const LAUNCHER = fileURLToPath(new URL('../../bin/plumbline.js', import.meta.url));

export type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs the program in a folder; `PLUMBLINE_PASSPHRASE` is set unless `env` says otherwise. */
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
    env: { ...process.env, PLUMBLINE_PASSPHRASE: 'correct horse', NO_COLOR: '1', ...env },
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

/** A folder of its own that goes away with the test. */
export function scratch(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'plumbline-cli-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
