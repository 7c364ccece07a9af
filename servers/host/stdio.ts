/** @module stdio: one server on standard input and output; it ends when the client disconnects. */
import type { Readable, Writable } from 'node:stream';

import { type Connect, eraOf } from './era.ts';
import { StdioTransport, type RefuseUnusable } from './stdio-transport.ts';

/** After this pause (ms) without input the server makes itself ready; a host that writes late then finds it so. */
const READY_AFTER_MS = 50;
/**
 * After the end of the input, calls are cancelled once none has been answered for so long (ms). It is counted in steps of
 * the event loop, so that a process that computes, or gets no processor, is not taken for one that waits.
 */
const [QUIET_MS, STEP_MS] = [10_000, 100];
/** Longest wait (ms) for cancelled calls to be answered. */
const CANCELLED_MS = 30_000;

/** What serving needs of its process. */
export type Serving = {
  readonly signal: AbortSignal;
  readonly onIdle: () => void;
  readonly refuse: RefuseUnusable;
  /** Resolves when calls can be answered, or never will be. */
  readonly opened: Promise<void>;
  /** Cancels the calls that run. */
  readonly cancel: () => void;
  /** Default: 10 s. */
  readonly quietMs?: number;
};

/**
 * Serves until the input ends or `signal` aborts, in the version of the protocol that the first message is of. Calls
 * `onIdle` when that message has been answered as far as it can be at once, and in any case: what takes long to load is
 * loaded then.
 *
 * After the end of the input, requests that have come are answered, as a client may still read; those that take too long
 * are cancelled. When `signal` aborts, or the output cannot be written, they are cancelled at once.
 */
export async function serveStdio(
  connect: Connect,
  streams: { readonly input: Readable; readonly output: Writable },
  { signal, onIdle, refuse, opened, cancel, quietMs = QUIET_MS }: Serving,
): Promise<void> {
  const { promise: ended, resolve: onEnd, reject } = Promise.withResolvers<void>();
  const { promise: stopped, resolve: onStop } = Promise.withResolvers<void>();
  // The SDK's transports do not all close when their input ends; without this the process would stay
  streams.input.once('end', onEnd);
  streams.input.once('close', onEnd);
  streams.output.on('error', onStop);
  signal.addEventListener('abort', () => onStop(), { once: true });
  if (signal.aborted) onStop();
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
  await Promise.race([ended, stopped]);
  clearTimeout(pause);
  transport.endInput();
  onIdle();
  // A workspace that is being opened says what is wrong with it, also to a client that has left
  const answered = Promise.all([transport.idle(), opened]).then(() => undefined);
  const counted = Promise.race([transport.idle(), opened]);
  await firstOf([answered, stopped], quiet(transport, counted, quietMs));
  cancel();
  await firstOf([transport.idle()], quiet(transport, Promise.resolve(), CANCELLED_MS));
  for (const close of links) await close();
  await transport.close();
}

/** A wait that can be given up. */
type Wait = { readonly over: Promise<void>; readonly giveUp: () => void };

/** Waits for one of several things, or for the end of a wait. */
async function firstOf(things: readonly Promise<void>[], wait: Wait): Promise<void> {
  try {
    await Promise.race([...things, wait.over]);
  } finally {
    wait.giveUp();
  }
}

/** Ends when so long (ms) after `from` nothing has been answered. It keeps the process alive. */
function quiet(transport: StdioTransport, from: Promise<void>, ms: number): Wait {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let isOpen = false;
  const open = async (): Promise<void> => {
    await from;
    isOpen = true;
  };
  void open();
  let [steps, seen] = [0, transport.answered];
  const timer = setInterval(() => {
    steps = isOpen && seen === transport.answered ? steps + 1 : 0;
    seen = transport.answered;
    if (steps * STEP_MS >= ms) resolve();
  }, STEP_MS);
  return { over, giveUp: () => clearInterval(timer) };
}
