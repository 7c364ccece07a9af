/** @module axion: episodes per second of the experiment, where the time goes, and the floor that hashing and validation set. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Agent, AgentMaker } from '../../kernel/axion/agents/agent.ts';
import { AGENT_MAKERS, isBuiltIn } from '../../kernel/axion/agents/agents.ts';
import { playEpisode } from '../../kernel/axion/harness/runner.ts';
import type { SuiteConfig } from '../../kernel/axion/harness/suite-summary.ts';
import { episodesOf, runSuite } from '../../kernel/axion/harness/suite.ts';
import type { Proposal } from '../../kernel/axion/proposal.ts';
import { checkProposal } from '../../kernel/axion/schema-load.ts';
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import { spread } from './measure.ts';
import type { BenchRow } from './measure.ts';

const SUITE: SuiteConfig = {
  agents: ['honest', 'pseudo'],
  scenarios: ['basic', 'hazard', 'resource', 'social'],
  probes: ['P3', 'P4', 'P5', 'P6'],
  episodes: 25,
  steps: 50,
  seed: 123,
  interface: 'mci_latent',
  density: 'template',
  anchored: false,
};

type Share = { readonly name: string; readonly ms_per_episode: number };

/** What the benchmark measured; times are milliseconds of one thread. */
type AxionBench = {
  readonly episodes: number;
  readonly ms_per_episode: number;
  readonly shares: readonly Share[];
  readonly suite: {
    readonly workers: number;
    readonly wall_ms: number;
    readonly cpu_ms: number;
    readonly episodes_per_second: number;
  };
};

/** Plays the suite once in this thread, with every agent call timed, and once through the threads. */
async function benchAxion(): Promise<AxionBench> {
  const episodes = episodesOf(SUITE);
  const clock = (): number => performance.now();
  const proposals: Proposal[] = [];
  let agent_ms = 0;
  const timed =
    (make: AgentMaker): AgentMaker =>
    (sources): Agent => {
      const inner = make(sources);
      const during = <T>(work: () => T): T => {
        const started = clock();
        const done = work();
        agent_ms += clock() - started;
        return done;
      };
      return {
        propose: (seen) =>
          during(() => {
            const proposal = inner.propose(seen);
            proposals.push(proposal);
            return proposal;
          }),
        answer: (question) => during(() => inner.answer(question)),
      };
    };
  const tools = { stopwatch: clock, enter(): void {}, leave(): void {} };
  const play = (count: number): readonly [number, number] => {
    let gate_ms = 0;
    let p5_ms = 0;
    for (const config of episodes.slice(0, count)) {
      if (!isBuiltIn(config.agent)) continue;
      const { record } = playEpisode(config, timed(AGENT_MAKERS[config.agent]), tools);
      gate_ms += record.wallclock_ms_policy_gate;
      p5_ms += record.wallclock_ms_p5;
    }
    return [gate_ms, p5_ms];
  };
  play(20);
  proposals.length = 0;
  agent_ms = 0;
  const started = clock();
  const [gate_ms, p5_ms] = play(episodes.length);
  const total_ms = clock() - started;
  const floor = floorOf(proposals, clock);
  const per = (ms: number): number => ms / episodes.length;
  return {
    episodes: episodes.length,
    ms_per_episode: per(total_ms),
    shares: [
      { name: 'agents: search, models, claims, their own hashes', ms_per_episode: per(agent_ms) },
      { name: 'policy gate', ms_per_episode: per(gate_ms) },
      { name: 'P5', ms_per_episode: per(p5_ms) },
      {
        name: 'world, tokens, bookkeeping',
        ms_per_episode: per(total_ms - agent_ms - gate_ms - p5_ms),
      },
      {
        name: 'floor: schema validation of each proposal, once',
        ms_per_episode: per(floor.schema),
      },
      { name: 'floor: canonical json of each proposal, once', ms_per_episode: per(floor.text) },
      { name: 'floor: sha-256 of those bytes, once', ms_per_episode: per(floor.sha) },
    ],
    suite: await throughThreads(episodes.length, clock),
  };
}

/** The least that any kernel with these rules must do for the same proposals. */
function floorOf(
  proposals: readonly Proposal[],
  clock: () => number,
): { readonly schema: number; readonly text: number; readonly sha: number } {
  const start = clock();
  for (const proposal of proposals) checkProposal(proposal);
  const validated = clock();
  const texts = proposals.map((proposal) => canonicalJson(proposal, 'axion-v1'));
  const written = clock();
  for (const text of texts) createHash('sha256').update(text).digest('hex');
  return { schema: validated - start, text: written - validated, sha: clock() - written };
}

