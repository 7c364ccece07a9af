/** @module postgres address: how a database is reached, from a URL of libpq's form: TLS, whose certificates, and what must never be shown. */
import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import process from 'node:process';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';

import type { ClientConfig } from 'pg';

import { LedgerError } from '../ledger.ts';

/** How to connect. */
export type PostgresAddress = {
  readonly config: ClientConfig;
  /** Host, port and database, for people. */
  readonly shown: string;
  /** Texts that no message may have. */
  readonly secrets: readonly string[];
};

const SCHEMES = ['postgres:', 'postgresql:'];
/** Modes that connect with TLS. All of them verify: what is encrypted for a stranger is not secret. */
const VERIFIED = new Set(['require', 'verify-ca', 'verify-full']);
/** Parameters that are read here; the driver has meanings of its own for them. */
const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl', 'uselibpqcompat'];

/**
 * Reads an address. Without `sslmode`, there or in PGSSLMODE, a database on another machine is reached with TLS and one
 * on this machine without. `sslrootcert`, there or in PGSSLROOTCERT, names the file of the authority that the server's
 * certificate must be of; otherwise it must be of a public one.
 *
 * @throws {LedgerError} UNREACHABLE for an address that is no URL of PostgreSQL, has a control character or another `sslmode`, or names a file that cannot be read
 */
export function postgresAddress(given: string): PostgresAddress {
  const url = URL.parse(given);
  if (url === null) throw unusable('it is not a url');
  // URL parsing removes some of them silently.
  if (/\p{Cc}/u.test(given)) throw unusable('it has a control character in it');
  if (!SCHEMES.includes(url.protocol)) throw unusable('it does not begin with postgresql://');
  const { env } = process;
  const of = (name: string, variable: string): string | undefined =>
    url.searchParams.get(name) ?? env[variable];
  // As the driver has it: a parameter before the host, a path in percent escapes for a socket.
  const named = url.searchParams.get('host') ?? decoded(url.hostname);
  const host = named === '' ? (env['PGHOST'] ?? 'localhost') : named;
  const reached = host.replace(/^\[(.+)\]$/, '$1');
  const mode = of('sslmode', 'PGSSLMODE') ?? (isHere(reached) ? 'disable' : 'verify-full');
  if (mode !== 'disable' && !VERIFIED.has(mode)) {
    throw unusable(`got \`sslmode=${mode}\`, want disable, require or verify-full`);
  }
  const ssl =
    VERIFIED.has(mode) &&
    ({
      ...fileOf('ca', of('sslrootcert', 'PGSSLROOTCERT')),
      ...fileOf('cert', of('sslcert', 'PGSSLCERT')),
      ...fileOf('key', of('sslkey', 'PGSSLKEY')),
      // Without a name of the host, Node compares a certificate with `localhost`.
      checkServerIdentity: (_: string, certificate) => checkServerIdentity(reached, certificate),
    } satisfies ConnectionOptions);
  const secrets = [
    given,
    url.password,
    url.searchParams.get('password') ?? '',
    env['PGPASSWORD'] ?? '',
  ];
  for (const name of TLS_PARAMETERS) url.searchParams.delete(name);
  return {
    config: { connectionString: url.href, ssl },
    shown: `${reached}${url.port === '' ? '' : `:${url.port}`}${url.pathname}, ${ssl === false ? 'without TLS' : 'TLS'}`,
    // The longest first: one may be part of another.
    secrets: [...new Set(secrets.flatMap((text) => [text, decoded(text)]))]
      .filter((text) => text !== '')
      .toSorted((a, b) => b.length - a.length),
  };
}

function isLoopback(host: string): boolean {
  return isIPv4(host) && host.startsWith('127.');
}

/** Whether nothing leaves this machine on the way: a loopback address, or the path of a socket. */
function isHere(host: string): boolean {
  return ['localhost', '::1'].includes(host) || host.startsWith('/') || isLoopback(host);
}

function fileOf(
  name: 'ca' | 'cert' | 'key',
  path: string | undefined,
): Readonly<Record<string, string>> {
  // libpq's word for the authorities that this machine trusts.
  if (path === undefined || path === '' || path === 'system') return {};
  try {
    return { [name]: readFileSync(path, 'utf8') };
  } catch (error) {
    const because = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw unusable(`\`${path}\` cannot be read (${because})`);
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unusable(because: string): LedgerError {
  return new LedgerError('UNREACHABLE', `the address of the database cannot be used: ${because}`);
}
