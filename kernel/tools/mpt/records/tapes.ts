/** @module tapes: recorded outputs of runs, for replay and comparison. */
import { digestOf } from '../../canonical/hash.ts';
import type { RunProvenance, RunUse } from '../../runners/runner.ts';
import type { ToolRequest } from '../contracts/contract.ts';
import type { MptCode } from '../refusals.ts';

/** The record of one run that reached its runner. Plain JSON. */
export type Tape = {
  /** Digest of contract and input: equal requests have equal keys. */
  readonly key: string;
  readonly run_id: string;
  readonly exec_id: string;
  readonly request: ToolRequest;
  /** Null for an output, else the code of the refusal. */
  readonly mpt_code: MptCode | null;
  readonly cause: string;
  /** The whole output, even if a shortened one was returned. */
  readonly output: Readonly<Record<string, unknown>>;
  readonly output_sha256: string;
  readonly use: RunUse;
  readonly provenance: RunProvenance;
};

/**
 * Storage of tapes; the server binds it to files. `find` returns the last tape of an id or key. A tape that was kept and
 * is now missing or changed is refused with a `ToolRefusal` TOOL_DRIFT.
 */
export type TapeStore = {
  /** Stores a tape; returns the SHA-256 of its canonical JSON, or null when it exceeds the bounds of the store. */
  put(tape: Tape): Promise<string | null>;
  /** By `run_id` or `exec_id`. */
  find(id: string): Promise<Tape | undefined>;
  findKey(key: string): Promise<Tape | undefined>;
};

/** Key of a request to a tool, of two digests that are in the ledger entry of each run. */
export function tapeKey(contract_sha256: string, input: Readonly<Record<string, unknown>>): string {
  return digestOf({ contract_sha256, input_sha256: digestOf(input) });
}

/** Tapes in memory; the oldest are evicted first. */
export function createTapeMemory(tapes_max = 256, units_max = 33_554_432): TapeStore {
  const tapes = new Map<string, { readonly tape: Tape; readonly units: number }>();
  let held = 0;
  const drop = (run_id: string): void => {
    held -= tapes.get(run_id)?.units ?? 0;
    tapes.delete(run_id);
  };
  const last = (matches: (tape: Tape) => boolean): Tape | undefined =>
    [...tapes.values()].toReversed().find(({ tape }) => matches(tape))?.tape;
  return {
    put: async (tape) => {
      const units = JSON.stringify(tape).length;
      drop(tape.run_id);
      tapes.set(tape.run_id, { tape, units });
      held += units;
      for (const [oldest] of tapes) {
        if (tapes.size > 1 && (tapes.size > tapes_max || held > units_max)) drop(oldest);
      }
      return await Promise.resolve(digestOf(tape));
    },
    find: async (id) =>
      await Promise.resolve(last((tape) => tape.run_id === id || tape.exec_id === id)),
    findKey: async (key) => await Promise.resolve(last((tape) => tape.key === key)),
  };
}
