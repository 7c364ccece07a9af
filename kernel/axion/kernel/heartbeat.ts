/** @module heartbeat: the progress of a watched thread in shared memory. */

/** Two 32-bit words: a count that is odd during an evaluation, and the evaluations of the current task. */
export type Heartbeat = Int32Array<SharedArrayBuffer>;

const PHASE = 0;
const EVALUATIONS = 1;

export function newHeartbeat(memory = new SharedArrayBuffer(8)): Heartbeat {
  return new Int32Array(memory);
}

/** Functions to call before and after each evaluation of one task; evaluations count from 1. */
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
