/** @module host-program: installs servers in a host with the host's own command. */
import { spawnSync } from 'node:child_process';

import { printable } from '../../../kernel/base/text/printable.ts';
import { CliFailure } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import { leadsTo, type NamedHost, removalCommand, targetOf } from './belonging.ts';
import { readHostFile, replaceHostFile } from './host-file.ts';
import type { HostProgram } from './hosts.ts';
import { dividedBy, type Present, type Removal, type Removed } from './removal.ts';
import type { Server } from './servers.ts';
import { tomlWith } from './toml.ts';

/** Time limit of the host's command (ms). */
const TIMEOUT_MS = 30_000;

/** A host with a command, and the file that it writes. */
export type Programmed = Pick<NamedHost, 'name' | 'isUserWide' | 'key'> & {
  readonly program: HostProgram;
  readonly path: string;
};

/**
 * Adds the servers. Returns the reason if nothing was added: the command is missing, or a server of this name exists.
 *
 * @throws CliFailure if the command fails, with the servers that were added before
 */
export async function addServers(
  host: Programmed,
  servers: readonly Server[],
  terminal: Terminal,
): Promise<string | null> {
  const names = servers.map(({ name }) => name);
  const present = presentServers(host, names, terminal);
  if (present === null) {
    const given = named(readHostFile(host.path).text ?? '', names);
    const there = given.length === 0 ? '' : `; the file already contains ${given.join(', ')}`;
    return `\`${host.program.program}\`, whose \`mcp add\` writes the file, is not on the PATH${there}`;
  }
  const [first] = present;
  if (first !== undefined) {
    // Adding it would discard the person's own additions to the entry.
    return `it already has a server \`${first.name}\`, which ${leadsTo(first.target)}; \`${removalCommand(host, first.target, null)}\` removes it`;
  }
  const added: string[] = [];
  for (const { name, at } of servers) {
    requireSuccess(host.program, host.program.add(name, at), { terminal, done: added });
    added.push(name);
    await insert(host, `[${host.key}.${name}]`);
  }
  return null;
}

/** Inserts missing lines into a table of the file that the command has just written. @throws CliFailure if it has no such table */
async function insert({ program: { missing }, path }: Programmed, table: string): Promise<void> {
  const file = readHostFile(path);
  const text = file.text === null ? null : tomlWith(file.text, table, missing);
  if (text === null) {
    throw new CliFailure(
      `the server was added, but ${printable(path)} has no table \`${table}\``,
      `add these lines to its table: ${missing.join(', ')}`,
    );
  }
  await replaceHostFile(file, text);
}

/** Removes the servers that a removal concerns. Returns null if nothing was removed because the command is missing. @throws CliFailure */
export function removeServers(
  host: Programmed,
  removal: Removal,
  terminal: Terminal,
): Removed | null {
  const present = presentServers(host, removal.names, terminal);
  if (present === null) {
    // Without entries in the file, there is nothing that the command would remove.
    const text = readHostFile(host.path).text ?? '';
    return named(text, removal.names).length === 0 ? { removed: [], left: [] } : null;
  }
  const divided = dividedBy(removal, host.isUserWide, present);
  const done: string[] = [];
  for (const { name } of divided.removed) {
    requireSuccess(host.program, host.program.remove(name), { terminal, done });
    done.push(name);
  }
  return divided;
}

/** The names that a text contains as whole words. */
export function named(text: string, names: readonly string[]): readonly string[] {
  const words = new Set(text.split(/[^\w-]+/));
  return names.filter((name) => words.has(name));
}

/** The servers of these names that the host has; null if its command is missing. @throws CliFailure if it does not answer clearly */
function presentServers(
  { program }: Programmed,
  names: readonly string[],
  terminal: Terminal,
): readonly Present[] | null {
  const present: Present[] = [];
  for (const name of names) {
    const ran = run(program, program.get(name), terminal);
    if (ran === null) return null;
    if (ran.status === 0) {
      present.push({ name, target: targetOf(jsonOrNull(ran.stdout), null) });
    } else if (ran.status === null || !ran.stderr.includes(program.notFound(name))) {
      throw failureOf(program, program.get(name), { ran, done: null });
    }
  }
  return present;
}

function requireSuccess(
  program: HostProgram,
  words: readonly string[],
  { terminal, done }: { readonly terminal: Terminal; readonly done: readonly string[] },
): void {
  const ran = run(program, words, terminal);
  if (ran?.status !== 0) throw failureOf(program, words, { ran, done });
}

/** The failure of a call of the host's command. `done`: the servers that were added or removed before; null for a call that only reads. */
function failureOf(
  { program }: HostProgram,
  words: readonly string[],
  { ran, done }: { readonly ran: Ran | null; readonly done: readonly string[] | null },
): CliFailure {
  const command = `${program} ${words.slice(0, 3).join(' ')}`;
  const reason = ran === null ? 'it is not on the PATH' : reasonOf(ran);
  const before = done === null ? '; nothing was changed' : doneBefore(done);
  return new CliFailure(
    `\`${printable(command)}\` failed: ${reason}${before}`,
    `run \`${program} mcp list\` to see the reason and its servers`,
  );
}

function doneBefore(names: readonly string[]): string {
  return names.length === 0 ? '' : `; it succeeded before for ${names.join(', ')}`;
}

/** The first lines of the error that a program printed, without its warnings and its stack; otherwise how it ended. */
function reasonOf({ status, stderr, failure }: Ran): string {
  if (failure !== null) return printable(failure);
  const [message = ''] = stderr.split(/^Stack backtrace:/m);
  const lines = message
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('WARN'));
  if (lines.length === 0) return `exit code ${status}, without a message`;
  return printable(
    lines
      .slice(0, 4)
      .map((line) => line.trim())
      .join(' '),
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

/** How a call of the host's command ended. `failure`: why it has no exit code, or null. */
type Ran = {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly failure: string | null;
};

/** The result of a call of the host's command; null if the command is missing. */
function run(
  { program }: HostProgram,
  words: readonly string[],
  { env, cwd }: Terminal,
): Ran | null {
  const { error, signal, status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    env: { ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  });
  const code = error !== undefined && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return null;
  const late = code === 'ETIMEDOUT' ? `no answer within ${TIMEOUT_MS / 1000} s` : null;
  const ended = signal === null ? null : `ended by ${signal}`;
  return { status, stdout, stderr, failure: late ?? error?.message ?? ended };
}
