/** @module remote-entries: the entries of a host for servers that a hub serves. */
import { existsSync } from 'node:fs';

import { urlTextFault } from '../../../schemas/url-text.ts';
import { CliFailure, misuse } from '../failure.ts';
import { textOfFile } from '../given-file.ts';
import { printable } from '../printable.ts';
import type { Host } from './hosts.ts';
import { JsoncFault, jsoncValue, type JsonValue } from './jsonc.ts';

/** Entries by name. */
export type Entries = Readonly<Record<string, Readonly<Record<string, JsonValue>>>>;

/** The address of a hub, without a path. Throws CliFailure with exit code 2 for what is none. */
export function hubUrl(text: string): string {
  const url = URL.parse(text);
  const isHub =
    url !== null &&
    urlTextFault(text) === null &&
    /^https?:$/.test(url.protocol) &&
    /^(?:\/|\/mcp\/?)$/.test(url.pathname) &&
    url.username + url.password + url.search + url.hash === '';
  if (isHub) return url.origin;
  throw misuse(
    `got the address \`${printable(text)}\`, want that of a hub, such as \`http://127.0.0.1:7420\``,
    '`plumbline serve` prints its own',
  );
}

/** One entry for each server. Throws CliFailure where the host takes none in its file. */
export function remoteEntries(
  host: Host,
  servers: readonly string[],
  at: { readonly hub: string; readonly hasToken: boolean; readonly file: string | null },
): Entries {
  const { remote, title, token } = host;
  if (remote === null) {
    throw new CliFailure(
      1,
      `${title} takes no servers over HTTP in its file`,
      'add the address as a connector in its settings, or leave --http out',
    );
  }
  const known = host.form === 'toml' ? 'PLUMBLINE_TOKEN' : token;
  const authorization = at.hasToken && known !== null ? `Bearer ${known}` : null;
  return Object.fromEntries(
    servers.map((server) =>
      server === 'all'
        ? (['plumbline', remote({ url: `${at.hub}/mcp`, authorization }, at.file)] as const)
        : ([
            `plumbline-${server}`,
            remote({ url: `${at.hub}/mcp/${server}`, authorization }, at.file),
          ] as const),
    ),
  );
}

/**
 * Throws CliFailure where the file has one of the entries in the other form, as a program or as an address: what is left
 * of the one form would make the other mean something else.
 */
export function assertSameForm(host: Host, file: string, entries: Entries): void {
  if (!existsSync(file)) return;
  const held = heldKeys(host, textOfFile(file));
  for (const [name, entry] of Object.entries(entries)) {
    const other = 'command' in entry ? 'url' : 'command';
    const others = other === 'url' ? ['url', 'serverUrl'] : [other];
    if (!held(name).some((key) => others.includes(key))) continue;
    throw new CliFailure(
      1,
      `${printable(file)} has \`${name}\` ${other === 'url' ? 'at an address' : 'as a program'} already; it was left as it is`,
      'take that entry out, and run the command again',
    );
  }
}

/** The keys of an entry by its name; none where the text is not understood, which whoever writes into it says. */
function heldKeys(host: Host, text: string): (name: string) => readonly string[] {
  if (host.form === 'toml') {
    return (name) => {
      const [, after = ''] = text.split(`[${host.key}.${name}]`);
      const [table = ''] = after.split(/^\s*\[/m);
      return Array.from(table.matchAll(/^\s*"?(\w+)"?\s*=/gm), ([, key = '']) => key);
    };
  }
  try {
    const servers: unknown = Object(jsoncValue(text))[host.key];
    return (name) => Object.keys(Object(Object(servers)[name]));
  } catch (error) {
    if (error instanceof JsoncFault) return () => [];
    throw error;
  }
}
