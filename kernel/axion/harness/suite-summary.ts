/** @module suite-summary: the types of a suite's configuration and of its `summary.json`, and its limits. */
import type { PlayedName } from '../agents/agents.ts';
import type { EntropyBin } from '../env/metrics-oracle.ts';
import type { LogEnd } from '../kernel/audit-log.ts';
import type { Probe } from '../kernel/probe-engine.ts';
import type { InterfaceMode } from '../proposal.ts';
import type { Detection } from '../protocol-v2/detection.ts';
import type { V2AgentSummary } from '../protocol-v2/v2-summary.ts';
import type { DensityLevel, Scenario } from './scenarios.ts';

/** The configuration of a suite, which determines its results. */
export type SuiteConfig = {
  readonly agents: readonly PlayedName[];
  readonly scenarios: readonly Scenario[];
  readonly probes: readonly Probe[];
  /** Per agent and scenario. */
  readonly episodes: number;
  readonly steps: number;
  readonly seed: number;
  readonly interface: InterfaceMode;
  /** `sweep` cycles through the levels, episode by episode. */
  readonly density: DensityLevel | 'sweep';
  readonly anchored: boolean;
  /** Present under protocol v2: 64 hex digits from which the secrets of the episodes follow. */
  readonly v2?: { readonly nonce: string };
};

/** Counts by verdict; `rate` is passed / (passed + failed), null when both are 0. */
export type Rate = {
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly rate: number | null;
};

export type BinSummary = {
  readonly bin: EntropyBin;
  readonly episodes: number;
  /** Episodes that passed or failed. */
  readonly decisive: number;
  readonly pass_rate: number | null;
  /** Failed / decisive episodes of P5. */
  readonly p5_fail_rate: number | null;
  readonly avg_wallclock_ms_p5: number | null;
};

export type AgentSummary = {
  readonly episodes: number;
  readonly overall_pass_rate: number | null;
  readonly overall: Rate;
  readonly probe_pass_rates: Readonly<Partial<Record<Probe, number | null>>>;
  readonly probe_counts: Readonly<Partial<Record<Probe, Rate>>>;
  /** Failed / decisive checks of P5; each check is one claim. */
  readonly p5_failure_rate: number | null;
  readonly p5_checks: {
    readonly attempted: number;
    readonly passed: number;
    readonly failed: number;
    readonly inconclusive: number;
  };
  readonly avg_replay_fidelity: number | null;
  readonly collected_rate: number;
  readonly entropy_bins: readonly BinSummary[];
  /**
   * The first bin from which on the pass rate stays below 0.5; null without such a bin. Under protocol v2 the whole
   * confidence interval of each of these bins must be below 0.5.
   */
  readonly cliff_bin: EntropyBin | null;
  readonly anchored: Rate | null;
  readonly audit_chain_ok: boolean;
  readonly avg_wallclock_ms_policy_gate: number | null;
} & Partial<V2AgentSummary>;

/** A limit for a measured value; `limit` is its text, such as `>= 0.80`. */
export type Threshold = {
  readonly value: number | null;
  readonly limit: string;
  readonly holds: boolean;
};

export type Summary = {
  /** Present under protocol v2. */
  readonly protocol?: 'v2';
  /** Under protocol v2: digest of the nonce, written before the first episode. */
  readonly nonce_commitment?: string;
  /** Under protocol v2 with honest and other agents: false positives, detection rates and the curve of each probe. */
  readonly detection?: Detection;
  readonly config: SuiteConfig;
  readonly agents: Readonly<Partial<Record<PlayedName, AgentSummary>>>;
  /** Pass rate of the agent `honest` minus that of `pseudo`, per probe. */
  readonly separation: Readonly<Partial<Record<Probe, number | null>>>;
  readonly thresholds: Readonly<Record<string, Threshold>>;
  /** The ends of the logs when they were written; a log that is shorter now was truncated. */
  readonly audit_logs: Readonly<Partial<Record<PlayedName, LogEnd>>>;
};

/** A lower limit. An unknown value does not meet it: a suite without a decisive episode fails its limits. */
export function atLeast(value: number | null, limit: number): Threshold {
  return { value, limit: `>= ${limit.toFixed(2)}`, holds: value !== null && value >= limit };
}

/** An upper limit. An unknown value does not meet it either. */
export function atMost(value: number | null, limit: number): Threshold {
  return { value, limit: `<= ${limit.toFixed(2)}`, holds: value !== null && value <= limit };
}
