/** @module stdio: one server on standard input and output; it ends when the client disconnects. */
import type { Readable, Writable } from 'node:stream';

import { type Connect, eraOf } from './era.ts';
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
 * Serves until the input ends or `signal` aborts, in the version of the protocol that the first message is of. Calls
 * `onIdle` when that message has been answered as far as it can be at once, and in any case: what takes long to load is
 * loaded then.
 */
export async function serveStdio(
  connect: Connect,
  streams: { readonly input: Readable; readonly output: Writable },
  { signal, onIdle, refuse }: Serving,
): Promise<void> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  // The SDK's transports do not all close when their input ends; without this the process would stay
  streams.input.once('end', resolve);
  streams.input.once('close', resolve);
  streams.output.once('error', () => resolve());
  signal.addEventListener('abort', () => resolve(), { once: true });
  const links: (() => Promise<void>)[] = [];
  const transport = new StdioTransport(streams.input, streams.output, async (unusable) => {
    // The refusal is entered on the log, which must be open for it
    onIdle();
    return await refuse(unusable);
  });
  const begin = async (): Promise<void> => {
    const first = await transport.open();
    links.push(await connect(eraOf(first), transport));
    // The SDK answers `initialize` before the next turn of the event loop
    setImmediate(onIdle);
  };
  begin().catch(reject);
  const pause = setTimeout(onIdle, READY_AFTER_MS);
  streams.input.once('data', () => clearTimeout(pause));
  await ended;
  clearTimeout(pause);
  onIdle();
  for (const close of links) await close();
  await transport.close();
}
