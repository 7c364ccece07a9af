/** @module hub-address: checks the address of a hub before requests are sent to it. */
import { printable } from '../../../kernel/base/text/printable.ts';
import { urlTextFault } from '../../../schemas/url-text.ts';
import { misuse } from '../failure.ts';

/** Whether a host name refers to this machine. */
function isLoopback(hostname: string): boolean {
  return ['localhost', '[::1]'].includes(hostname) || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** The address in a text; null if it has credentials, a query or a fragment, or a path that does not match. */
export function webAddress(text: string, path: RegExp): URL | null {
  const url = URL.parse(text);
  const isPlain =
    url !== null &&
    urlTextFault(text) === null &&
    ['http:', 'https:'].includes(url.protocol) &&
    path.test(url.pathname) &&
    url.username + url.password + url.search + url.hash === '';
  return isPlain ? url : null;
}

/**
 * The address of a hub. Throws CliFailure with exit code 2 for any other address, and for http:// to another machine
 * unless `insecure` permits it.
 */
export function hubAddress(text: string, insecure: boolean): URL {
  const url = webAddress(text, /^\/$/);
  if (url === null) {
    throw misuse(
      `invalid --hub \`${printable(text)}\`, expected an address such as https://plans.example`,
      'use the address that the hub prints, or that of its proxy, without a path',
    );
  }
  if (url.protocol === 'https:' || isLoopback(url.hostname) || insecure) return url;
  throw misuse(
    `\`${printable(text)}\` is not encrypted: anyone on the network path could read the answers`,
    'use https://, or add --insecure if the connection is protected in another way',
  );
}
