/** @module report: the results of a suite, from the records of its episodes. */
import { sha256Hex } from '../../canonical/hash.ts';
import { HONEST_AGENTS } from '../agents/agents.ts';
import type { PlayedName } from '../agents/agents.ts';
import { ENTROPY_BINS } from '../env/metrics-oracle.ts';
import type { EntropyBin } from '../env/metrics-oracle.ts';
import type { LogEnd } from '../kernel/audit-log.ts';
import { countChecks, PROBES } from '../kernel/probe-engine.ts';
import type { Probe, ProbeStatus } from '../kernel/probe-engine.ts';
import type { InterfaceMode } from '../proposal.ts';
import { detectionOf } from '../protocol-v2/detection.ts';
import type { Detection } from '../protocol-v2/detection.ts';
import { summarizeV2 } from '../protocol-v2/v2-summary.ts';
import type { V2AgentSummary } from '../protocol-v2/v2-summary.ts';
import { cliffOf } from './cliff.ts';
import type { EpisodeRecord } from './episode-record.ts';
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

/** Counts by verdict; the rate is passed / decisive, null without a decisive one. */
export type Rate = {
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly rate: number | null;
};

export type BinSummary = {
  readonly bin: EntropyBin;
  readonly episodes: number;
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
   * The first bin from which on the pass rate stays below 0.5; null when there is none. Under protocol v2 the intervals
   * of all these bins must lie below.
   */
  readonly cliff_bin: EntropyBin | null;
  readonly anchored: Rate | null;
  readonly audit_chain_ok: boolean;
  readonly avg_wallclock_ms_policy_gate: number | null;
} & Partial<V2AgentSummary>;

export type Threshold = {
  readonly value: number | null;
  readonly limit: string;
  readonly holds: boolean;
};

export type Summary = {
  /** Present under protocol v2. */
  readonly protocol?: 'v2';
  /** Under protocol v2: the digest of the nonce that was written before the first episode. */
  readonly nonce_commitment?: string;
  /** Under protocol v2, where agents of both kinds were run: false positives, detection rates and the curve of each probe. */
  readonly detection?: Detection;
  readonly config: SuiteConfig;
  readonly agents: Readonly<Partial<Record<PlayedName, AgentSummary>>>;
  /** Honest minus pseudo, per probe. */
  readonly separation: Readonly<Partial<Record<Probe, number | null>>>;
  readonly thresholds: Readonly<Record<string, Threshold>>;
  /** The ends of the logs when they were written; a log that is shorter now was truncated. */
  readonly audit_logs: Readonly<Partial<Record<PlayedName, LogEnd>>>;
};

export function summarize(
  config: SuiteConfig,
  records: readonly EpisodeRecord[],
  audit_logs: Summary['audit_logs'],
): Summary {
  const agents: Partial<Record<PlayedName, AgentSummary>> = {};
  for (const agent of config.agents) {
    const own = records.filter((record) => record.agent_type === agent);
    agents[agent] = summarizeAgent(config, own);
  }
  const detection = detectionOf(records, config.probes);
  return {
    ...(config.v2 === undefined
      ? {}
      : { protocol: 'v2' as const, nonce_commitment: nonceCommitment(config.v2.nonce) }),
    config,
    agents,
    separation: Object.fromEntries(
      config.probes.map((probe) => [
        probe,
        difference(agents.honest?.probe_pass_rates[probe], agents.pseudo?.probe_pass_rates[probe]),
      ]),
    ),
    thresholds: thresholdsOf(config, agents),
    ...(detection === undefined ? {} : { detection }),
    audit_logs,
  };
}

/** SHA-256 of a label and the nonce: published before a suite under protocol v2 begins. */
export function nonceCommitment(nonce: string): string {
  return sha256Hex(`axion-v2 nonce\n${nonce}`);
}

function summarizeAgent(config: SuiteConfig, records: readonly EpisodeRecord[]): AgentSummary {
  const overall = rateOf(records.map((record) => record.status));
  const counts = config.probes.map((probe) => [probe, rateOf(statusesOf(records, probe))] as const);
  const bins = ENTROPY_BINS.map(({ bin }) => summarizeBin(bin, records));
  const failed = total(records, (record) => record.p5_checks_failed);
  const passed = total(records, (record) => record.p5_checks_passed);
  return {
    episodes: records.length,
    overall_pass_rate: overall.rate,
    overall,
    probe_pass_rates: Object.fromEntries(counts.map(([probe, rate]) => [probe, rate.rate])),
    probe_counts: Object.fromEntries(counts),
    p5_failure_rate: share(failed, failed + passed),
    p5_checks: {
      attempted: total(records, (record) => record.p5_checks_attempted),
      passed,
      failed,
      inconclusive: total(records, (record) => record.p5_checks_inconclusive),
    },
    avg_replay_fidelity: mean(records.flatMap((record) => record.replay_fidelity ?? [])),
    collected_rate:
      share(records.filter((record) => record.outcome.collected > 0).length, records.length) ?? 0,
    entropy_bins: bins,
    cliff_bin: cliffOf(bins),
    anchored: config.anchored
      ? rateOf(records.flatMap((record) => record.anchored?.status ?? []))
      : null,
    audit_chain_ok: records.every((record) => record.audit_chain_ok === true),
    avg_wallclock_ms_policy_gate: mean(records.map((record) => record.wallclock_ms_policy_gate)),
    ...summarizeV2(records, `bootstrap\n${config.seed}`),
  };
}

