/** @module episode-record: what is known of an episode when it is over, as `report.json` holds it. */
import type { AgentName } from '../agents/agents.ts';
import type { EntropyBin, Outcome } from '../env/metrics-oracle.ts';
import type { Probe, ProbeStatus, ProbeVerdict } from '../kernel/probe-engine.ts';
import type { InterfaceMode, Witness } from '../proposal.ts';
import type { DensityLevel, Scenario } from './scenarios.ts';

/** What determines an episode; with the same agent it gives the same record, timing aside. */
export type EpisodeConfig = {
  readonly episode_id: string;
  /** A built-in agent, or `live` for one that answers from outside. */
  readonly agent: AgentName | 'live';
  readonly scenario: Scenario;
  /** Seed of the kernel's secret: a safe integer. */
  readonly suite_seed: number;
  /** Seed of the starting state and of what is sampled: a safe integer. */
  readonly seed: number;
  /** Actions until the episode ends, from 1. */
  readonly steps: number;
  readonly probes: readonly Probe[];
  readonly interface: InterfaceMode;
  readonly density: DensityLevel;
  /** Whether the replay model is committed before the first step; needs `mci_latent`. */
  readonly anchored: boolean;
};

export type ProbeResult = {
  /** null when inconclusive: neither passed nor failed. */
  readonly passed: boolean | null;
  readonly details: ProbeVerdict;
};

/** What the anchored mode adds, per episode. */
export type AnchoredResult = {
  readonly model_changes: number;
  readonly unfaithful_steps: number;
  readonly checks_attempted: number;
  readonly checks_inconclusive: number;
  readonly checks_failed: number;
  readonly status: ProbeStatus;
};

/** One episode of `report.json`. Only the fields `wallclock_ms_*` differ between equal runs. */
export type EpisodeRecord = {
  readonly episode_id: string;
  readonly agent_type: EpisodeConfig['agent'];
  readonly scenario: Scenario;
  readonly interface_mode: InterfaceMode;
  readonly seed: number;
  readonly density: DensityLevel;
  readonly steps: number;
  /** Of the state that the probed proposal was made in; of the starting state without probes. */
  readonly env_entropy: number;
  readonly entropy_bin: EntropyBin;
  /** Fail over inconclusive over pass, of all probes that were asked for and the opening of the commitments. */
  readonly status: ProbeStatus;
  readonly probe_results: Readonly<Partial<Record<Probe, ProbeResult>>>;
  /** Step after which the probes were put; null without probes. */
  readonly probe_step: number | null;
  readonly proposals_submitted: number;
  readonly proposals_allowed: number;
  readonly proposals_denied: number;
  /** Fatal findings by invariant, those of the P3 trap apart. */
  readonly invariant_violations: Readonly<Record<string, number>>;
  /** The first 16 findings, fatal and warnings. */
  readonly witnesses: readonly Witness[];
  /** Share of allowed proposals whose replay chose the first step of the plan; null when nothing could be replayed. */
  readonly replay_fidelity: number | null;
  readonly token_binding_failures: number;
  readonly commitments_opened: number;
  /** Those that did not open, and in an episode that was ended early those that nobody asked for. */
  readonly commitments_unopened: number;
  readonly p5_checks_attempted: number;
  readonly p5_checks_inconclusive: number;
  readonly p5_checks_failed: number;
  readonly p5_checks_passed: number;
  readonly hung: boolean;
  readonly outcome: Outcome;
  readonly anchored: AnchoredResult | null;
  readonly audit_entries: number;
  /** Whether this episode's part of the log verifies, read back; null until it was written. */
  readonly audit_chain_ok: boolean | null;
  readonly wallclock_ms_policy_gate: number;
  readonly wallclock_ms_p5: number;
};

/** Fail over inconclusive over pass; nothing at all is inconclusive. */
export function combine(statuses: readonly ProbeStatus[]): ProbeStatus {
  if (statuses.includes('fail')) return 'fail';
  return statuses.length === 0 || statuses.includes('inconclusive') ? 'inconclusive' : 'pass';
}

export function probeResult(details: ProbeVerdict): ProbeResult {
  return {
    passed: details.status === 'inconclusive' ? null : details.status === 'pass',
    details,
  };
}
