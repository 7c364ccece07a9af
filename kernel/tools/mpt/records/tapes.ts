/** @module tapes: recorded requests and outputs of runs, for replay and comparison. */
import { digestOf } from '../../../base/canonical/hash.ts';
import type { RunProvenance, RunUse } from '../../runners/runner.ts';
import type { ToolRequest } from '../contracts/contract.ts';
import type { MptCode } from '../refusals.ts';

/** The record of one run that reached its runner, as plain JSON. */
export type Tape = {
  /** Digest of contract and input, so equal requests have equal keys. */
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
 * Storage of tapes; the server implements it by files. `find` and `findKey` return the last tape of an id or key, and
 * throw a `ToolRefusal` TOOL_DRIFT if the stored tape is missing or was changed.
 */
export type TapeStore = {
  /** Stores a tape; returns the SHA-256 of its canonical JSON, or null when it exceeds the bounds of the store. */
  put(tape: Tape): Promise<string | null>;
  /** By `run_id` or `exec_id`. */
  find(id: string): Promise<Tape | undefined>;
  findKey(key: string): Promise<Tape | undefined>;
};

/** Tape key of a request. Both digests that it is made of are in the ledger entry of the run. */
export function tapeKey(contract_sha256: string, input: Readonly<Record<string, unknown>>): string {
  return digestOf({ contract_sha256, input_sha256: digestOf(input) });
}
