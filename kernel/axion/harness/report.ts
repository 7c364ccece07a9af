/** @module report: the results of a suite, from the records of its episodes. */
import { sha256Hex } from '../../base/canonical/hash.ts';
import type { PlayedName } from '../agents/agents.ts';
import { ENTROPY_BINS, type EntropyBin } from '../env/metrics-oracle.ts';
import { countChecks, PROBES, type Probe, type ProbeStatus } from '../kernel/probe-engine.ts';
import { detectionOf } from '../protocol-v2/detection.ts';
import { cliffOf } from '../statistics/cliff.ts';
import { mean, share, sumOf } from '../statistics/sums.ts';
import type { EpisodeRecord } from './episode-record.ts';
import { protocolOf } from './protocol.ts';
import type {
  AgentSummary,
  BinSummary,
  Rate,
  SuiteConfig,
  Summary,
  Threshold,
} from './suite-summary.ts';

/** The summary of a suite. @param audit_logs the ends of the logs by agent */
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
    // The limits are defined for plain episodes; anchored ones are reported separately.
    thresholds: config.anchored ? {} : protocolOf(config).thresholds(config, agents),
    ...(detection === undefined ? {} : { detection }),
    audit_logs,
  };
}

/** SHA-256 of a label and the nonce, published before a suite under protocol v2 starts. */
export function nonceCommitment(nonce: string): string {
  return sha256Hex(`axion-v2 nonce\n${nonce}`);
}

function summarizeAgent(config: SuiteConfig, records: readonly EpisodeRecord[]): AgentSummary {
  const overall = rateOf(records.map((record) => record.status));
  const counts = config.probes.map((probe) => [probe, rateOf(statusesOf(records, probe))] as const);
  const bins = ENTROPY_BINS.map(({ bin }) => summarizeBin(bin, records));
  const failed = sumOf(records, (record) => record.p5_checks_failed);
  const passed = sumOf(records, (record) => record.p5_checks_passed);
  return {
    episodes: records.length,
    overall_pass_rate: overall.rate,
    overall,
    probe_pass_rates: Object.fromEntries(counts.map(([probe, rate]) => [probe, rate.rate])),
    probe_counts: Object.fromEntries(counts),
    p5_failure_rate: share(failed, failed + passed),
    p5_checks: {
      attempted: sumOf(records, (record) => record.p5_checks_attempted),
      passed,
      failed,
      inconclusive: sumOf(records, (record) => record.p5_checks_inconclusive),
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
    ...protocolOf(config).summary(records, `bootstrap\n${config.seed}`),
  };
}

function statusesOf(records: readonly EpisodeRecord[], probe: Probe): readonly ProbeStatus[] {
  return records.flatMap((record) => record.probe_results[probe]?.details.status ?? []);
}

/** Counts and pass rate; inconclusive results count neither in the numerator nor in the denominator. */
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

/**
 * The limits that apply to a suite: those of the agents it ran, if it used every probe; else none. The summary of v1
 * also lists limits of agents that were not run.
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

function difference(a: number | null | undefined, b: number | null | undefined): number | null {
  return typeof a === 'number' && typeof b === 'number' ? a - b : null;
}

/** The probes in the order of execution, independent of the requested order. */
export function inProbeOrder(probes: readonly Probe[]): readonly Probe[] {
  return PROBES.filter((probe) => probes.includes(probe));
}
