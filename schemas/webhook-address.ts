/** @module webhook-address: which addresses may be told that an approval waits. */
import { HAS_CREDENTIALS, urlTextFault } from './url-text.ts';

/** Names of this machine for itself. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Why an address cannot be told, null where it can: its text is what is parsed, it is encrypted or on this machine, and has
 * no password in it.
 */
export function webhookFault(address: string): string | null {
  return urlTextFault(address) ?? parsedWebhookFault(address);
}

/** The part of `webhookFault` that every stored policy has passed. */
export function parsedWebhookFault(address: string): string | null {
  const url = URL.parse(address);
  if (url === null) return 'is no address';
  if (url.username !== '' || url.password !== '') {
    return `${HAS_CREDENTIALS}, and would be in the log with it`;
  }
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:' && LOOPBACK.test(url.hostname)) return null;
  return 'is neither https:// nor on this machine';
}
