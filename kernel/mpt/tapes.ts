/** @module tapes: what a run gave, kept so that it can be given or compared again. */
import { digestOf } from '../canonical/hash.ts';
import type { ToolRequest } from './contract.ts';
import type { MptCode } from './refusals.ts';
import type { RunProvenance, RunUse } from './runners/runner.ts';

/** The record of one run that reached its runner. Plain JSON. */
export type Tape = {
  /** Of contract and input: equal questions have equal keys. */
  readonly key: string;
  readonly run_id: string;
  readonly exec_id: string;
  readonly request: ToolRequest;
  /** Null for an output, else the code of the refusal. */
  readonly mpt_code: MptCode | null;
  readonly cause: string;
  /** The whole output, also where the caller was given a part. */
  readonly output: Readonly<Record<string, unknown>>;
  readonly output_sha256: string;
  readonly use: RunUse;
  readonly provenance: RunProvenance;
};

/**
 * Where tapes are kept. The server binds it to files; the last tape of an id or key is found. A tape that was kept and is
 * gone, or is another one now, is refused with a `ToolRefusal` TOOL_DRIFT.
 */
export type TapeStore = {
  /** The SHA-256 of the canonical JSON of what was kept, null where the tape is over the bounds of the store. */
  put(tape: Tape): Promise<string | null>;
  /** By `run_id` or `exec_id`. */
  find(id: string): Promise<Tape | undefined>;
  findKey(key: string): Promise<Tape | undefined>;
};

/** Key of a question to a tool: both digests stand in the entry of each run. */
export function tapeKey(contract_sha256: string, input: Readonly<Record<string, unknown>>): string {
  return digestOf({ contract_sha256, input_sha256: digestOf(input) });
}

/** Tapes in memory, the oldest given up first. */
export function createTapeShelf(tapes_max = 256, units_max = 33_554_432): TapeStore {
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
      for (const [oldest] of tapes)
        if (tapes.size > 1 && (tapes.size > tapes_max || held > units_max)) drop(oldest);
      return await Promise.resolve(digestOf(tape));
    },
    find: async (id) =>
      await Promise.resolve(last((tape) => tape.run_id === id || tape.exec_id === id)),
    findKey: async (key) => await Promise.resolve(last((tape) => tape.key === key)),
  };
}
