/** @module servers: the servers of a configuration: as programs of this installation, or at the address of a hub. */
import process from 'node:process';

import { printable } from '../../../kernel/base/text/printable.ts';
import { CliFailure, misuse } from '../failure.ts';
import { webAddress } from '../hub/hub-address.ts';
import { LAUNCHER } from '../installation.ts';
import type { Entry, Host, RemoteServer, LocalServer } from './hosts.ts';

/** One server, with its name and its entry in the host's configuration. */
export type Server = {
  readonly name: string;
  readonly at: LocalServer | RemoteServer;
  readonly entry: Entry;
};

/** Name of a server in a host's configuration. */
export function nameOf(server: string): string {
  return server === 'all' ? 'plumbline' : `plumbline-${server}`;
}

/** Servers that the host starts, with absolute paths: a host may have a different PATH and start programs in any folder. */
export function startedServers(
  host: Host,
  servers: readonly string[],
  options: {
    readonly dir: string;
    readonly toolsets: readonly string[] | null;
    readonly env: Readonly<Record<string, string>>;
  },
): readonly Server[] {
  const { dir, toolsets, env } = options;
  return servers.map((server) => {
    const name = nameOf(server);
    const more = toolsets === null ? [] : ['--toolsets', toolsets.join(',')];
    const at: LocalServer = {
      command: process.execPath,
      args: [LAUNCHER, 'mcp', server, '--workspace', dir, ...more],
      env,
    };
    return { name, at, entry: host.entry(at) };
  });
}

/** Servers of a hub. @throws CliFailure if the host supports none in its file. */
export function hubServers(
  host: Host,
  servers: readonly string[],
  at: { readonly hub: string; readonly hasToken: boolean; readonly file: string | null },
): readonly Server[] {
  const { remote, title, token, program } = host;
  if (remote === null) {
    throw new CliFailure(
      `${title} supports no servers over HTTP in its file`,
      'add the address as a connector in its settings, or omit --http',
    );
  }
  const known = program === null ? token : 'PLUMBLINE_TOKEN';
  const authorization = at.hasToken && known !== null ? `Bearer ${known}` : null;
  return servers.map((server) => {
    const url = server === 'all' ? `${at.hub}/mcp` : `${at.hub}/mcp/${server}`;
    const address: RemoteServer = { url, authorization };
    return { name: nameOf(server), at: address, entry: remote(address, at.file) };
  });
}

/** The address of a hub without its path. @throws CliFailure with exit code 2 for any other text. */
export function hubUrl(text: string): string {
  const url = webAddress(text, /^\/(?:mcp\/?)?$/);
  if (url !== null) return url.origin;
  throw misuse(
    `\`${printable(text)}\` is not the address of a hub, such as \`http://127.0.0.1:7420\``,
    '`plumbline serve` prints its address',
  );
}
