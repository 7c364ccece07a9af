/** @module plots: runs the suites behind docs/pseudo-axion.md, draws docs/pictures/axion-*.svg and prints the tables. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { AGENT_MAKERS, isBuiltIn } from '../../kernel/axion/agents/agents.ts';
import type { AgentName } from '../../kernel/axion/agents/agents.ts';
import { ENTROPY_BINS } from '../../kernel/axion/env/metrics-oracle.ts';
import type { AgentSummary, SuiteConfig, Summary } from '../../kernel/axion/harness/report.ts';
import { playEpisode } from '../../kernel/axion/harness/runner.ts';
import { SCENARIOS } from '../../kernel/axion/harness/scenarios.ts';
import { episodesOf, runSuite } from '../../kernel/axion/harness/suite.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { INTERFACE_MODES } from '../../kernel/axion/proposal.ts';
import type { InterfaceMode } from '../../kernel/axion/proposal.ts';
import { chartSvg } from './chart.ts';
import type { Panel, Series } from './chart.ts';
import { percent } from './summary-text.ts';

const PICTURES = new URL('../../docs/pictures/', import.meta.url);
/** The agents of the tables by probe and of the curves. */
const SHOWN = ['honest', 'pseudo', 'coherent'] as const satisfies readonly AgentName[];
const COLOURS = {
  honest: '#0065ad',
  pseudo: '#d54c00',
  coherent: '#7850a0',
} as const satisfies Readonly<Partial<Record<AgentName, string>>>;
const EPISODES = 50;

/** Timed episodes per agent and scenario, a quarter of each density; the time of P5 does not depend on the length. */
const TIMED = { episodes: 20, steps: 10 } as const;

type Named = { readonly name: string; readonly summary: Summary };

const ORDERS: readonly (Pick<SuiteConfig, 'interface' | 'density' | 'anchored'> & {
  readonly name: string;
})[] = [
  { name: 'full', interface: 'full', density: 'template', anchored: false },
  { name: 'mci_latent', interface: 'mci_latent', density: 'template', anchored: false },
  { name: 'mci_latent, sweep', interface: 'mci_latent', density: 'sweep', anchored: false },
  { name: 'mci_minimal, sweep', interface: 'mci_minimal', density: 'sweep', anchored: false },
  { name: 'anchored', interface: 'mci_latent', density: 'template', anchored: true },
];

const suites: Named[] = [];
for (const order of ORDERS) suites.push(await play(order));

const shown = suites.filter(({ name }) => name !== 'mci_latent, sweep');
draw('axion-separation', 'Episodes that pass, by probe', shown.map(separation));
const swept = suites.filter(({ name }) => name.endsWith('sweep'));
draw('axion-cliff', 'All probes passed and P5 failed, by entropy of the world', [
  ...swept.map((suite) => byBin(suite, 'all probes passed', (bin) => bin.pass_rate)),
  ...swept.map((suite) => byBin(suite, 'P5 failed', (bin) => bin.p5_fail_rate)),
]);
draw('axion-timing', 'Median time of P5 per episode, one thread', INTERFACE_MODES.map(timing));
process.stdout.write(tables());

async function play({ name, ...order }: (typeof ORDERS)[number]): Promise<Named> {
  const out_dir = mkdtempSync(join(tmpdir(), 'axion-plots-'));
  const config = configOf(order);
  try {
    const workers = availableParallelism();
    const summary = await runSuite(config, { out_dir, workers, watchdog_ms: 200 });
    process.stderr.write(`${name}: played\n`);
    return { name, summary };
  } finally {
    rmSync(out_dir, { recursive: true, force: true });
  }
}

function configOf(order: Pick<SuiteConfig, 'interface' | 'density' | 'anchored'>): SuiteConfig {
  return {
    ...order,
    agents: SHOWN,
    scenarios: SCENARIOS,
    probes: PROBES,
    episodes: EPISODES,
    steps: 50,
    seed: 123,
  };
}

function draw(file: string, title: string, panels: readonly Panel[]): void {
  writeFileSync(new URL(`${file}.svg`, PICTURES), chartSvg(title, panels));
}

function seriesOf(
  { agents }: Summary,
  values: (agent: AgentSummary) => readonly (number | null)[],
): readonly Series[] {
  return SHOWN.flatMap((name) => {
    const agent = agents[name];
    return agent === undefined ? [] : [{ name, colour: COLOURS[name], values: values(agent) }];
  });
}

