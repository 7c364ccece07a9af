/**
 * @module serve-engine: an engine behind a port. It runs the arriving calls one at a time and stops cancelled calls.
 */
import { getHeapStatistics } from 'node:v8';
import { type MessagePort, resourceLimits } from 'node:worker_threads';

import { Interrupted, type Watch } from '../../kernel/base/work/checkpoint.ts';
import { packedReply, transfersOf } from './packed-reply.ts';
import type { CallData, Engine, Live } from './protocol.ts';
import { refusalIn } from './refusal-in.ts';
import { type Ended, type FromThread, SHARED, type ToThread } from './thread.ts';

/** An engine on its own replica of the ledger. */
export type ReplicaEngine = Engine & {
  /**
   * Catches up with the ledger; returns the call with the current permissions of its agent. Refuses a call whose
   * principal is no longer active.
   */
  readonly catchUp: (call: CallData) => Promise<CallData>;
};

/** Minimum interval (ms) between two progress reports. */
const REPORT_MS = 50;
/** Minimum interval (ms) between two measurements of the memory of the thread. */
const MEASURE_MS = 5;
/**
 * Share of the thread's memory that a call may use. V8 collects garbage at the latest when half of the free memory is
 * used. So above this share, at least three fifths were in use after the last collection. At the limit of V8 itself, the
 * whole process can end.
 */
const USABLE = 0.8;
/**
 * Interval (ms) at which the thread shows that its event loop runs, so that waiting for a file is not mistaken for a
 * hang.
 */
const BEAT_MS = 200;

/** The memory that a call may use, bytes. */
const USABLE_BYTES = USABLE * (resourceLimits.maxOldGenerationSizeMb ?? Infinity) * 2 ** 20;

/** Serves an engine until the port closes. The engine is opened with the first call. */
export function serveEngine(
  port: MessagePort,
  memory: SharedArrayBuffer,
  open: () => Promise<ReplicaEngine>,
): void {
  const shared = new Int32Array(memory);
  let opened: Promise<ReplicaEngine> | undefined;
  const send = (message: FromThread): void => {
    const isDone = 'ended' in message && message.ended.how === 'done';
    port.postMessage(message, isDone ? [...transfersOf(message.ended)] : []);
  };
  setInterval(() => Atomics.add(shared, SHARED.beats, 1), BEAT_MS).unref();
  port.on('message', (message: ToThread) => {
    // If opening fails, the next call tries again.
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    const { id } = message;
    void endOf(opened, message, { shared, send }).then((ended) => send({ id, ended }));
  });
}

async function endOf(
  opened: Promise<ReplicaEngine>,
  { id, step, text, limit_ms }: ToThread,
  { shared, send }: { readonly shared: Int32Array; readonly send: (message: FromThread) => void },
): Promise<Ended> {
  const stop = new AbortController();
  try {
    const engine = await opened;
    const request = JSON.parse(text);
    // The call may have waited: what was revoked meanwhile must not be answered.
    const call = await engine.catchUp(request.call);
    const began = performance.now();
    let [reported, measured] = [0, 0];
    const watch: Watch = (progress) => {
      Atomics.add(shared, SHARED.beats, 1);
      const now = performance.now();
      if (Atomics.load(shared, SHARED.cancelled) === id) {
        stop.abort();
        throw new Interrupted('cancelled');
      }
      if (limit_ms !== null && now - began > limit_ms) throw new Interrupted('overdue');
      if (step !== 'job' && now - began > call.plan_ms) throw new Interrupted('too_long');
      if (now - measured >= MEASURE_MS) {
        measured = now;
        if (getHeapStatistics().used_heap_size > USABLE_BYTES) throw new Interrupted('too_large');
      }
      if (progress.total === 0 || now - reported < REPORT_MS) return;
      reported = now;
      send({ id, progress });
    };
    const live: Live = {
      watch,
      signal: stop.signal,
      progress: () => undefined,
      begin: cannotBegin,
    };
    const reply = await engine.handle(step, { ...request, call }, live);
    return { how: 'done', ...packedReply(reply), ms: performance.now() - began };
  } catch (error) {
    if (error instanceof Interrupted && error.because === 'too_large') {
      return { how: 'died', memory_mb: Math.round(USABLE_BYTES / 2 ** 20) };
    }
    if (error instanceof Interrupted) return { how: 'interrupted', because: error.because };
    const refusal = refusalIn(error);
    if (refusal !== null) return { how: 'refused', refusal: refusal.body };
    return { how: 'failed', fault: error instanceof Error ? (error.stack ?? '') : String(error) };
  }
}

function cannotBegin(): never {
  throw new Error('only jobs on the thread of the gate record runs before they begin');
}
