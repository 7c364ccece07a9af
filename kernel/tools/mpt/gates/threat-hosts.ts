/** @module threat-hosts: refuses forbidden addresses in tool inputs; the web runners check again when they connect. */
import { domainToUnicode } from 'node:url';

import { TaskStop } from '../../runners/task/task-stop.ts';
import { checkUrl, isOpened, portOf } from '../../runners/web/policy.ts';
import type { WebPolicy } from '../../runners/web/policy.ts';

/** Name endings that are reserved or local, so no public host has them. */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|onion|arpa)$/;

/** An IP address literal: in brackets or of digits and dots. It is checked as an address, not as a name. */
const LITERAL = /^(?:\[.*\]|[0-9.]+)$/;

/**
 * Why an address is refused, in one line; undefined if it is allowed.
 *
 * @param domains the `domains` of the tool's contract
 */
export function hostFault(
  address: string,
  domains: readonly string[],
  policy: WebPolicy,
): string | undefined {
  try {
    const url = checkUrl(address, policy);
    const host = url.hostname.replace(/\.$/, '');
    return isOpened(policy, url.hostname, portOf(url)) ? undefined : nameFault(host, domains);
  } catch (error) {
    if (error instanceof TaskStop) return error.message;
    throw error;
  }
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

/** Whether a host matches a pattern: `*` is any host, `*.example.org` any subdomain, `example.org` only this host. */
function matchesName(host: string, pattern: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

/** Letters of scripts that are easily confused with Latin. */
const CONFUSABLE_SCRIPTS =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
/** Cyrillic letters that look like Latin ones. */
const LOOKALIKES = /^[асеорхуіјѕԁһӏԛԝ0-9-]+$/u;

/** Whether a label of the host mixes Latin with a confusable script, or consists of Cyrillic look-alikes of Latin. */
function isConfusable(host: string): boolean {
  return domainToUnicode(host)
    .split('.')
    .some(
      (label) =>
        CONFUSABLE_SCRIPTS.test(label) &&
        (/\p{Script=Latin}/u.test(label) || LOOKALIKES.test(label)),
    );
}
