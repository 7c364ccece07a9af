/** @module target: the host of a call of `plumbline config`, its file on this machine, and the names of our servers. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { printable } from '../../../kernel/base/text/printable.ts';
import { type Call, textOf } from '../command.ts';
import { didYouMean } from '../did-you-mean.ts';
import { misuse } from '../failure.ts';
import { installedServers } from '../installation.ts';
import type { NamedHost } from './belonging.ts';
import type { Programmed } from './host-program.ts';
import type { Machine } from './hosts.ts';
import { type JsonFile, plainJsonFile } from './json-file.ts';
import { nameOf } from './servers.ts';

/** Makes VS Code prompt for the token once and keep it. */
export const TOKEN_INPUT = {
  type: 'promptString',
  id: 'plumbline-token',
  description: 'Token of the Plumbline agent',
  password: true,
};

/** The host of a call, its file on this machine, and that file if it is plain JSON. */
export type Target = {
  readonly host: NamedHost;
  readonly path: string | null;
  readonly file: JsonFile | null;
};

/** The host's file for a folder. `isRead`: whether the call changes the file, which is then read if it can be JSON. */
export function targetIn(
  call: Call,
  host: NamedHost,
  { dir, isRead }: { readonly dir: string; readonly isRead: boolean },
): Target {
  const path = host.file(machineOf(call, dir));
  const isJson = isRead && path !== null && host.program === null;
  return { host, path, file: isJson ? plainJsonFile(path, host) : null };
}

function machineOf({ terminal: { env } }: Call, project: string): Machine {
  const home = env['HOME'] ?? homedir();
  const appData = env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  const codex = env['CODEX_HOME'] ?? join(home, '.codex');
  return { platform: process.platform, home, appData, project, codex };
}

/** The host with its command and the file that it writes; null for a host without a command. */
export function programmedOf(host: NamedHost, path: string | null): Programmed | null {
  return host.program === null || path === null ? null : { ...host, program: host.program, path };
}

/** Names of all our servers in a host's configuration. */
export function knownNames(): readonly string[] {
  return [...installedServers(), 'all'].map(nameOf);
}

/** The names in a comma-separated option; null without it. @throws CliFailure with exit code 2. */
export function namesIn(
  call: Call,
  option: string,
  known: readonly string[],
): readonly string[] | null {
  const text = textOf(call, option);
  if (text === null) return null;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw misuse(
    `unknown name \`${printable(unknown)}\` in --${option}, expected ${known.join(', ')}`,
    didYouMean(unknown, known, 'use some of these names'),
  );
}
