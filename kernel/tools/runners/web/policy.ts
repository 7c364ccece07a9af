/** @module policy: which addresses of the web a tool may reach; checked on the URL and on every connection. */
import { domainToASCII } from 'node:url';

import ipaddr from 'ipaddr.js';

import { TaskStop } from '../task/task-stop.ts';

/** The operator's policy. Host names are case-insensitive; `*.x.org` matches every subdomain of `x.org`. */
export type WebPolicy = {
  /** Allowed ports; default 80 and 443. */
  readonly ports: readonly number[];
  /** If not empty, only these hosts. */
  readonly hosts_only: readonly string[];
  /** Never these hosts. */
  readonly hosts_never: readonly string[];
  /**
   * Endpoints `host:port` (an IPv6 host in brackets) that may be reached although their address is private or their
   * port not allowed. Each is one exact endpoint; patterns are not supported.
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

/** Longest accepted URL. */
const URL_CHARS_MAX = 2048;

/**
 * True if an address (in text form) belongs to the public Internet: unicast, and not in a range that translates to or
 * embeds another address (IPv4-mapped ones are checked as the IPv4 address). Of IPv6 only 2000::/3 is assigned.
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

/** Addresses of public ranges at which a cloud answers its own machines: the wire server of Azure. */
const HOST_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !HOST_SERVICES.has(address.toString());
}

/** Whether the last half of an IPv6 address is that of a tunnel to an IPv4 address (ISATAP, RFC 5214). */
function embedsAddress([, , , , first = 0, second]: readonly number[]): boolean {
  return (first === 0 || first === 0x0200) && second === 0x5efe;
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** True if the endpoint is in `private_endpoints`. */
export function isOpened(policy: WebPolicy, hostname: string, port: string): boolean {
  return policy.private_endpoints.includes(`${hostname.toLowerCase()}:${port}`);
}

/**
 * Parses and checks a URL before any request. Throws `TaskStop` TOOL_UNSAFE with the reason; the address of an accepted
 * host name is checked again when a connection is opened.
 */
export function checkUrl(text: string, policy: WebPolicy, base?: string): URL {
  const url = URL.parse(text, base);
  if (text.length > URL_CHARS_MAX || url === null) {
    throw refused(text, `it is no URL of at most ${URL_CHARS_MAX} characters`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused(text, `the scheme is \`${url.protocol.slice(0, -1)}\`, wanted http or https`);
  }
  if (url.username !== '' || url.password !== '') {
    throw refused(text, 'it carries a user name or password');
  }
  const { hostname } = url;
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  if (policy.hosts_never.some((pattern) => matches(hostname, pattern))) {
    throw refused(text, `host \`${hostname}\` is on the list of hosts never asked`);
  }
  const { hosts_only } = policy;
  if (hosts_only.length > 0 && !hosts_only.some((pattern) => matches(hostname, pattern))) {
    throw refused(text, `host \`${hostname}\` is not on the list of hosts`);
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
  // Hosts in URLs are ASCII; the operator may have written Unicode
  const wanted = (domainToASCII(name) || name.toLowerCase()).replace(/\.+$/, '');
  return below ? host.endsWith(`.${wanted}`) : host === wanted;
}

function refused(url: string, why: string): TaskStop {
  return new TaskStop('TOOL_UNSAFE', `url \`${url.slice(0, 200)}\` is refused: ${why}`);
}
