/** @module findings-charts: draws the pictures of docs/pseudo-axion.md from the findings. */
import { ENTROPY_BINS } from '../../kernel/axion/env/metrics-oracle.ts';
import { chartSvg, type Panel, type Series, type Value } from './chart.ts';
import type { Findings, Rate, AgentResult, SuiteResult } from './findings.ts';
import { curvesSvg, rateRowsSvg, type Point } from './row-charts.ts';

/** Colour of each agent. */
const COLOURS: Readonly<Record<AgentResult['agent'], string>> = {
  honest: '#0065ad',
  pseudo: '#d54c00',
  coherent: '#7850a0',
};
/** Names and colours of the protocols in the chart of both protocols. */
const PROTOCOLS = [
  { name: 'v1, of decided episodes', colour: '#9a9486' },
  { name: 'v2, of all episodes', colour: '#0065ad' },
] as const;

/** Title of the axis of charts by entropy bin. */
const ENTROPY_AXIS = 'entropy: agents + objects + hazards + walls nearby / 4';
const BINS = ENTROPY_BINS.map(({ bin }) => bin);

/** The text of each picture, by file name. */
export function chartsOf(findings: Findings): Readonly<Record<string, string>> {
  const { suites, p5_ms } = findings;
  const swept = suites.filter(({ density }) => density === 'sweep');
  return {
    'axion-separation.svg': chartSvg(
      'Episodes that pass, by probe, with 95 % intervals',
      suites.filter(({ name }) => name !== 'mci_latent, sweep').map(separation),
    ),
    'axion-cliff.svg': chartSvg(
      'All probes passed and P5 failed, by entropy of the world, with 95 % intervals',
      [
        ...swept.map((suite) => byBin(suite, 'all probes passed', ({ all }) => all)),
        ...swept.map((suite) => byBin(suite, 'P5 failed', ({ p5_failed }) => p5_failed)),
      ],
    ),
    'axion-timing.svg': chartSvg('Median time of P5 per episode, one thread', p5_ms.map(timing)),
    'axion-protocols.svg': protocols(findings),
    'axion-roc.svg': curves(findings),
  };
}

function valueOf({ rate, low, high }: Rate): Value | null {
  return rate === null ? null : { value: rate, low, high };
}

function whole(value: number): string {
  return `${Math.round(100 * value)} %`;
}

function seriesOf(
  { agents }: SuiteResult,
  values: (agent: AgentResult) => readonly Rate[],
): readonly Series[] {
  return agents.map((one) => ({
    name: one.agent,
    colour: COLOURS[one.agent],
    values: values(one).map(valueOf),
  }));
}

/** Pass rates by probe and in total. */
function separation(suite: SuiteResult): Panel {
  return {
    title: suite.name,
    groups: ['P3', 'P4', 'P5', 'P6', 'all'],
    kind: 'bars',
    max: 1,
    label: whole,
    axis: 'probe',
    series: seriesOf(suite, ({ probes, all }) => [probes.P3, probes.P4, probes.P5, probes.P6, all]),
  };
}

/** One rate by entropy bin. */
function byBin(
  suite: SuiteResult,
  quantity: string,
  value: (bin: AgentResult['bins'][number]) => Rate,
): Panel {
  return {
    title: `${suite.name}: ${quantity}`,
    groups: BINS,
    kind: 'lines',
    max: 1,
    label: whole,
    axis: ENTROPY_AXIS,
    series: seriesOf(suite, ({ bins }) => bins.map(value)),
  };
}

/** Median times of P5 by entropy bin, in milliseconds; the axis ends at a multiple of 0.04 ms. */
function timing({ interface: mode, agents }: Findings['p5_ms'][number]): Panel {
  const top = Math.max(...agents.flatMap(({ medians }) => medians.map((one) => one ?? 0)));
  return {
    title: mode,
    groups: BINS,
    kind: 'lines',
    max: Math.ceil(top * 25) / 25,
    label: (ms) => `${ms.toFixed(2)} ms`,
    axis: ENTROPY_AXIS,
    series: agents.map(({ agent, medians }) => ({
      name: agent,
      colour: COLOURS[agent],
      values: medians.map((value) => (value === null ? null : { value })),
    })),
  };
}

function pointOf({ rate, low, high }: Rate): Point | null {
  return rate === null ? null : { rate, low, high };
}

/** Pass rates of all agents under both protocols. */
function protocols({ agents }: Findings): string {
  return rateRowsSvg(
    'Episodes that pass, by agent and protocol, with 95 % intervals',
    PROTOCOLS,
    agents.map(({ agent, honest, v1, v2 }) => ({
      name: honest ? `${agent} (honest)` : agent,
      points: [pointOf(v1.rate), pointOf(v2.rate)],
    })),
  );
}

/** The ROC curve of each probe of protocol v2. */
function curves({ detection }: Findings): string {
  return curvesSvg(
    'Detection by each probe of protocol v2 alone',
    COLOURS.honest,
    Object.entries(detection.roc).map(([name, { area, points }]) => ({
      name,
      points,
      note: area === null ? 'no episodes' : `area ${area.toFixed(2)}`,
    })),
  );
}
