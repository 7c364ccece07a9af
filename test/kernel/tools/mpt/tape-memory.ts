/** @module tape-memory: a tape store in memory for tests of the tool service. */
import { digestOf } from '../../../../kernel/base/canonical/hash.ts';
import type { Tape, TapeStore } from '../../../../kernel/tools/mpt/records/tapes.ts';

/** Creates a store that keeps one tape per `run_id`. */
export function createTapeMemory(): TapeStore {
  const tapes = new Map<string, Tape>();
  const last = (matches: (tape: Tape) => boolean): Tape | undefined =>
    [...tapes.values()].toReversed().find(matches);
  return {
    put: async (tape) => {
      tapes.delete(tape.run_id);
      tapes.set(tape.run_id, tape);
      return await Promise.resolve(digestOf(tape));
    },
    find: async (id) =>
      await Promise.resolve(last((tape) => tape.run_id === id || tape.exec_id === id)),
    findKey: async (key) => await Promise.resolve(last((tape) => tape.key === key)),
  };
}
