/** @module heartbeat: the progress of a watched thread in shared memory. */

/**
 * Two 32-bit words: a phase counter that is odd during an evaluation, and the number of evaluations of the current
 * task.
 */
export type Heartbeat = Int32Array<SharedArrayBuffer>;

const PHASE = 0;
const EVALUATIONS = 1;

/** A heartbeat over the shared memory. Default: new memory. */
export function newHeartbeat(memory = new SharedArrayBuffer(8)): Heartbeat {
  return new Int32Array(memory);
}

/** Starts a task: returns the functions to call before and after each of its evaluations, which are counted from 1. */
export function beatFor(heartbeat: Heartbeat): {
  readonly enter: () => void;
  readonly leave: () => void;
} {
  Atomics.store(heartbeat, EVALUATIONS, 0);
  if (Atomics.load(heartbeat, PHASE) % 2 !== 0) Atomics.add(heartbeat, PHASE, 1);
  return {
    enter() {
      Atomics.add(heartbeat, EVALUATIONS, 1);
      Atomics.add(heartbeat, PHASE, 1);
    },
    leave() {
      Atomics.add(heartbeat, PHASE, 1);
    },
  };
}

/** The current phase, whether an evaluation is running, and its number. */
export function readBeat(heartbeat: Heartbeat): {
  readonly phase: number;
  readonly evaluating: boolean;
  readonly evaluation: number;
} {
  const phase = Atomics.load(heartbeat, PHASE);
  return {
    phase,
    evaluating: phase % 2 !== 0,
    evaluation: Atomics.load(heartbeat, EVALUATIONS),
  };
}
