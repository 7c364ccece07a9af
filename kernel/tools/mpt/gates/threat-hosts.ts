/** @module threat-hosts: addresses that no tool may be given; the web runners check again when they connect. */
import { domainToUnicode } from 'node:url';

import { TaskStop } from '../../runners/task/task-stop.ts';
import { checkUrl, isOpened } from '../../runners/web/policy.ts';
import type { WebPolicy } from '../../runners/web/policy.ts';

/** Names that no public host has. */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|onion|arpa)$/;

/** An address in brackets or of digits, checked as an IP address, not as a name. */
const LITERAL = /^(?:\[.*\]|[0-9.]+)$/;

/**
 * What is wrong with an address, in one line; undefined when it is allowed.
 *
 * @param domains those of the tool's contract
 */
export function hostFault(
  address: string,
  domains: readonly string[],
  policy: WebPolicy,
): string | undefined {
  try {
    const url = checkUrl(address, policy);
    const host = url.hostname.replace(/\.$/, '');
    const port = url.port === '' ? standardPort(url) : url.port;
    return isOpened(policy, url.hostname, port) ? undefined : nameFault(host, domains);
  } catch (error) {
    if (error instanceof TaskStop) return error.message;
    throw error;
  }
}

function standardPort(url: URL): string {
  return url.protocol === 'https:' ? '443' : '80';
}

function nameFault(host: string, domains: readonly string[]): string | undefined {
  const shown = host.slice(0, 100);
  if (!LITERAL.test(host)) {
    if (!host.includes('.') || LOCAL_NAMES.test(host)) {
      return `the name \`${shown}\` belongs to no public host`;
    }
    if (isConfusable(host)) return `the name \`${shown}\` imitates another alphabet`;
  }
  return domains.some((pattern) => matchesName(host, pattern))
    ? undefined
    : `the name \`${shown}\` is not among the domains of the tool`;
}

/** `*` matches every name, `*.example.org` every subdomain, `example.org` itself. */
function matchesName(host: string, pattern: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

const FOREIGN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
/** Cyrillic letters that look like Latin ones. */
const LOOKALIKES = /^[асеорхуіјѕԁһӏԛԝ0-9-]+$/u;

/** A label that mixes Latin with a script it can be confused with, or that is Cyrillic made of Latin look-alikes. */
function isConfusable(host: string): boolean {
  return domainToUnicode(host)
    .split('.')
    .some(
      (label) => FOREIGN.test(label) && (/\p{Script=Latin}/u.test(label) || LOOKALIKES.test(label)),
    );
}
