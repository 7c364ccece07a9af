/** @module known-host: the `Host` and `Origin` headers that are accepted, so that foreign web pages cannot reach the hub (DNS rebinding). */
import type { IncomingMessage } from 'node:http';

import { HttpRefusal, NOT_SERVED } from './http-refusal.ts';

/** Loopback names. */
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Whether an address is a loopback address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Headers that proxies add. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a request to a loopback listener seems to come from this machine: it names a loopback host, and no header shows
 * that a proxy has forwarded it.
 */
export function isFromHere({ headers }: IncomingMessage): boolean {
  const host = hostnameOf(`http://${headers.host ?? ''}`);
  if (PROXY_HEADERS.some((name) => headers[name] !== undefined)) return false;
  return host !== null && (LOOPBACK.includes(host) || isLoopback(host));
}

/** The accepted host names: loopback names, the listen address, and those that the operator allows. */
export function knownHosts(host: string, allowed: readonly string[]): ReadonlySet<string> {
  const own = host.includes(':') ? `[${host}]` : host;
  return new Set([...LOOPBACK, own, ...allowed].map((name) => name.toLowerCase()));
}

/** Refuses (403) a request with an unknown `Host` or `Origin`: DNS can map any name to this address. */
export function assertKnownHost({ headers }: IncomingMessage, known: ReadonlySet<string>): void {
  const host = hostnameOf(`http://${headers.host ?? ''}`);
  if (host === null || !known.has(host)) {
    throw new HttpRefusal(
      [403, NOT_SERVED],
      'the header `Host` names an unknown host; use the address that the hub printed, or start it with --allow-host NAME',
    );
  }
  const { origin } = headers;
  if (origin === undefined) return;
  const page = hostnameOf(origin);
  if (page !== null && known.has(page)) return;
  throw new HttpRefusal(
    [403, NOT_SERVED],
    'the header `Origin` names an unknown host; start the hub with --allow-host NAME to admit its pages',
  );
}

function hostnameOf(url: string): string | null {
  return URL.parse(url)?.hostname.toLowerCase() ?? null;
}
