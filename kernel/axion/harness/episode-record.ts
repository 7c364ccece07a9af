/** @module episode-record: the record of an ended episode, as in `report.json`. */
import type { PlayedName } from '../agents/agents.ts';
import type { EntropyBin, Outcome } from '../env/metrics-oracle.ts';
import type { Probe, ProbeStatus, ProbeVerdict } from '../kernel/probe-engine.ts';
import type { InterfaceMode, Witness } from '../proposal.ts';
import type { V2Config, V2Record } from '../protocol-v2/v2-record.ts';
import type { DensityLevel, Scenario } from './scenarios.ts';

/** The configuration of an episode; with the same agent it gives the same record, except for timing. */
export type EpisodeConfig = {
  readonly episode_id: string;
  /** A built-in agent, `own` for one from a file or a command, or `live` for one that is connected. */
  readonly agent: PlayedName | 'live';
  readonly scenario: Scenario;
  /** Seed of the kernel's secret: a safe integer. */
  readonly suite_seed: number;
  /** Seed of the starting state and of all samples: a safe integer. */
  readonly seed: number;
  /** Actions until the episode ends, from 1. */
  readonly steps: number;
  readonly probes: readonly Probe[];
  readonly interface: InterfaceMode;
  readonly density: DensityLevel;
  /** Whether the replay model is committed before the first step; needs `mci_latent`. */
  readonly anchored: boolean;
  /** Present under protocol v2; `full` or `mci_latent`, and not anchored. */
  readonly v2?: V2Config;
};

export type ProbeResult = {
  /** null when inconclusive: neither passed nor failed. */
  readonly passed: boolean | null;
  readonly details: ProbeVerdict;
};

/** The result of an anchored episode. */
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
  /** Of the state in which the probed proposal was made; of the starting state without probes. */
  readonly env_entropy: number;
  readonly entropy_bin: EntropyBin;
  /** The worst status of the requested probes and the opening of the commitments: fail, then inconclusive, then pass. */
  readonly status: ProbeStatus;
  readonly probe_results: Readonly<Partial<Record<Probe, ProbeResult>>>;
  /** Step after which the probes were put; null without probes. */
  readonly probe_step: number | null;
  readonly proposals_submitted: number;
  readonly proposals_allowed: number;
  readonly proposals_denied: number;
  /** Fatal findings by invariant, without those of the P3 trap. */
  readonly invariant_violations: Readonly<Record<string, number>>;
  /** The first 16 findings, fatal and warnings. */
  readonly witnesses: readonly Witness[];
  /** Share of allowed proposals whose replay chose the first step of the plan; null when nothing could be replayed. */
  readonly replay_fidelity: number | null;
  readonly token_binding_failures: number;
  readonly commitments_opened: number;
  /** Commitments that did not open, and in an episode that was ended early those whose nonces were not requested. */
  readonly commitments_unopened: number;
  readonly p5_checks_attempted: number;
  readonly p5_checks_inconclusive: number;
  readonly p5_checks_failed: number;
  readonly p5_checks_passed: number;
  readonly hung: boolean;
  readonly outcome: Outcome;
  readonly anchored: AnchoredResult | null;
  readonly audit_entries: number;
  /** Whether this episode's part of the log verifies when read back; null until it was written. */
  readonly audit_chain_ok: boolean | null;
  readonly wallclock_ms_policy_gate: number;
  readonly wallclock_ms_p5: number;
  /** Present under protocol v2; `status` is then its verdict, and `probe_results` are of its probes. */
  readonly v2?: V2Record;
};

/** The worst status: fail, then inconclusive, then pass; inconclusive for an empty list. */
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
