/**
 * @module plots: runs the suites behind docs/pseudo-axion.md and stores their results in
 * docs/pseudo-axion.findings.json. Then it generates the tables of the document and docs/pictures/axion-*.svg from that
 * file; with `--draw` it does only that.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

import { AGENT_MAKERS, AGENTS, isBuiltIn } from '../../kernel/axion/agents/agents.ts';
import { ENTROPY_BINS } from '../../kernel/axion/env/metrics-oracle.ts';
import type { EpisodeRecord } from '../../kernel/axion/harness/episode-record.ts';
import { playEpisode } from '../../kernel/axion/harness/runner.ts';
import { SCENARIOS } from '../../kernel/axion/harness/scenarios.ts';
import type { SuiteConfig } from '../../kernel/axion/harness/suite-summary.ts';
import { episodesOf, runSuite } from '../../kernel/axion/harness/suite.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { INTERFACE_MODES, type InterfaceMode } from '../../kernel/axion/proposal.ts';
import { chartsOf } from './findings-charts.ts';
import { tablesOf, withTables } from './findings-tables.ts';
import {
  bothProtocols,
  Findings,
  rateIn,
  agentResults,
  TABLE_AGENTS,
  type PlayedSuite,
  type SuiteResult,
} from './findings.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const FINDINGS = new URL('pseudo-axion.findings.json', DOCS);
const DOCUMENT = new URL('pseudo-axion.md', DOCS);

/** Number of episodes per agent and scenario. */
const EPISODES = 50;
const STEPS = 50;
/**
 * A seed that was not used to design rules or agents. Below 256, so that agents that guess the seed find it under v1.
 */
const SEED = 211;
/** The nonce is published, so that anyone can repeat the run. No agent can read it during the run. */
const NONCE = '0'.repeat(61).concat('211');

/** Timed episodes per agent and scenario, a quarter for each density; their length does not affect the time of P5. */
const TIMED = { episodes: 20, steps: 10 } as const;

type SuiteOrder = Omit<SuiteResult, 'agents'>;

/** The suite that all agents play; the other suites are played by the agents in `TABLE_AGENTS`. */
const EVERYONE = {
  name: 'mci_latent',
  interface: 'mci_latent',
  density: 'template',
  is_anchored: false,
} as const satisfies SuiteOrder;

/** The suites under protocol v1. */
const ORDERS: readonly SuiteOrder[] = [
  { name: 'full', interface: 'full', density: 'template', is_anchored: false },
  EVERYONE,
  { ...EVERYONE, name: 'mci_latent, sweep', density: 'sweep' },
  { name: 'mci_minimal, sweep', interface: 'mci_minimal', density: 'sweep', is_anchored: false },
  { ...EVERYONE, name: 'anchored', is_anchored: true },
];

const words = process.argv.slice(2);
if (words.some((word) => word !== '--draw')) {
  process.stderr.write('plots: expected no argument, or `--draw`\n');
  process.exit(2);
}
if (words.length === 0) {
  writeFileSync(FINDINGS, `${JSON.stringify(await findings(), undefined, 1)}\n`);
}
draw(Findings.parse(JSON.parse(readFileSync(FINDINGS, 'utf8'))));

/** Writes the pictures and the tables of the document. */
function draw(found: Findings): void {
  for (const [name, text] of Object.entries(chartsOf(found))) {
    writeFileSync(new URL(`pictures/${name}`, DOCS), text);
  }
  writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, 'utf8'), tablesOf(found)));
}

async function findings(): Promise<Findings> {
  const suites: SuiteResult[] = [];
  let v1: PlayedSuite | undefined;
  for (const order of ORDERS) {
    const all = order === EVERYONE;
    const played = await play(order.name, {
      ...configOf(order),
      agents: all ? AGENTS : TABLE_AGENTS,
    });
    suites.push({ ...order, agents: [...agentResults(played)] });
    if (all) v1 = played;
  }
  const config = { ...configOf(EVERYONE), agents: AGENTS, v2: { nonce: NONCE } };
  const v2 = await play('protocol v2', config);
  const { detection } = v2.summary;
  if (v1 === undefined || detection === undefined) throw new Error('a suite was not played');
  const { roc, ...rates } = detection;
  return {
    episodes: EPISODES,
    steps: STEPS,
    seed: SEED,
    nonce: NONCE,
    suites,
    agents: [...bothProtocols(v1, v2)],
    detection: {
      false_positives: rateIn(rates.false_positives),
      not_passed: rateIn(rates.not_passed),
      detected: rateIn(rates.detected),
      roc: Findings.shape.detection.shape.roc.parse(roc),
    },
    p5_ms: INTERFACE_MODES.map(timing),
  };
}

/** Plays one suite in a temporary folder. `AXION_WORKERS` sets the number of threads. */
async function play(name: string, config: SuiteConfig): Promise<PlayedSuite> {
  const out_dir = mkdtempSync(join(tmpdir(), 'axion-plots-'));
  try {
    const workers = Number(process.env['AXION_WORKERS'] ?? availableParallelism());
    const before = process.cpuUsage();
    const summary = await runSuite(config, { out_dir, workers, watchdog_ms: 200 });
    const { user, system } = process.cpuUsage(before);
    process.stderr.write(`${name}: played, ${((user + system) / 1e6).toFixed(0)} s of CPU time\n`);
    return { summary, records: recordsIn(readFileSync(join(out_dir, 'report.json'), 'utf8')) };
  } finally {
    rmSync(out_dir, { recursive: true, force: true });
  }
}

/** The records of a report, not validated, because this process has just written it. */
function recordsIn(report: string): readonly EpisodeRecord[] {
  const { episodes }: { readonly episodes: readonly EpisodeRecord[] } = JSON.parse(report);
  return episodes;
}

function configOf({ interface: mode, density, is_anchored }: SuiteOrder): SuiteConfig {
  return {
    agents: TABLE_AGENTS,
    scenarios: SCENARIOS,
    probes: PROBES,
    episodes: EPISODES,
    steps: STEPS,
    seed: SEED,
    interface: mode,
    density,
    anchored: is_anchored,
  };
}

/**
 * The median time of P5 in each entropy bin. Episodes run one after the other in this thread; otherwise the times would
 * include waiting for a processor.
 */
function timing(mode: InterfaceMode): Findings['p5_ms'][number] {
  const order = { name: mode, interface: mode, density: 'sweep', is_anchored: false } as const;
  const episodes = episodesOf({ ...configOf(order), ...TIMED });
  const tools = { stopwatch: () => performance.now(), enter: () => {}, leave: () => {} };
  const records = episodes.flatMap((one) =>
    isBuiltIn(one.agent) ? playEpisode(one, AGENT_MAKERS[one.agent], tools).record : [],
  );
  return {
    interface: mode,
    agents: TABLE_AGENTS.map((agent) => ({
      agent,
      medians: ENTROPY_BINS.map(({ bin }) =>
        median(
          records
            .filter((record) => record.agent_type === agent && record.entropy_bin === bin)
            .map((record) => record.wallclock_ms_p5),
        ),
      ),
    })),
  };
}

/** The median of times in ms, rounded to microseconds; null without values. */
function median(values: readonly number[]): number | null {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return middle === undefined ? null : Number(middle.toFixed(3));
}
