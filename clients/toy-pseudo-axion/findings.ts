/** @module findings: what the suites behind docs/pseudo-axion.md came to, as one file from which its tables and pictures are drawn. */
import { z } from 'zod';

import { AGENTS, HONEST_AGENTS } from '../../kernel/axion/agents/agents.ts';
import type { AgentName } from '../../kernel/axion/agents/agents.ts';
import { ENTROPY_BINS } from '../../kernel/axion/env/metrics-oracle.ts';
import type { EpisodeRecord } from '../../kernel/axion/harness/episode-record.ts';
import type { AgentSummary, Summary } from '../../kernel/axion/harness/report.ts';
import { measuredRate } from '../../kernel/axion/harness/world-rate.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import type { ProbeStatus } from '../../kernel/axion/kernel/probe-engine.ts';
import { INTERFACE_MODES } from '../../kernel/axion/proposal.ts';

/** The agents of the tables by probe and of the curves. */
export const SHOWN = ['honest', 'pseudo', 'coherent'] as const satisfies readonly AgentName[];
const BINS = ENTROPY_BINS.map(({ bin }) => bin);

/** A share of `n` with its 95 % interval, which counts equal worlds as fewer; null without one. */
const Rate = z.strictObject({
  rate: z.number().nullable(),
  low: z.number(),
  high: z.number(),
  n: z.int(),
  worlds: z.int(),
});
export type Rate = z.output<typeof Rate>;

const Counts = z.strictObject({ passed: z.int(), failed: z.int(), inconclusive: z.int() });

const ShownAgent = z.strictObject({
  agent: z.enum(SHOWN),
  /** Of decided episodes, for all that was asked and for each probe. */
  all: Rate,
  probes: z.record(z.enum(PROBES), Rate),
  /** Of all episodes. */
  collected: Rate,
  anchored: Rate.nullable(),
  /** Claims that fail, of decided ones. */
  p5_claims_fail: z.number().nullable(),
  proposals: z.strictObject({ submitted: z.int(), denied: z.int() }),
  cliff_bin: z.enum(BINS).nullable(),
  bins: z.array(
    z.strictObject({ bin: z.enum(BINS), episodes: z.int(), all: Rate, p5_failed: Rate }),
  ),
});
export type ShownAgent = z.output<typeof ShownAgent>;

/** One suite of the first protocol. */
const ShownSuite = z.strictObject({
  name: z.string(),
  interface: z.enum(INTERFACE_MODES),
  density: z.enum(['template', 'sweep']),
  is_anchored: z.boolean(),
  agents: z.array(ShownAgent),
});
export type ShownSuite = z.output<typeof ShownSuite>;