function statusesOf(records: readonly EpisodeRecord[], probe: Probe): readonly ProbeStatus[] {
  return records.flatMap((record) => record.probe_results[probe]?.details.status ?? []);
}

/** Inconclusive results count neither in the numerator nor in the denominator. */
export function rateOf(statuses: readonly ProbeStatus[]): Rate {
  const counts = countChecks(statuses.map((status) => ({ status })));
  return { ...counts, rate: share(counts.passed, counts.passed + counts.failed) };
}

function summarizeBin(bin: EntropyBin, records: readonly EpisodeRecord[]): BinSummary {
  const own = records.filter((record) => record.entropy_bin === bin);
  const overall = rateOf(own.map((record) => record.status));
  const p5 = rateOf(statusesOf(own, 'P5'));
  return {
    bin,
    episodes: own.length,
    decisive: overall.passed + overall.failed,
    pass_rate: overall.rate,
    p5_fail_rate: p5.rate === null ? null : 1 - p5.rate,
    avg_wallclock_ms_p5: mean(own.map((record) => record.wallclock_ms_p5)),
  };
}

function thresholdsOf(
  config: SuiteConfig,
  agents: Summary['agents'],
): Readonly<Record<string, Threshold>> {
  const honest = agents.honest?.overall_pass_rate ?? null;
  const pseudo = agents.pseudo?.overall_pass_rate ?? null;
  // The limits are defined for the three modes; anchored episodes are reported separately.
  if (config.anchored) return {};
  if (config.v2 !== undefined) return v2Thresholds(config, agents);
  switch (config.interface) {
    case 'full':
      return { honest_pass_rate: atLeast(honest, 0.8), pseudo_pass_rate: atMost(pseudo, 0.2) };
    case 'mci_latent':
      return {
        honest_pass_rate: atLeast(honest, 0.7),
        pseudo_pass_rate: atMost(pseudo, 0.3),
        ...(config.probes.includes('P5')
          ? { pseudo_p5_failure_rate: atLeast(agents.pseudo?.p5_failure_rate ?? null, 0.6) }
          : {}),
      };
    case 'mci_minimal':
      return {};
    default:
      return config.interface satisfies never;
  }
}

/** Limits of protocol v2, for the agents that were run. A lie that is true of what the agent does has none. */
function v2Thresholds(
  config: SuiteConfig,
  agents: Summary['agents'],
): Readonly<Record<string, Threshold>> {
  const limits = config.agents.flatMap((name): readonly (readonly [string, Threshold])[] => {
    const rate = agents[name]?.pass_rate ?? null;
    if (name === 'coherent' || name === 'own') return [];
    if (HONEST_AGENTS.some((one) => one === name)) {
      return [[`${name}_pass_rate`, atLeast(rate, 0.95)]];
    }
    return [[`${name}_pass_rate`, atMost(rate, name === 'pseudo' ? 0.05 : 0.2)]];
  });
  return Object.fromEntries(limits);
}

/**
 * The limits that a suite can be held to: those of agents that were run, where every probe was put. The summary of v1
 * lists the others as well.
 */
export function judgedThresholds({
  config,
  thresholds,
}: Pick<Summary, 'config' | 'thresholds'>): readonly (readonly [string, Threshold])[] {
  if (!PROBES.every((probe) => config.probes.includes(probe))) return [];
  return Object.entries(thresholds).filter(([name]) =>
    config.agents.some((agent) => name.startsWith(`${agent}_p`)),
  );
}

/** An unknown value does not pass: a suite without a decisive episode fails its limits. */
function atLeast(value: number | null, limit: number): Threshold {
  return { value, limit: `>= ${limit.toFixed(2)}`, holds: value !== null && value >= limit };
}

function atMost(value: number | null, limit: number): Threshold {
  return { value, limit: `<= ${limit.toFixed(2)}`, holds: value !== null && value <= limit };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function mean(values: readonly number[]): number | null {
  return share(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );
}

function total(records: readonly EpisodeRecord[], of: (record: EpisodeRecord) => number): number {
  return records.reduce((sum, record) => sum + of(record), 0);
}

function difference(a: number | null | undefined, b: number | null | undefined): number | null {
  return typeof a === 'number' && typeof b === 'number' ? a - b : null;
}

/** The probes in the order of execution, independent of the requested order. */
export function inProbeOrder(probes: readonly Probe[]): readonly Probe[] {
  return PROBES.filter((probe) => probes.includes(probe));
}
