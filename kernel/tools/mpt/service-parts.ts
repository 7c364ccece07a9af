/** @module service-parts: the parameters of the tool service, and the policy that an operator may tighten. */
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
  /** Required digests of contracts, by tool id. */
  readonly pins: Readonly<Record<string, string>>;
  /** Bytes of a whole output, including encoded files. */
  readonly output_bytes_max: number;
  /** How long a runner may take to stop when its signal is aborted, in milliseconds. */
  readonly stop_grace_ms: number;
  /** How long the audit log may take, in milliseconds. */
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

/** Keeps outputs that are too long, and binary files. The returned handle goes into the answer and must be short. */
export type Artefacts = {
  keep(artefact: {
    readonly run_id: string;
    readonly tool_id: string;
    /** Canonical JSON of the whole output. */
    readonly text: string;
    readonly sha256: string;
  }): Promise<Readonly<Record<string, string | number>>>;
  /** Keeps a binary file under a name that its content determines; answers its path. */
  keepFile(file: {
    readonly run_id: string;
    readonly name: string;
    readonly content: Uint8Array;
  }): Promise<string>;
};

/** What the service is given. */
export type ToolServiceParts = {
  readonly contracts: readonly ToolContract[];
  /** By tool id. The service disposes none of them. */
  readonly runners: ReadonlyMap<string, Runner>;
  /** Entries of all runs. */
  readonly history: Pick<ToolLedger, 'recent'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new UUID, lower-case. */
  readonly randomId: () => string;
  readonly policy?: Partial<ToolPolicy>;
  readonly delay?: Delay;
  /** Receives faults; the caller's refusal holds no detail of them. */
  readonly onFault?: (error: unknown, run_id: string) => void;
};