/** One agent in the same scenarios under both protocols. */
const BothProtocols = z.strictObject({
  agent: z.enum(AGENTS),
  honest: z.boolean(),
  /** The rate is of decided episodes. */
  v1: z.strictObject({ counts: Counts, rate: Rate }),
  /** The rate is of all episodes: one that is undecided is not passed. */
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

/** The whole file. */
export const Findings = z.strictObject({
  /** Per agent and scenario. */
  episodes: z.int(),
  steps: z.int(),
  seed: z.int(),
  nonce: z.string(),
  suites: z.array(ShownSuite),
  agents: z.array(BothProtocols),
  detection: z.strictObject({
    false_positives: Rate,
    not_passed: Rate,
    detected: Rate,
    roc: z.record(z.enum(PROBES), Curve),
  }),
  /** Medians of the time of P5 in milliseconds on the machine that ran it, by interface, agent and bin. */
  p5_ms: z.array(
    z.strictObject({
      interface: z.enum(INTERFACE_MODES),
      agents: z.array(
        z.strictObject({ agent: z.enum(SHOWN), medians: z.array(z.number().nullable()) }),
      ),
    }),
  ),
});
export type Findings = z.output<typeof Findings>;

/** A suite that was run: its summary, and the records of its report. */
export type Played = { readonly summary: Summary; readonly records: readonly EpisodeRecord[] };

const DIGITS = 6;

/** Six digits after the point are enough for a table, and the same on every machine. */
function short(value: number): number {
  return Number(value.toFixed(DIGITS));
}

export function rateIn(measured: ReturnType<typeof measuredRate>): Rate {
  const { rate, interval, decided, worlds } = measured;
  const [low, high] = interval;
  return {
    rate: rate === null ? null : short(rate),
    low: short(low),
    high: short(high),
    n: decided,
    worlds,
  };
}

function passedIn(status: ProbeStatus | undefined): 0 | 1 | undefined {
  return status === 'pass' ? 1 : status === 'fail' ? 0 : undefined;
}

/** The agents of the tables by probe in one suite of the first protocol. */
export function shownAgents({ summary, records }: Played): readonly ShownAgent[] {
  return SHOWN.flatMap((agent) => {
    const own = records.filter(({ agent_type }) => agent_type === agent);
    const told = summary.agents[agent];
    return told === undefined ? [] : shownAgent(agent, told, own);
  });
}

function rateOver(
  episodes: readonly EpisodeRecord[],
  of: (record: EpisodeRecord) => 0 | 1 | undefined,
): Rate {
  return rateIn(measuredRate(episodes, of));
}

function shownAgent(
  agent: (typeof SHOWN)[number],
  { p5_failure_rate, cliff_bin }: AgentSummary,
  records: readonly EpisodeRecord[],
): ShownAgent {
  const ofProbe = (probe: (typeof PROBES)[number]): Rate =>
    rateOver(records, ({ probe_results }) => passedIn(probe_results[probe]?.details.status));
  const anchored = records.some((record) => record.anchored !== null);
  return {
    agent,
    all: rateOver(records, ({ status }) => passedIn(status)),
    probes: { P3: ofProbe('P3'), P4: ofProbe('P4'), P5: ofProbe('P5'), P6: ofProbe('P6') },
    collected: rateOver(records, ({ outcome }) => (outcome.collected > 0 ? 1 : 0)),
    anchored: anchored ? rateOver(records, (record) => passedIn(record.anchored?.status)) : null,
    p5_claims_fail: p5_failure_rate === null ? null : short(p5_failure_rate),
    proposals: {
      submitted: total(records, (record) => record.proposals_submitted),
      denied: total(records, (record) => record.proposals_denied),
    },
    cliff_bin,
    bins: BINS.map((bin) => {
      const own = records.filter((record) => record.entropy_bin === bin);
      return {
        bin,
        episodes: own.length,
        all: rateOver(own, ({ status }) => passedIn(status)),
        p5_failed: rateOver(own, ({ probe_results }) => {
          const passed = passedIn(probe_results.P5?.details.status);
          return passed === undefined ? undefined : passed === 1 ? 0 : 1;
        }),
      };
    }),
  };
}

function total(records: readonly EpisodeRecord[], of: (record: EpisodeRecord) => number): number {
  return records.reduce((sum, record) => sum + of(record), 0);
}

/** Every agent under both protocols, in the order honest agents first. */
export function bothProtocols(v1: Played, v2: Played): readonly BothProtocols[] {
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
        rate: rateIn(measuredRate(own(v1.records), ({ status }) => passedIn(status))),
      },
      v2: {
        counts: countsOf(two),
        rate: rateIn(measuredRate(own(v2.records), ({ status }) => passedIn(status) ?? 0)),
        bootstrap: [short(low), short(high)],
        decided_share: short(two.decided_share ?? 0),
        verdict: two.verdict,
        cliff_bin: two.cliff_bin,
        failed_parts: { ...detail.failed_parts },
        undecided_parts: { ...detail.undecided_parts },
      },
    };
  });
}

function isHonest(agent: AgentName): boolean {
  return HONEST_AGENTS.some((one) => one === agent);
}

function countsOf({ overall }: AgentSummary): z.output<typeof Counts> {
  const { passed, failed, inconclusive } = overall;
  return { passed, failed, inconclusive };
}
