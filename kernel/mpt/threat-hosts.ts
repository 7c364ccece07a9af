/** @module threat-hosts: addresses that no tool may be sent to; connecting is checked again where it happens. */
import { BlockList, isIP } from 'node:net';
import { domainToUnicode } from 'node:url';

/** What an operator says about addresses. Names match themselves and, as `*.example.org`, what is below. */
export type HostPolicy = {
  /** Empty: every public name. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly ports: readonly number[];
  /** Origins (`http://127.0.0.1:8080`) of the operator's own that the rules below do not hold for. */
  readonly trusted_origins: readonly string[];
};

export const DEFAULT_HOSTS: HostPolicy = {
  allow: [],
  deny: [],
  ports: [80, 443],
  trusted_origins: [],
};

/** A rule that an address breaks. */
export type HostFault = { readonly rule: string; readonly cause: string };

const NOT_PUBLIC = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  NOT_PUBLIC.addSubnet(net, bits, 'ipv4');
/** Of IPv6 only 2000::/3 is public; from it come 6to4, Teredo and the documentation nets. */
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
const NOT_PUBLIC_6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC_6.addSubnet(net, bits, 'ipv6');

/** Names that belong to no public host. */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|onion|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;

/**
 * What is wrong with an address, undefined when it may be asked for.
 *
 * @param domains those of the tool's contract
 */
export function hostFault(
  address: string,
  domains: readonly string[],
  policy: HostPolicy,
): HostFault | undefined {
  const url = URL.parse(address);
  if (url === null) return { rule: 'url_form', cause: 'the address is not a url' };
  if (policy.trusted_origins.includes(url.origin)) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return {
      rule: 'url_scheme',
      cause: `got the scheme \`${url.protocol.slice(0, 30)}\`, want http or https`,
    };
  if (url.username !== '' || url.password !== '')
    return { rule: 'url_userinfo', cause: 'the address carries a user name or password' };
  const standard = url.protocol === 'https:' ? 443 : 80;
  const port = url.port === '' ? standard : Number(url.port);
  if (!policy.ports.includes(port))
    return { rule: 'url_port', cause: `got port ${port}, want one of ${policy.ports.join(', ')}` };
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return addressFault(host) ?? nameFault(host, domains, policy);
}

function addressFault(host: string): HostFault | undefined {
  const family = isIP(host);
  const open =
    family === 0 ||
    (family === 4
      ? !NOT_PUBLIC.check(host, 'ipv4')
      : PUBLIC_6.check(host, 'ipv6') && !NOT_PUBLIC_6.check(host, 'ipv6'));
  return open
    ? undefined
    : { rule: 'ip_class', cause: `the address \`${host}\` is not on the public internet` };
}

function nameFault(
  host: string,
  domains: readonly string[],
  policy: HostPolicy,
): HostFault | undefined {
  const shown = host.slice(0, 100);
  if (isIP(host) === 0 && (!host.includes('.') || LOCAL_NAMES.test(host)))
    return { rule: 'local_name', cause: `the name \`${shown}\` belongs to no public host` };
  if (isConfusable(host))
    return { rule: 'confusable_name', cause: `the name \`${shown}\` imitates another alphabet` };
  if (policy.deny.some((pattern) => matchesName(host, pattern)))
    return { rule: 'domain_denied', cause: `the name \`${shown}\` is denied by policy` };
  const allowed =
    domains.some((pattern) => matchesName(host, pattern)) &&
    (policy.allow.length === 0 || policy.allow.some((pattern) => matchesName(host, pattern)));
  return allowed
    ? undefined
    : {
        rule: 'domain_not_allowed',
        cause: `the name \`${shown}\` is not among the allowed domains`,
      };
}

/** `*` is every name, `*.example.org` every name below, `example.org` itself. */
export function matchesName(host: string, pattern: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/** Letters of Cyrillic that look like Latin ones. */
const LOOKALIKES = /^[асеорхуіјѕԁһӏԛԝ0-9-]+$/u;

/** A label that mixes Latin with a script it can be confused with, or that is Cyrillic made of Latin look-alikes. */
function isConfusable(host: string): boolean {
  return domainToUnicode(host)
    .split('.')
    .some((label) => {
      const foreign =
        /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
      if (!foreign.test(label)) return false;
      return /\p{Script=Latin}/u.test(label) || LOOKALIKES.test(label);
    });
}
