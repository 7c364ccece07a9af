/** @module webhook-address: checks the address that is notified of pending approvals. */
import { HAS_CREDENTIALS, urlTextFault } from './url-text.ts';

/** Host names of this machine. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The fault of an address; null without one. An address must not be changed by URL parsers, must be encrypted or on this
 * machine, and must not contain credentials.
 */
export function webhookFault(address: string): string | null {
  return urlTextFault(address) ?? parsedWebhookFault(address);
}

/** The part of `webhookFault` that is checked in every stored policy. */
export function parsedWebhookFault(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return 'is not an address';
  if (url.username !== '' || url.password !== '') {
    return `${HAS_CREDENTIALS}, which would be stored in the log`;
  }
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:' && LOOPBACK.test(url.hostname)) return null;
  return 'is neither https:// nor on this machine';
}
