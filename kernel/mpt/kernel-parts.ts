/** @module kernel-parts: what a tool kernel is made of, and the policy that an operator may tighten. */
import type { Delay } from '../apex/deadline.ts';
import type { ToolContract } from './contract.ts';
import type { ToolLedger } from './ledger-entry.ts';
import { DEFAULT_RUN_BUDGET } from './run-budget.ts';
import type { RunBudget, Runner } from './runners/runner.ts';
import { PUBLIC_WEB } from './runners/web-policy.ts';
import type { TapeStore } from './tapes.ts';
import type { ThreatPolicy } from './threat-scan.ts';

/** Bounds and rules of a kernel. */
export type ToolPolicy = {
  /** Of one call, and of all calls of one run together. */
  readonly budget: RunBudget;
  readonly concurrent_max: number;
  readonly threat: ThreatPolicy;
  /** Digests that contracts must have, by tool id. */
  readonly pins: Readonly<Record<string, string>>;
  /** Bytes of a whole output, encoded files among them. */
  readonly output_bytes_max: number;
  /** How long a runner may take to stop when told to, in milliseconds. */
  readonly stop_grace_ms: number;
  /** How long the audit log may take, in milliseconds. */
  readonly audit_ms: number;
  /** Whether answers of deterministic tools are given again. */
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

/** Keeps what is too long to be answered. The handle goes into the answer and must be short. */
export type Artefacts = {
  keep(artefact: {
    readonly run_id: string;
    readonly tool_id: string;
    /** Canonical JSON of the whole output. */
    readonly text: string;
    readonly sha256: string;
  }): Promise<Readonly<Record<string, string | number>>>;
};

/** What a kernel is made of. */
export type ToolKernelParts = {
  readonly contracts: readonly ToolContract[];
  /** By tool id. The kernel disposes of none. */
  readonly runners: ReadonlyMap<string, Runner>;
  readonly ledger: ToolLedger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new UUID, lower-case. */
  readonly randomId: () => string;
  readonly policy?: Partial<ToolPolicy>;
  /** Default: a bounded shelf in memory. */
  readonly tapes?: TapeStore;
  /** Without it an output over its tokens is refused. */
  readonly artefacts?: Artefacts;
  readonly delay?: Delay;
  /** Told of what broke; the caller only learns that something did. */
  readonly onFault?: (error: unknown, run_id: string) => void;
};
