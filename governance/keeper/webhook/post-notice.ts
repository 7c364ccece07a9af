/** @module post-notice: one notice is sent, and its receiver's status is all that counts of the answer. */
import { webhookFault } from '../../../schemas/webhook-address.ts';
import type { NoticeOutcome } from './notice-entries.ts';

/** A notice as it is sent. */
export type Post = {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Sends it. A status from 200 to 299 is a receipt; redirects are not followed. Never throws. */
export async function postNotice(
  { url, body, headers }: Post,
  signal: AbortSignal,
): Promise<NoticeOutcome> {
  const fault = webhookFault(url);
  if (fault !== null) return { delivered: false, detail: `the address ${fault}` };
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal,
    });
    await response.body?.cancel();
    return { delivered: response.ok, detail: `answered ${response.status}` };
  } catch (error) {
    return { delivered: false, detail: reasonOf(error) };
  }
}

/** What of an error says nothing that the other side has written. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'did not answer in time';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
  return `could not be reached (${code})`;
}
