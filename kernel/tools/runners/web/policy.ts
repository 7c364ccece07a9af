/** @module policy: decides which web addresses a tool may reach, for the URL and for every connection. */
import { domainToASCII } from 'node:url';

import ipaddr from 'ipaddr.js';

import { TaskStop } from '../task/task-stop.ts';

/** The operator's policy. Host names are case-insensitive; `*.x.org` matches every subdomain of `x.org`. */
export type WebPolicy = {
  /** Allowed ports; default 80 and 443. */
  readonly ports: readonly number[];
  /** If not empty, only these hosts are allowed. */
  readonly hosts_only: readonly string[];
  /** Hosts that are never allowed. */
  readonly hosts_never: readonly string[];
  /**
   * Endpoints `host:port` (IPv6 hosts in brackets) that are allowed even if their address is private or their port is
   * not in `ports`. Patterns are not supported.
   */
  readonly private_endpoints: readonly string[];
};

/** Public addresses on the usual ports. */
export const PUBLIC_WEB: WebPolicy = {
  ports: [80, 443],
  hosts_only: [],
  hosts_never: [],
  private_endpoints: [],
};

/** Longest accepted URL, UTF-16 units. */
const URL_CHARS_MAX = 2048;

/**
 * Whether an IP address in text form belongs to the public Internet: unicast, and not in a range that translates to or
 * embeds another address. IPv4-mapped addresses are checked as IPv4. Of IPv6, only 2000::/3 is public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address);
  if (address.isIPv4MappedAddress()) return isPublicIPv4(address.toIPv4Address());
  return (
    address.range() === 'unicast' && address.match(GLOBAL_UNICAST) && !embedsAddress(address.parts)
  );
}

/** Cloud metadata services at public addresses: the wire server of Azure. */
const HOST_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !HOST_SERVICES.has(address.toString());
}

/** Whether an IPv6 address embeds an IPv4 address in its interface identifier (ISATAP, RFC 5214). */
function embedsAddress([, , , , first = 0, second]: readonly number[]): boolean {
  return (first === 0 || first === 0x0200) && second === 0x5efe;
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The port of a URL; default that of its scheme. */
export function portOf({
  port,
  protocol,
}: {
  readonly port: string;
  readonly protocol: string;
}): string {
  return port === '' ? (protocol === 'https:' ? '443' : '80') : port;
}

/** Whether the endpoint is in `private_endpoints`. */
export function isOpened(policy: WebPolicy, hostname: string, port: string): boolean {
  return policy.private_endpoints.includes(`${hostname.toLowerCase()}:${port}`);
}

/**
 * Parses and checks a URL before any request. The address of an accepted host name is checked when a connection is
 * opened.
 *
 * @throws {TaskStop} TOOL_UNSAFE with the reason
 */
export function checkUrl(text: string, policy: WebPolicy, base?: string): URL {
  const url = URL.parse(text, base);
  if (text.length > URL_CHARS_MAX || url === null) {
    throw refused(text, `it is not a URL of at most ${URL_CHARS_MAX} characters`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused(text, `the scheme is \`${url.protocol.slice(0, -1)}\`, expected http or https`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(text, 'it contains a user name or password');
  }
  const { hostname } = url;
  const port = portOf(url);
  if (policy.hosts_never.some((pattern) => matches(hostname, pattern))) {
    throw refused(text, `host \`${hostname}\` is on the list of denied hosts`);
  }
  const { hosts_only } = policy;
  if (hosts_only.length > 0 && !hosts_only.some((pattern) => matches(hostname, pattern))) {
    throw refused(text, `host \`${hostname}\` is not on the list of allowed hosts`);
  }
  if (isOpened(policy, hostname, port)) return url;
  if (!policy.ports.includes(Number(port))) {
    throw refused(text, `port ${port} is not one of ${policy.ports.join(', ')}`);
  }
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(literal) && !isPublicAddress(literal)) {
    throw refused(text, `address \`${literal}\` is not public`);
  }
  return url;
}

function matches(hostname: string, pattern: string): boolean {
  const host = hostname.toLowerCase().replace(/\.+$/, '');
  const below = pattern.startsWith('*.');
  const name = below ? pattern.slice(2) : pattern;
  // Hosts in URLs are ASCII; patterns of the operator may be Unicode
  const wanted = (domainToASCII(name) || name.toLowerCase()).replace(/\.+$/, '');
  return below ? host.endsWith(`.${wanted}`) : host === wanted;
}

function refused(url: string, why: string): TaskStop {
  return new TaskStop('TOOL_UNSAFE', `url \`${url.slice(0, 200)}\` is refused: ${why}`);
}
