/** @module service-parts: the dependencies and the policy of the tool service. */
import type { Delay } from '../apex/deadline.ts';
import type { RunBudget, Runner } from '../runners/runner.ts';
import { PUBLIC_WEB } from '../runners/web/policy.ts';
import { DEFAULT_RUN_BUDGET } from './bounds/run-budget.ts';
import type { ToolContract } from './contracts/contract.ts';
import type { ThreatPolicy } from './gates/threat-scan.ts';
import type { ToolLedger } from './records/ledger-entry.ts';

/** Bounds and rules of the service. */
export type ToolPolicy = {
  /** Budget of one call, and of all calls of one run together. */
  readonly budget: RunBudget;
  readonly concurrent_max: number;
  readonly threat: ThreatPolicy;
  /** Pinned SHA-256 digests of contracts, by tool id. */
  readonly pins: Readonly<Record<string, string>>;
  /** Largest output including encoded files, bytes. */
  readonly output_bytes_max: number;
  /** How long a runner may take to stop after its signal is aborted, ms. */
  readonly stop_grace_ms: number;
  /** How long a write to the audit log may take, ms. */
  readonly audit_ms: number;
  /** Whether outputs are cached. */
  readonly cache: boolean;
};

export const DEFAULT_TOOL_POLICY: ToolPolicy = {
  budget: DEFAULT_RUN_BUDGET,
  concurrent_max: 6,
  threat: { web: PUBLIC_WEB, input_bytes_max: 16_777_216, input_depth_max: 48 },
  pins: {},
  output_bytes_max: 33_554_432,
  stop_grace_ms: 250,
  audit_ms: 10_000,
  cache: true,
};

/** Why a file could not be stored. */
export type NotStored = { readonly fault: string };

/**
 * Stores outputs that are too long, and binary files. Handles are part of the answer, so they must be short. A file that
 * cannot be stored is no fault of the run, which has ended: the answer states the reason.
 */
export type Artefacts = {
  keep(artefact: {
    readonly run_id: string;
    readonly tool_id: string;
    /** Canonical JSON of the whole output. */
    readonly text: string;
    readonly sha256: string;
  }): Promise<Readonly<Record<string, string | number>> | NotStored>;
  /** Stores a binary file under `name`, which is derived from its content; returns its path. */
  keepFile(file: {
    readonly run_id: string;
    readonly name: string;
    /** The name that the program gave to the file. */
    readonly given_name: string;
    readonly content: Uint8Array;
  }): Promise<string | NotStored>;
};

/** Dependencies of the service. */
export type ToolServiceParts = {
  readonly contracts: readonly ToolContract[];
  /** Runners by tool id. The service does not dispose them. */
  readonly runners: ReadonlyMap<string, Runner>;
  /** The ledger entries of all callers. */
  readonly history: Pick<ToolLedger, 'recent'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new UUID, lower-case. */
  readonly randomId: () => string;
  readonly policy?: Partial<ToolPolicy>;
  readonly delay?: Delay;
  /** Receives faults; the refusal for the caller contains no detail of them. */
  readonly onFault?: (error: unknown, run_id: string) => void;
};
