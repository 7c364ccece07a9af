/** @module postgres-address: parses a database URL in libpq's form, with TLS options and the secrets in it. */
import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import process from 'node:process';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';

import type { ClientConfig } from 'pg';

import { LedgerError } from '../ledger.ts';

/** The parameters of a connection. */
export type PostgresAddress = {
  readonly config: ClientConfig;
  /** Host, port and database, for messages. */
  readonly shown: string;
  /** Texts that no message may contain. */
  readonly secrets: readonly string[];
};

const SCHEMES = ['postgres:', 'postgresql:'];
/**
 * Modes that connect with TLS. Unlike libpq, all of them verify the certificate: encryption alone does not protect
 * against an impostor.
 */
const VERIFIED = new Set(['require', 'verify-ca', 'verify-full']);
/** Parameters that are read here and removed from the URL, since the driver interprets them differently. */
const TLS_PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl', 'uselibpqcompat'];

/**
 * Parses an address. `sslmode` and `sslrootcert` come from the URL, otherwise from PGSSLMODE and PGSSLROOTCERT. The
 * default of `sslmode` is verify-full for a database on another machine and disable for one on this machine.
 * `sslrootcert` is the certificate file of the authority that must have signed the certificate of the server; by
 * default any public authority.
 *
 * @throws {LedgerError} UNREACHABLE for an address that is no URL of PostgreSQL, contains a control character, has an
 *   unknown `sslmode`, or names a file that cannot be read
 */
export function postgresAddress(given: string): PostgresAddress {
  const url = URL.parse(given);
  if (url === null) throw unusable('it is not a url');
  // URL parsing silently removes some control characters.
  if (/\p{Cc}/u.test(given)) throw unusable('it contains a control character');
  if (!SCHEMES.includes(url.protocol)) throw unusable('it does not begin with postgresql://');
  const { env } = process;
  const of = (name: string, variable: string): string | undefined =>
    url.searchParams.get(name) ?? env[variable];
  // As in the driver: the parameter `host` takes precedence, and a socket is given as a percent-encoded path.
  const named = url.searchParams.get('host') ?? decoded(url.hostname);
  const host = named === '' ? (env['PGHOST'] ?? 'localhost') : named;
  const reached = host.replace(/^\[(.+)\]$/, '$1');
  const mode = of('sslmode', 'PGSSLMODE') ?? (isHere(reached) ? 'disable' : 'verify-full');
  if (mode !== 'disable' && !VERIFIED.has(mode)) {
    throw unusable(`invalid \`sslmode=${mode}\`, expected disable, require or verify-full`);
  }
  const ssl =
    VERIFIED.has(mode) &&
    ({
      ...fileOf('ca', of('sslrootcert', 'PGSSLROOTCERT')),
      ...fileOf('cert', of('sslcert', 'PGSSLCERT')),
      ...fileOf('key', of('sslkey', 'PGSSLKEY')),
      // Without a host name Node would compare the certificate with `localhost`.
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
    // The longest first, because one secret may be part of another.
    secrets: [...new Set(secrets.flatMap((text) => [text, decoded(text)]))]
      .filter((text) => text !== '')
      .toSorted((a, b) => b.length - a.length),
  };
}

function isLoopback(host: string): boolean {
  return isIPv4(host) && host.startsWith('127.');
}

/** Whether the connection stays on this machine: a loopback address, or the path of a socket. */
function isHere(host: string): boolean {
  return ['localhost', '::1'].includes(host) || host.startsWith('/') || isLoopback(host);
}

function fileOf(
  name: 'ca' | 'cert' | 'key',
  path: string | undefined,
): Readonly<Record<string, string>> {
  // `system` is libpq's word for the authorities that this machine trusts.
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
