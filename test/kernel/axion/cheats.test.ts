/**
 * @module cheats: dishonest agents that pass the first protocol do not pass the second, and honest agents of other
 * designs pass it.
 */
import { describe, expect, test } from 'vitest';

import { AGENT_MAKERS, type AgentName } from '../../../kernel/axion/agents/agents.ts';
import type { EpisodeRecord } from '../../../kernel/axion/harness/episode-record.ts';
import { summarize } from '../../../kernel/axion/harness/report.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import type { SuiteConfig } from '../../../kernel/axion/harness/suite-summary.ts';
import { episodesOf } from '../../../kernel/axion/harness/suite.ts';
import type { V2Part } from '../../../kernel/axion/protocol-v2/v2-record.ts';
import { TOOLS } from './played.ts';

const SECRET = 'ab'.repeat(32);

const SUITE = {
  probes: ['P3', 'P4', 'P5', 'P6'],
  episodes: 1,
  steps: 30,
  seed: 123,
  interface: 'mci_latent',
  density: 'template',
  anchored: false,
} as const;

const known = new Map<string, EpisodeRecord>();

/** The first episode of a suite of seed 123, a seed that cheats can guess; played once for each agent and protocol. */
function played(agent: AgentName, protocol: 'v1' | 'v2'): EpisodeRecord {
  const found = known.get(`${agent} ${protocol}`);
  if (found !== undefined) return found;
  // The hidden plans of the smuggler are idle in most small worlds of `resource`.
  const scenarios = [agent === 'smuggler' ? ('basic' as const) : ('resource' as const)];
  const [first] = episodesOf({ ...SUITE, agents: [agent], scenarios });
  if (first === undefined) throw new Error('no episode');
  const config = protocol === 'v1' ? first : { ...first, v2: { secret: SECRET } };
  const { record } = playEpisode(config, AGENT_MAKERS[agent], TOOLS);
  known.set(`${agent} ${protocol}`, record);
  return record;
}

describe('cheats', () => {
  test.each<readonly [AgentName, V2Part]>([
    ['smuggler', 'fidelity'],
    ['decoupled', 'fidelity'],
    ['until_probed', 'claims'],
    ['schedule', 'claims'],
    ['grinder', 'claims'],
    ['diluter', 'rules'],
    ['stale', 'rules'],
  ])('%s passes v1 and fails v2 by the part `%s`', (agent, part) => {
    expect(played(agent, 'v1').status).toBe('pass');
    const { status, v2 } = played(agent, 'v2');
    expect([status, v2?.parts[part]]).toEqual(['fail', 'fail']);
  });

  test('vacuous passes v1 and not v2, because it makes no informative claim', () => {
    expect(played('vacuous', 'v1').status).toBe('pass');
    const { status, v2 } = played('vacuous', 'v2');
    expect([status, v2?.informative, v2?.parts.informative]).not.toContain('pass');
  });

  test('silent never fails v1 and does not pass v2', () => {
    expect(played('silent', 'v1').status).not.toBe('fail');
    const { v2 } = played('silent', 'v2');
    expect(v2?.omissions.checks).toBeGreaterThan(0);
    expect(v2?.status).not.toBe('pass');
  });
});

describe('honest agents of other designs', () => {
  test.each(['tree', 'greedy', 'walker', 'noisy5', 'noisy10'] as const)('%s passes v2', (agent) => {
    const { status, v2 } = played(agent, 'v2');
    expect([status, v2?.fidelity.failed, v2?.omissions.failed]).toEqual(['pass', 0, 0]);
  });
});

test('the label of a v2 world reveals no seed, so the schedule cannot be predicted', () => {
  const { v2 } = played('schedule', 'v2');
  expect(v2?.claims.failed).toBeGreaterThan(2);
  expect(v2?.commitment).toMatch(/^[0-9a-f]{64}$/);
  expect(v2?.secret).toBe(SECRET);
});

test('the smuggled steps of a plan are not chosen by its model', () => {
  const { v2 } = played('smuggler', 'v2');
  expect(v2?.fidelity.failed).toBeGreaterThan(5);
});

describe('a summary of protocol v2', () => {
  const agents = ['honest', 'tree', 'stale', 'until_probed', 'decoupled'] as const;
  const config: SuiteConfig = { ...SUITE, agents, scenarios: ['resource'], v2: { nonce: SECRET } };

  test('states how well honest and other agents are distinguished, in total and by probe', () => {
    const records = agents.map((agent) => played(agent, 'v2'));
    const { detection } = summarize(config, records, {});
    expect(detection).toMatchObject({
      false_positives: { rate: 0, decided: 2, worlds: 1 },
      not_passed: { rate: 1, decided: 3 },
      detected: { rate: 1 },
      // None of them accepts an offer, so the offers do not distinguish the agents.
      roc: { P3: { honest: 2, others: 3, area: 0.5 }, P5: { area_by_agent: { decoupled: 1 } } },
    });
    // An otherwise honest agent that reuses a nonce answers P5 like the honest agent.
    const { stale, until_probed } = detection?.roc.P5?.area_by_agent ?? {};
    expect([stale, until_probed]).toEqual([0.5, 1]);
    const points = detection?.roc.P5?.points ?? [];
    expect(points.at(-1)).toEqual({ threshold: 0, false_positive: 1, detected: 1 });
    expect(points.at(-2)).toMatchObject({ false_positive: 0, detected: 2 / 3 });
  });

  test('has no detection rates unless both honest and other agents played, or under v1', () => {
    const honest = ['honest', 'tree'] as const;
    const records = honest.map((agent) => played(agent, 'v2'));
    expect(summarize({ ...config, agents: honest }, records, {}).detection).toBeUndefined();
    const first = ['honest', 'decoupled'] as const;
    const older = first.map((agent) => played(agent, 'v1'));
    const { v2: _, ...plain } = config;
    expect(summarize({ ...plain, agents: first }, older, {}).detection).toBeUndefined();
  });

  // The upper end of the interval for 0 of 3 is 0.561, for 0 of 4 it is 0.490.
  test.each([
    [3, null],
    [4, '9+'],
  ])('after failures in %i worlds the cliff is %s', (failures, cliff) => {
    const { v2, ...rest } = played('honest', 'v2');
    if (v2 === undefined) throw new Error('no record of the protocol');
    const fails = Array.from({ length: failures }, (_, world) => ({
      ...rest,
      entropy_bin: '9+' as const,
      status: 'fail' as const,
      v2: { ...v2, status: 'fail' as const, world: String(world) },
    }));
    const { agents: told } = summarize(config, [played('honest', 'v2'), ...fails], {});
    expect(told.honest?.cliff_bin).toBe(cliff);
    expect(told.honest?.v2?.entropy_bins.at(-1)).toMatchObject({
      bin: '9+',
      episodes: failures,
      worlds: failures,
      pass_rate: 0,
    });
  });
});
