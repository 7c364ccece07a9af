/** @module stdio: one server on standard input and output; it ends when the client disconnects. */
import type { Readable, Writable } from 'node:stream';

import type { Server } from '@modelcontextprotocol/sdk/server/index.js';

import { StdioTransport, type RefuseUnusable } from './stdio-transport.ts';

/** After this pause (ms) without input the server makes itself ready; a host that writes late then finds it so. */
const READY_AFTER_MS = 50;

/** What serving needs of its process. */
export type Serving = {
  readonly signal: AbortSignal;
  readonly onIdle: () => void;
  readonly refuse: RefuseUnusable;
};

/**
 * Serves until the input ends, the transport closes or `signal` aborts. Calls `onIdle` when the first message has been
 * answered as far as it can be at once, and in any case: what takes long to load is loaded then.
 */
export async function serveStdio(
  server: Server,
  streams: { readonly input: Readable; readonly output: Writable },
  { signal, onIdle, refuse }: Serving,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // The SDK's transport does not close when its input ends; without this the process would stay
  streams.input.once('end', resolve);
  streams.input.once('close', resolve);
  streams.output.once('error', () => resolve());
  signal.addEventListener('abort', () => resolve(), { once: true });
  server.onclose = resolve;
  const connected = server.connect(new StdioTransport(streams.input, streams.output, refuse));
  // Behind the listener of the transport, which answers `initialize` before the next turn of the event loop
  streams.input.once('data', () => setImmediate(onIdle));
  const pause = setTimeout(onIdle, READY_AFTER_MS);
  await connected;
  await promise;
  clearTimeout(pause);
  onIdle();
  await server.close();
}
