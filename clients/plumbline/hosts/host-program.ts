/** @module host-program: installs servers in a host with the host's own command. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync, statSync } from 'node:fs';

import { writeFileAtomically } from '../../../kernel/base/files/write-file-atomically.ts';
import { CliFailure } from '../failure.ts';
import { readEditableFile } from '../inputs/files.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import { otherTarget, targetOf } from './belonging.ts';
import type { HostProgram } from './hosts.ts';
import type { Server } from './servers.ts';
import { tomlWith } from './toml.ts';

/** Time limit of the host's command (ms). */
const TIMEOUT_MS = 30_000;

/** The file that a host's command writes, and the key of its servers. */
export type ProgramFile = { readonly path: string; readonly key: string };

/** Adds the servers. Returns the reason if nothing was added: the command is missing, or a server of this name exists. */
export async function addServers(
  host: HostProgram,
  servers: readonly Server[],
  { path, key }: ProgramFile,
  terminal: Terminal,
): Promise<string | null> {
  for (const { name, at } of servers) {
    const found = run(host, host.get(name), terminal);
    if (found === null) return `\`${host.program}\` is not on the PATH`;
    if (found.status !== 0) continue;
    const other = otherTarget(jsonOrNull(found.stdout), 'url' in at ? at : at.args);
    // Adding it would discard the person's own additions to the entry.
    const of = other === null ? '' : `, which leads to ${printable(other)}`;
    return `it already has a server \`${name}\`${of}; \`plumbline config --remove\` for this host removes it`;
  }
  for (const { name, at } of servers) requireSuccess(host, host.add(name, at), terminal);
  for (const { name } of servers) await insert(host.missing, `[${key}.${name}]`, path);
  return null;
}

/** Inserts lines into a table of the file that the command has just written. @throws CliFailure if it has no such table. */
async function insert(lines: readonly string[], table: string, path: string): Promise<void> {
  const file = existsSync(path) ? realpathSync(path) : null;
  const text = file === null ? null : tomlWith(readEditableFile(file), table, lines);
  if (file === null || text === null) {
    throw new CliFailure(
      `the server was added, but ${printable(path)} has no table \`${table}\``,
      `add these lines to its table: ${lines.join(', ')}`,
    );
  }
  await writeFileAtomically(file, text, {
    unique: randomUUID(),
    mode: statSync(file).mode & 0o777,
  });
}

/** A removed server, and the workspace or hub that it led to; null if its entry named none. */
export type Removed = { readonly name: string; readonly target: string | null };

/** Removes the servers that the host has. Returns them, or null if its command is missing. */
export function removeServers(
  host: HostProgram,
  names: readonly string[],
  terminal: Terminal,
): readonly Removed[] | null {
  const found = names.map((name) => ({ name, ran: run(host, host.get(name), terminal) }));
  if (found.some(({ ran }) => ran === null)) return null;
  const present = found.filter(({ ran }) => ran?.status === 0);
  for (const { name } of present) requireSuccess(host, host.remove(name), terminal);
  return present.map(({ name, ran }) => ({
    name,
    target: targetOf(jsonOrNull(ran?.stdout ?? '')),
  }));
}

function requireSuccess(host: HostProgram, words: readonly string[], terminal: Terminal): void {
  const ran = run(host, words, terminal);
  if (ran?.status === 0) return;
  const reason = ran?.stderr.trim() ?? '';
  throw new CliFailure(
    `\`${host.program} ${printable(words.slice(0, 3).join(' '))}\` failed${reason === '' ? '' : `: ${printable(reason)}`}`,
    `run \`${host.program} mcp list\` to see its servers`,
  );
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The result of a call of the host's command; null if the command is missing. */
function run(
  { program }: HostProgram,
  words: readonly string[],
  { env, cwd }: Terminal,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } | null {
  const { error, status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    env: { ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  return error !== undefined && 'code' in error && error.code === 'ENOENT'
    ? null
    : { status, stdout, stderr };
}
