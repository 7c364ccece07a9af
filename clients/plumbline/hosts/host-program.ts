/** @module host-program: installs servers in a host with the host's own command. */
import { spawnSync } from 'node:child_process';

import { CliFailure } from '../failure.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import type { HostProgram } from './hosts.ts';
import type { Server } from './servers.ts';

/** Time limit of the host's command (ms). */
const TIMEOUT_MS = 30_000;

/** Adds the servers. Returns the reason if nothing was added: the command is missing, or a server of this name exists. */
export function addServers(
  host: HostProgram,
  servers: readonly Server[],
  terminal: Terminal,
): string | null {
  for (const { name } of servers) {
    const found = run(host, host.get(name), terminal);
    if (found === null) return `\`${host.program}\` is not on the PATH`;
    // Adding it would discard the person's own additions to the entry.
    if (found.status === 0) return `it already has a server \`${name}\``;
  }
  for (const { name, at } of servers) requireSuccess(host, host.add(name, at), terminal);
  return null;
}

/** Removes the servers that the host has. Returns their names, or null if its command is missing. */
export function removeServers(
  host: HostProgram,
  names: readonly string[],
  terminal: Terminal,
): readonly string[] | null {
  const found = names.map((name) => ({ name, ran: run(host, host.get(name), terminal) }));
  if (found.some(({ ran }) => ran === null)) return null;
  const present = found.filter(({ ran }) => ran?.status === 0).map(({ name }) => name);
  for (const name of present) requireSuccess(host, host.remove(name), terminal);
  return present;
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

/** The result of a call of the host's command; null if the command is missing. */
function run(
  { program }: HostProgram,
  words: readonly string[],
  { env, cwd }: Terminal,
): { readonly status: number | null; readonly stderr: string } | null {
  const { error, status, stderr } = spawnSync(program, words, {
    cwd,
    env: { ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  return error !== undefined && 'code' in error && error.code === 'ENOENT'
    ? null
    : { status, stderr };
}
