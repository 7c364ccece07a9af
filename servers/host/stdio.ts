/** @module stdio: one server on standard input and output; it ends when the client disconnects. */
import type { Readable, Writable } from 'node:stream';

import { type Connect, eraOf } from './era.ts';
import { StdioTransport, type RefuseUnusable } from './stdio-transport.ts';

/** After this pause (ms) without input the server starts loading, so that it is ready for a host that writes late. */
const READY_AFTER_MS = 50;
/**
 * After the end of the input, calls are cancelled when none has been answered for this long (ms). The time is counted in
 * timer steps, so that a process that is computing, or gets no processor time, is not mistaken for an idle one.
 */
const [QUIET_MS, STEP_MS] = [10_000, 100];
/** Longest wait (ms) for cancelled calls to be answered. */
const CANCELLED_MS = 30_000;

/** The interface between serving and its process. */
export type Serving = {
  readonly signal: AbortSignal;
  readonly onIdle: () => void;
  readonly refuse: RefuseUnusable;
  /** Resolves when calls can be answered, or opening has failed. */
  readonly opened: Promise<void>;
  /** Cancels the running calls. */
  readonly cancel: () => void;
  /** Default: 10 s. */
  readonly quietMs?: number;
};

/**
 * Serves until the input ends or `signal` aborts, in the protocol version of the first message. Calls `onIdle` after the
 * immediate part of the first answer, and at the latest when serving ends, so that slow parts are loaded then.
 *
 * After the end of the input, received requests are still answered, because a client may still be reading; those that
 * take too long are cancelled. When `signal` aborts, or the output cannot be written, they are cancelled immediately.
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
    // The refusal is logged, so the log must be open
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
  // The fault of a workspace that cannot be opened is reported even after the client has left
  const answered = Promise.all([transport.idle(), opened]).then(() => undefined);
  const counted = Promise.race([transport.idle(), opened]);
  await firstOf([answered, stopped], quiet(transport, counted, quietMs));
  cancel();
  await firstOf([transport.idle()], quiet(transport, Promise.resolve(), CANCELLED_MS));
  for (const close of links) await close();
  await transport.close();
}

/** A wait that can be cancelled. */
type Wait = { readonly over: Promise<void>; readonly giveUp: () => void };

/** Waits for the first of several promises, or for the end of a wait. */
async function firstOf(promises: readonly Promise<void>[], wait: Wait): Promise<void> {
  try {
    await Promise.race([...promises, wait.over]);
  } finally {
    wait.giveUp();
  }
}

/** Ends when, after `from`, nothing has been answered for `ms` milliseconds. It keeps the process alive. */
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
