/** @module known-host: which names a request may call this listener by, and from which pages; pages of strangers must not reach it. */
import type { IncomingMessage } from 'node:http';

import { HttpRefusal, NOT_SERVED } from './http-refusal.ts';

/** The names of this machine for itself. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is one that only this machine reaches. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** What programs that pass requests on add to them. */
const PASSED_ON = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request to a listener that only this machine reaches was made on this machine, as far as can be told: it calls
 * the listener by a name that means nothing elsewhere, and says of no program that it passed it on.
 */
export function isFromHere({ headers }: IncomingMessage): boolean {
  const host = hostnameOf(`http://${headers.host ?? ''}`);
  if (PASSED_ON.some((name) => headers[name] !== undefined)) return false;
  return host !== null && (LOOPBACK.includes(host) || isLoopback(host));
}

/** The names that requests may use: those of loopback, the address itself, and what the operator allows. */
export function knownHosts(host: string, allowed: readonly string[]): ReadonlySet<string> {
  const own = host.includes(':') ? `[${host}]` : host;
  return new Set([...LOOPBACK, own, ...allowed].map((name) => name.toLowerCase()));
}

/** Refuses (403) a request whose Host, or whose Origin where it has one, is not known: names can be bent to any address. */
export function assertKnownHost({ headers }: IncomingMessage, known: ReadonlySet<string>): void {
  const host = hostnameOf(`http://${headers.host ?? ''}`);
  if (host === null || !known.has(host)) {
    throw new HttpRefusal(
      [403, NOT_SERVED],
      'the header `Host` names another host; use the address that the hub printed, or start it with --allow-host NAME',
    );
  }
  const { origin } = headers;
  if (origin === undefined) return;
  const page = hostnameOf(origin);
  if (page !== null && known.has(page)) return;
  throw new HttpRefusal(
    [403, NOT_SERVED],
    'the header `Origin` names a page of another host; start the hub with --allow-host NAME to let it in',
  );
}

function hostnameOf(url: string): string | null {
  return URL.parse(url)?.hostname.toLowerCase() ?? null;
}
