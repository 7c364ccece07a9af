/** @module live: the stream of changes: opened, read, and opened again after an interruption. */
import type { LiveMessage } from '../../../servers/view/protocol/session.ts';
import { HubError, request } from '../api/ask.ts';
import { followModel } from './loader.ts';
import { store } from './store.ts';

/** First and longest wait before the stream is opened again, ms. */
const WAIT_MS = 500;
const WAIT_MAX_MS = 15_000;

/** Maximum length of a line; messages have under 300 characters. */
const LINE_MAX = 10_000;

/** Follows changes until the returned function is called. */
export function keepLive(): () => void {
  const ended = new AbortController();
  void follow(ended.signal);
  return () => ended.abort();
}

async function follow(signal: AbortSignal): Promise<void> {
  let wait_ms = WAIT_MS;
  while (!signal.aborted) {
    try {
      const response = await request('live', {}, signal);
      for await (const message of messagesOf(response)) {
        if (message.kind === 'hello') wait_ms = WAIT_MS;
        take(message);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof HubError && error.isSignedOut) {
        store.isSignedOut.value = true;
        return;
      }
    }
    if (store.isSignedOut.value) return;
    store.live.value = 'offline';
    await pause(wait_ms, signal);
    wait_ms = Math.min(wait_ms * 2, WAIT_MAX_MS);
  }
}

function take(message: LiveMessage): void {
  switch (message.kind) {
    case 'hello':
      // Something may have changed while the stream was closed.
      store.live.value = 'live';
      void followModel();
      break;
    case 'model':
      void followModel();
      break;
    case 'approvals':
      store.revision.value += 1;
      break;
    case 'signed_out':
      store.isSignedOut.value = true;
      break;
    default:
      message satisfies never;
  }
}

async function* messagesOf({ body }: Response): AsyncGenerator<LiveMessage> {
  if (body === null) return;
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield JSON.parse(line);
    if (rest.length > LINE_MAX) return;
  }
}

/** Waits; a browser that is online again, or a page that is in front again, ends the wait. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = new AbortController();
  const options = { signal: ended.signal };
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), options);
  globalThis.addEventListener('online', () => resolve(), options);
  document.addEventListener('visibilitychange', () => resolve(), options);
  await promise;
  clearTimeout(timer);
  ended.abort();
}