function whole(value: number): string {
  return `${Math.round(100 * value)} %`;
}

function separation({ name, summary }: Named): Panel {
  return {
    title: name,
    groups: [...PROBES, 'all'],
    kind: 'bars',
    most: 1,
    label: whole,
    axis: 'probe',
    series: seriesOf(summary, (agent) => [
      ...PROBES.map((probe) => agent.probe_pass_rates[probe] ?? null),
      agent.overall_pass_rate,
    ]),
  };
}

type Bin = AgentSummary['entropy_bins'][number];

function byBin({ name, summary }: Named, what: string, value: (bin: Bin) => number | null): Panel {
  return {
    title: `${name}: ${what}`,
    groups: ENTROPY_BINS.map(({ bin }) => bin),
    kind: 'lines',
    most: 1,
    label: whole,
    axis: 'entropy: agents + objects + hazards + walls nearby / 4',
    series: seriesOf(summary, (agent) => agent.entropy_bins.map(value)),
  };
}

/** Runs in sequence in this thread, since waiting for a processor would be timed too; reports the median of each bin. */
function timing(mode: InterfaceMode): Panel {
  const order = { interface: mode, density: 'sweep', anchored: false } as const;
  const episodes = episodesOf({ ...configOf(order), ...TIMED });
  const tools = { stopwatch: () => performance.now(), enter: () => {}, leave: () => {} };
  const records = episodes.flatMap((one) =>
    isBuiltIn(one.agent) ? playEpisode(one, AGENT_MAKERS[one.agent], tools).record : [],
  );
  const series = SHOWN.map((name) => ({
    name,
    colour: COLOURS[name],
    values: ENTROPY_BINS.map(({ bin }) =>
      median(
        records
          .filter((record) => record.agent_type === name && record.entropy_bin === bin)
          .map((record) => record.wallclock_ms_p5),
      ),
    ),
  }));
  const top = Math.max(...series.flatMap(({ values }) => values.map((one) => one ?? 0)));
  return {
    title: mode,
    groups: ENTROPY_BINS.map(({ bin }) => bin),
    kind: 'lines',
    most: Math.ceil(top * 25) / 25,
    label: (ms) => `${ms.toFixed(2)} ms`,
    axis: 'entropy: agents + objects + hazards + walls nearby / 4',
    series,
  };
}

function median(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null;
}

function tables(): string {
  const rows = suites.flatMap(({ name, summary }) =>
    SHOWN.flatMap((agent) => {
      const one = summary.agents[agent];
      if (one === undefined) return [];
      const { overall, probe_pass_rates: rates, probe_counts, p5_failure_rate, cliff_bin } = one;
      const undecided = probe_counts.P5?.inconclusive ?? 0;
      const probes = PROBES.map((probe) => percent(rates[probe])).join(' | ');
      const counts = `${overall.passed}/${overall.failed}/${overall.inconclusive}`;
      const more = [
        percent(p5_failure_rate),
        percent(one.avg_replay_fidelity),
        cliff_bin ?? 'none',
      ];
      const anchored = one.anchored === null ? '' : percent(one.anchored.rate);
      return `| ${name} | ${agent} | ${percent(overall.rate)} | ${counts} | ${probes} | ${undecided} | ${more.join(' | ')} | ${anchored} | ${percent(one.collected_rate)} |`;
    }),
  );
  const bins = suites.flatMap(({ name, summary }) =>
    SHOWN.flatMap((agent) =>
      (summary.agents[agent]?.entropy_bins ?? []).map(
        (bin) =>
          `| ${name} | ${agent} | ${bin.bin} | ${bin.episodes} | ${percent(bin.pass_rate)} | ${percent(bin.p5_fail_rate)} |`,
      ),
    ),
  );
  const head =
    '| suite | agent | all | pass/fail/inconclusive | P3 | P4 | P5 | P6 | P5 undecided | claims that fail | fidelity | cliff | anchored | collected |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|';
  return `${[head, ...rows].join('\n')}\n\n| suite | agent | bin | episodes | all | P5 fails |\n|---|---|---|---|---|---|\n${bins.join('\n')}\n`;
}
