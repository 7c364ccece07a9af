/** @module post-notice: sends one notice; only the status of the answer counts. */
import { webhookFault } from '../../../schemas/webhook-address.ts';
import type { NoticeOutcome } from './notice-entries.ts';

/** A notice as it is sent. */
export type Post = {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Sends the notice. A status from 200 to 299 confirms it; redirects are not followed. Never throws. */
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

/** The reason of an error, without text that the other side has written. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  if (error.name === 'TimeoutError') return 'did not answer in time';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
  return `could not be reached (${code})`;
}
