/** @module findings: the results file from which the tables and pictures of docs/pseudo-axion.md are generated. */
import { z } from 'zod';

import { AGENTS, isHonest, type AgentName } from '../../kernel/axion/agents/agents.ts';
import { ENTROPY_BINS } from '../../kernel/axion/env/metrics-oracle.ts';
import type { EpisodeRecord } from '../../kernel/axion/harness/episode-record.ts';
import type { AgentSummary, Summary } from '../../kernel/axion/harness/suite-summary.ts';
import { measuredRate, passedOf } from '../../kernel/axion/harness/world-rate.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { INTERFACE_MODES } from '../../kernel/axion/proposal.ts';
import { sumOf } from '../../kernel/axion/statistics/sums.ts';

/** The agents in the tables by probe and in the curves by entropy. */
export const TABLE_AGENTS = [
  'honest',
  'pseudo',
  'coherent',
] as const satisfies readonly AgentName[];
const BINS = ENTROPY_BINS.map(({ bin }) => bin);

/**
 * A rate over `n` episodes with its 95 % confidence interval; null for `n` = 0. Episodes that start in equal worlds
 * count as fewer in the interval; `worlds` is the number of different starting worlds.
 */
const Rate = z.strictObject({
  rate: z.number().nullable(),
  low: z.number(),
  high: z.number(),
  n: z.int(),
  worlds: z.int(),
});
export type Rate = z.output<typeof Rate>;

const Counts = z.strictObject({ passed: z.int(), failed: z.int(), inconclusive: z.int() });

const AgentResult = z.strictObject({
  agent: z.enum(TABLE_AGENTS),
  /** Pass rates among decided episodes: of all probes together, and of each probe. */
  all: Rate,
  probes: z.record(z.enum(PROBES), Rate),
  /** Share of all episodes in which the agent collected an object. */
  collected: Rate,
  anchored: Rate.nullable(),
  /** Rate of failed claims among decided claims. */
  p5_claims_fail: z.number().nullable(),
  proposals: z.strictObject({ submitted: z.int(), denied: z.int() }),
  cliff_bin: z.enum(BINS).nullable(),
  bins: z.array(
    z.strictObject({ bin: z.enum(BINS), episodes: z.int(), all: Rate, p5_failed: Rate }),
  ),
});
export type AgentResult = z.output<typeof AgentResult>;

/** One suite under protocol v1. */
const SuiteResult = z.strictObject({
  name: z.string(),
  interface: z.enum(INTERFACE_MODES),
  density: z.enum(['template', 'sweep']),
  is_anchored: z.boolean(),
  agents: z.array(AgentResult),
});
export type SuiteResult = z.output<typeof SuiteResult>;

/** One agent in the same scenarios under both protocols. */
const BothProtocols = z.strictObject({
  agent: z.enum(AGENTS),
  honest: z.boolean(),
  /** Results under protocol v1; the rate is among decided episodes. */
  v1: z.strictObject({ counts: Counts, rate: Rate }),
  /**
   * Results under protocol v2; the rate is among all episodes, so that an undecided episode does not count as passed.
   */
  v2: z.strictObject({
    counts: Counts,
    rate: Rate,
    bootstrap: z.tuple([z.number(), z.number()]),
    decided_share: z.number(),
    verdict: z.enum(['PASS', 'FAIL', 'INCONCLUSIVE']),
    cliff_bin: z.enum(BINS).nullable(),
    failed_parts: z.record(z.string(), z.int()),
    undecided_parts: z.record(z.string(), z.int()),
  }),
});
export type BothProtocols = z.output<typeof BothProtocols>;

const Curve = z.strictObject({
  area: z.number().nullable(),
  honest: z.int(),
  others: z.int(),
  area_by_agent: z.record(z.string(), z.number().nullable()),
  points: z.array(
    z.strictObject({ threshold: z.number(), false_positive: z.number(), detected: z.number() }),
  ),
});

/** The content of docs/pseudo-axion.findings.json. */
export const Findings = z.strictObject({
  /** Per agent and scenario. */
  episodes: z.int(),
  steps: z.int(),
  seed: z.int(),
  nonce: z.string(),
  suites: z.array(SuiteResult),
  agents: z.array(BothProtocols),
  detection: z.strictObject({
    false_positives: Rate,
    not_passed: Rate,
    detected: Rate,
    roc: z.record(z.enum(PROBES), Curve),
  }),
  /** Median times of P5 on the machine of the run, ms; by interface, agent and entropy bin. */
  p5_ms: z.array(
    z.strictObject({
      interface: z.enum(INTERFACE_MODES),
      agents: z.array(
        z.strictObject({ agent: z.enum(TABLE_AGENTS), medians: z.array(z.number().nullable()) }),
      ),
    }),
  ),
});
export type Findings = z.output<typeof Findings>;

