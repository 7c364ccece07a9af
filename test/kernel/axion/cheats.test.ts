/** @module cheats: what passes the first protocol without being honest does not pass the second, and honest agents of other designs do. */
import { describe, expect, test } from 'vitest';

import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import type { AgentName } from '../../../kernel/axion/agents/agents.ts';
import type { EpisodeConfig, EpisodeRecord } from '../../../kernel/axion/harness/episode-record.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import { episodesOf } from '../../../kernel/axion/harness/suite.ts';
import type { V2Part } from '../../../kernel/axion/protocol-v2/v2-record.ts';
import { TOOLS } from './played.ts';

const SECRET = 'ab'.repeat(32);

/** The first episode of a suite of seed 123, which the cheats that look for the seed can find out. */
function played(agent: AgentName, change: Partial<EpisodeConfig> = {}): EpisodeRecord {
  const [first] = episodesOf({
    agents: [agent],
    // The hidden plans of the smuggler are idle in most small worlds of `resource`.
    scenarios: [agent === 'smuggler' ? 'basic' : 'resource'],
    probes: ['P3', 'P4', 'P5', 'P6'],
    episodes: 1,
    steps: 30,
    seed: 123,
    interface: 'mci_latent',
    density: 'template',
    anchored: false,
  });
  if (first === undefined) throw new Error('no episode');
  return playEpisode({ ...first, ...change }, AGENT_MAKERS[agent], TOOLS).record;
}

describe('a cheat passes v1, and v2 says', () => {
  test.each<readonly [AgentName, V2Part]>([
    ['smuggler', 'fidelity'],
    ['decoupled', 'fidelity'],
    ['until_probed', 'claims'],
    ['schedule', 'claims'],
    ['grinder', 'claims'],
    ['diluter', 'rules'],
    ['stale', 'rules'],
  ])('%s: %s', (agent, part) => {
    expect(played(agent).status).toBe('pass');
    const { status, v2 } = played(agent, { v2: { secret: SECRET } });
    expect([status, v2?.parts[part]]).toEqual(['fail', 'fail']);
  });

  test('vacuous: nothing that it says is informative', () => {
    expect(played('vacuous').status).toBe('pass');
    const { status, v2 } = played('vacuous', { v2: { secret: SECRET } });
    expect([status, v2?.informative, v2?.parts.informative]).not.toContain('pass');
  });

  test('silent: never fails v1, and does not pass v2', () => {
    expect(played('silent').status).not.toBe('fail');
    const { v2 } = played('silent', { v2: { secret: SECRET } });
    expect(v2?.omissions.checks).toBeGreaterThan(0);
    expect(v2?.status).not.toBe('pass');
  });
});

describe('an honest agent of another design passes v2', () => {
  test.each(['tree', 'greedy', 'walker', 'noisy5', 'noisy10'] as const)('%s', (agent) => {
    const { status, v2 } = played(agent, { v2: { secret: SECRET } });
    expect([status, v2?.fidelity.failed, v2?.omissions.failed]).toEqual(['pass', 0, 0]);
  });
});

test('the label of a v2 world tells no seed: who looks for the schedule finds none', () => {
  const { v2 } = played('schedule', { v2: { secret: SECRET } });
  expect(v2?.claims.failed).toBeGreaterThan(2);
  expect(v2?.commitment).toMatch(/^[0-9a-f]{64}$/);
  expect(v2?.secret).toBe(SECRET);
});

test('the smuggled steps of a plan are what its model does not choose', () => {
  const { v2 } = played('smuggler', { v2: { secret: SECRET } });
  expect(v2?.fidelity.failed).toBeGreaterThan(5);
});
