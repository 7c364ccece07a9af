/** @module stdio: one server on standard input and output; it ends when the client goes. */
import type { Readable, Writable } from 'node:stream';

import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

/** Serves until the input ends, the transport closes or `signal` aborts. */
export async function serveStdio(
  server: Server,
  streams: { readonly input: Readable; readonly output: Writable },
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // The SDK's transport does not close when its input ends, which would leave the process behind.
  streams.input.once('end', resolve);
  streams.input.once('close', resolve);
  streams.output.once('error', () => resolve());
  signal.addEventListener('abort', () => resolve(), { once: true });
  server.onclose = resolve;
  await server.connect(new StdioServerTransport(streams.input, streams.output));
  await promise;
  await server.close();
}