/** The results of a suite: its summary, and the episode records of its report. */
export type PlayedSuite = { readonly summary: Summary; readonly records: readonly EpisodeRecord[] };

/** Number of decimals of stored numbers. */
const DIGITS = 6;

/** Rounds to six decimals, which is enough for a table and produces equal numbers on every machine. */
function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}

/** A measured rate with rounded numbers. */
export function rateIn(measured: ReturnType<typeof measuredRate>): Rate {
  const { rate, interval, decided, worlds } = measured;
  const [low, high] = interval;
  return {
    rate: rate === null ? null : rounded(rate),
    low: rounded(low),
    high: rounded(high),
    n: decided,
    worlds,
  };
}

/** The results of the agents in `TABLE_AGENTS` in one suite under protocol v1. */
export function agentResults({ summary, records }: PlayedSuite): readonly AgentResult[] {
  return TABLE_AGENTS.flatMap((agent) => {
    const own = records.filter(({ agent_type }) => agent_type === agent);
    const agent_summary = summary.agents[agent];
    return agent_summary === undefined ? [] : agentResult(agent, agent_summary, own);
  });
}

function rateOver(
  episodes: readonly EpisodeRecord[],
  of: (record: EpisodeRecord) => 0 | 1 | undefined,
): Rate {
  return rateIn(measuredRate(episodes, of));
}

/** The results of one agent in one suite under protocol v1. */
function agentResult(
  agent: (typeof TABLE_AGENTS)[number],
  { p5_failure_rate, cliff_bin }: AgentSummary,
  records: readonly EpisodeRecord[],
): AgentResult {
  const ofProbe = (probe: (typeof PROBES)[number]): Rate =>
    rateOver(records, ({ probe_results }) => passedOf(probe_results[probe]?.details.status));
  const anchored = records.some((record) => record.anchored !== null);
  return {
    agent,
    all: rateOver(records, ({ status }) => passedOf(status)),
    probes: { P3: ofProbe('P3'), P4: ofProbe('P4'), P5: ofProbe('P5'), P6: ofProbe('P6') },
    collected: rateOver(records, ({ outcome }) => (outcome.collected > 0 ? 1 : 0)),
    anchored: anchored ? rateOver(records, (record) => passedOf(record.anchored?.status)) : null,
    p5_claims_fail: p5_failure_rate === null ? null : rounded(p5_failure_rate),
    proposals: {
      submitted: sumOf(records, (record) => record.proposals_submitted),
      denied: sumOf(records, (record) => record.proposals_denied),
    },
    cliff_bin,
    bins: BINS.map((bin) => {
      const own = records.filter((record) => record.entropy_bin === bin);
      return {
        bin,
        episodes: own.length,
        all: rateOver(own, ({ status }) => passedOf(status)),
        p5_failed: rateOver(own, ({ probe_results }) => {
          const passed = passedOf(probe_results.P5?.details.status);
          return passed === undefined ? undefined : passed === 1 ? 0 : 1;
        }),
      };
    }),
  };
}

/** Every agent under both protocols, honest agents first. */
export function bothProtocols(v1: PlayedSuite, v2: PlayedSuite): readonly BothProtocols[] {
  const honest = AGENTS.filter(isHonest);
  return [...honest, ...AGENTS.filter((agent) => !isHonest(agent))].flatMap((agent) => {
    const [one, two] = [v1.summary.agents[agent], v2.summary.agents[agent]];
    const detail = two?.v2;
    if (one === undefined || two?.verdict === undefined || detail === undefined) return [];
    const own = (records: readonly EpisodeRecord[]): readonly EpisodeRecord[] =>
      records.filter(({ agent_type }) => agent_type === agent);
    const [low, high] = detail.bootstrap;
    return {
      agent,
      honest: isHonest(agent),
      v1: {
        counts: countsOf(one),
        rate: rateIn(measuredRate(own(v1.records), ({ status }) => passedOf(status))),
      },
      v2: {
        counts: countsOf(two),
        rate: rateIn(measuredRate(own(v2.records), ({ status }) => passedOf(status) ?? 0)),
        bootstrap: [rounded(low), rounded(high)],
        decided_share: rounded(two.decided_share ?? 0),
        verdict: two.verdict,
        cliff_bin: two.cliff_bin,
        failed_parts: { ...detail.failed_parts },
        undecided_parts: { ...detail.undecided_parts },
      },
    };
  });
}

function countsOf({ overall }: AgentSummary): z.output<typeof Counts> {
  const { passed, failed, inconclusive } = overall;
  return { passed, failed, inconclusive };
}
