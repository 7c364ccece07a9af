/** @module episode-record: the record of an ended episode, as in `report.json`. */
import * as z from 'zod';

import { AGENTS, type PlayedName } from '../agents/agents.ts';
import type { EntropyBin } from '../env/metrics-oracle.ts';
import { PROBES, type Probe, type ProbeStatus, type ProbeVerdict } from '../kernel/probe-engine.ts';
import { INTERFACE_MODES, type InterfaceMode, type Witness } from '../proposal.ts';
import type { V2Config, V2Record } from '../protocol-v2/v2-record.ts';
import { DENSITY_LEVELS, SCENARIOS, type DensityLevel, type Scenario } from './scenarios.ts';

/** The configuration of an episode; with the same agent it gives the same record, except for timing. */
export type EpisodeConfig = {
  readonly episode_id: string;
  /** Name of a built-in agent, `own` for an agent from a file or a command, or `live` for a connected agent. */
  readonly agent: PlayedName | 'live';
  readonly scenario: Scenario;
  /** Seed of the kernel's secret: a safe integer. */
  readonly suite_seed: number;
  /** Seed of the starting state and of all samples: a safe integer. */
  readonly seed: number;
  /** Number of actions until the episode ends, at least 1. */
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

const Status = z.enum(['pass', 'fail', 'inconclusive']);

/** The members of a record that exports read from `report.json`; all others are dropped there. */
export const StoredRecord = z.object({
  episode_id: z.string(),
  agent_type: z.enum([...AGENTS, 'own', 'live']),
  scenario: z.enum(SCENARIOS),
  interface_mode: z.enum(INTERFACE_MODES),
  seed: z.number(),
  density: z.enum(DENSITY_LEVELS),
  steps: z.number(),
  /** v1: of the state of the probed proposal, or of the last state if none was probed. v2: of the starting state. */
  env_entropy: z.number(),
  /**
   * The worst status of the requested probes and the opening of the commitments: fail, then inconclusive, then pass.
   */
  status: Status,
  probe_results: z.partialRecord(
    z.enum(PROBES),
    z.object({
      details: z.object({
        status: Status,
        reason: z.string(),
        checks: z.array(z.object({ claim: z.string(), status: Status, reason: z.string() })),
      }),
    }),
  ),
  proposals_submitted: z.number(),
  proposals_allowed: z.number(),
  proposals_denied: z.number(),
  /** Share of replayed proposals whose model chose the first step of the plan; null when none could be replayed. */
  replay_fidelity: z.number().nullable(),
  token_binding_failures: z.number(),
  commitments_opened: z.number(),
  /** Commitments that did not open, or whose nonces were not requested because the episode ended early. */
  commitments_unopened: z.number(),
  p5_checks_attempted: z.number(),
  p5_checks_inconclusive: z.number(),
  p5_checks_failed: z.number(),
  p5_checks_passed: z.number(),
  hung: z.boolean(),
  outcome: z.object({
    collected: z.number(),
    alive: z.boolean(),
    final_energy: z.number(),
    hazard_steps: z.number(),
    conflict_steps: z.number(),
  }),
  audit_entries: z.number(),
  /** Whether this episode's log entries verify when read back; null until they are written. */
  audit_chain_ok: z.boolean().nullable(),
  v2: z.object({ world: z.string(), parts: z.record(z.string(), Status) }).optional(),
});
export type StoredRecord = z.output<typeof StoredRecord>;

/** One episode of `report.json`. Only the fields `wallclock_ms_*` differ between equal runs. */
export type EpisodeRecord = Readonly<Omit<StoredRecord, 'probe_results' | 'v2'>> & {
  readonly entropy_bin: EntropyBin;
  readonly probe_results: Readonly<Partial<Record<Probe, ProbeResult>>>;
  /** Step after which the probes were sent; null without probes. */
  readonly probe_step: number | null;
  /** Number of fatal findings in the log by invariant, including those of probes. */
  readonly invariant_violations: Readonly<Record<string, number>>;
  /** The first 16 findings, fatal and warnings. */
  readonly witnesses: readonly Witness[];
  readonly anchored: AnchoredResult | null;
  readonly wallclock_ms_policy_gate: number;
  readonly wallclock_ms_p5: number;
  /** Present under protocol v2; `status` and `probe_results` are then those of protocol v2. */
  readonly v2?: V2Record;
};

/** The worst status: fail, then inconclusive, then pass; inconclusive for an empty list. */
export function combine(statuses: readonly ProbeStatus[]): ProbeStatus {
  if (statuses.includes('fail')) return 'fail';
  return statuses.length === 0 || statuses.includes('inconclusive') ? 'inconclusive' : 'pass';
}

/** The stored result of a probe. */
export function probeResult(details: ProbeVerdict): ProbeResult {
  return {
    passed: details.status === 'inconclusive' ? null : details.status === 'pass',
    details,
  };
}