async function throughThreads(count: number, clock: () => number): Promise<AxionBench['suite']> {
  const out_dir = mkdtempSync(join(tmpdir(), 'axion-bench-'));
  const workers = availableParallelism();
  const before = process.cpuUsage();
  const started = clock();
  try {
    await runSuite(SUITE, { out_dir, workers, watchdog_ms: 200 });
  } finally {
    rmSync(out_dir, { recursive: true });
  }
  const wall_ms = clock() - started;
  const { user, system } = process.cpuUsage(before);
  return {
    workers,
    wall_ms,
    cpu_ms: (user + system) / 1000,
    episodes_per_second: (1000 * count) / wall_ms,
  };
}

/** Episodes that are played under each protocol in turn, and how often; the limit is that of the issue. */
const PROTOCOLS = { episodes: 2, rounds: 7, limit: 1.5 } as const;

/**
 * The same scenarios, agents and steps under both protocols, in this thread and in turn, by processor time: what else the
 * machine does counts on neither side.
 */
function protocolRow(): BenchRow {
  const tools = { stopwatch: () => 0, enter(): void {}, leave(): void {} };
  const timed = (config: SuiteConfig): (() => number) => {
    const episodes = episodesOf({ ...config, episodes: PROTOCOLS.episodes });
    return () => {
      const before = process.cpuUsage();
      for (const one of episodes) {
        if (isBuiltIn(one.agent)) playEpisode(one, AGENT_MAKERS[one.agent], tools);
      }
      const { user, system } = process.cpuUsage(before);
      return (user + system) / episodes.length;
    };
  };
  const [v1, v2] = [timed(SUITE), timed({ ...SUITE, v2: { nonce: 'ab'.repeat(32) } })];
  const { rounds, limit } = PROTOCOLS;
  // The first round is not counted.
  const pairs = Array.from({ length: rounds + 1 }, () => [v1(), v2()] as const).slice(1);
  const [a, b] = [spread(pairs.map(([one]) => one)), spread(pairs.map(([, two]) => two))];
  // Of ratios too the median counts; they are no times.
  const ratio = spread(pairs.map(([one, two]) => two / one)).p50_us;
  const per = (us: number): string => `${(us / 1000).toFixed(2)} ms of processor per episode`;
  return {
    what: 'axion, protocol v2 against v1, same agents, scenarios and steps',
    baseline: per(a.p50_us),
    measured: per(b.p50_us),
    ratio,
    target: `at most ${limit}`,
    holds: ratio <= limit,
  };
}

/** Episodes of the acceptance suite: 2 agents, 4 scenarios, 100 episodes each, all 4 probes in each. */
const ACCEPTANCE_EPISODES = 800;
const ACCEPTANCE_S = 60;

/** The measurements as rows of `npm run bench`; shares of one thread, then the suite through its threads. */
export async function axionRows(): Promise<readonly BenchRow[]> {
  const { shares, ms_per_episode, suite } = await benchAxion();
  const ms = (value: number): string => `${value.toFixed(2)} ms`;
  const floor_ms = shares
    .filter(({ name }) => name.startsWith('floor'))
    .reduce((sum, share) => sum + share.ms_per_episode, 0);
  const rows = shares.map((share): BenchRow => ({
    what: `axion, per episode of 50 steps: ${share.name}`,
    baseline: `whole episode ${ms(ms_per_episode)}`,
    measured: ms(share.ms_per_episode),
    ratio: share.ms_per_episode / ms_per_episode,
    target: 'none, a share',
    holds: true,
  }));
  const acceptance_s = ACCEPTANCE_EPISODES / suite.episodes_per_second;
  return [
    ...rows,
    protocolRow(),
    {
      what: 'axion, whole episode against pure hashing and validation',
      baseline: ms(floor_ms),
      measured: ms(ms_per_episode),
      ratio: ms_per_episode / floor_ms,
      target: 'none, the distance from the floor',
      holds: true,
    },
    {
      what: `axion, acceptance suite of ${ACCEPTANCE_EPISODES} episodes with ${suite.workers} threads`,
      baseline: `${(suite.cpu_ms / 1000).toFixed(1)} s of processor for ${SUITE.episodes * 8} episodes`,
      measured: `${suite.episodes_per_second.toFixed(1)} episodes/s, ${acceptance_s.toFixed(1)} s for all`,
      ratio: null,
      target: `${ACCEPTANCE_S} s`,
      holds: acceptance_s < ACCEPTANCE_S,
    },
  ];
}
