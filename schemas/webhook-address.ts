/** @module webhook-address: the addresses that may be notified of pending approvals. */
import { HAS_CREDENTIALS, urlTextFault } from './url-text.ts';

/** Loopback names. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The fault of an address, null without one: it must be parsed as it is written, be encrypted or on this machine, and
 * contain no password.
 */
export function webhookFault(address: string): string | null {
  return urlTextFault(address) ?? parsedWebhookFault(address);
}

/** The part of `webhookFault` that is checked in every stored policy. */
export function parsedWebhookFault(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return 'is not an address';
  if (url.username !== '' || url.password !== '') {
    return `${HAS_CREDENTIALS}, and would be in the log with it`;
  }
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:' && LOOPBACK.test(url.hostname)) return null;
  return 'is neither https:// nor on this machine';
}
