/** @module hub-address: where a hub may be asked for approvals. */
import { urlTextFault } from '../../../schemas/url-text.ts';
import { misuse } from '../failure.ts';
import { printable } from '../printable.ts';

/** Whether a host is this machine itself. */
function isLoopback(hostname: string): boolean {
  return ['localhost', '[::1]'].includes(hostname) || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * The address of a hub. Throws CliFailure with exit code 2 for one that is no address of a hub, and for one on another
 * machine that is not encrypted, unless that is asked for.
 */
export function hubAddress(given: string, insecure: boolean): URL {
  const url = URL.parse(given);
  const isPlain =
    url !== null &&
    urlTextFault(given) === null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '';
  if (!isPlain) {
    throw misuse(
      `got \`${printable(given)}\` for --hub, want an address such as https://plans.example`,
      'give the address that the hub prints or its proxy has, with no path',
    );
  }
  if (url.protocol === 'https:' || isLoopback(url.hostname) || insecure) return url;
  throw misuse(
    `got \`${printable(given)}\`, which is not encrypted: everybody on the way can read what you read`,
    'use https://, or add --insecure where the way is protected otherwise',
  );
}
