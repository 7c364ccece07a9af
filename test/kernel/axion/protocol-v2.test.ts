/** @module protocol-v2: what the second protocol asks, and what it makes of the answers. */
import { describe, expect, test } from 'vitest';

import { AGENT_MAKERS } from '../../../kernel/axion/agents/agents.ts';
import type { AgentName } from '../../../kernel/axion/agents/agents.ts';
import type { EpisodeConfig, EpisodeRecord } from '../../../kernel/axion/harness/episode-record.ts';
import { startEpisode } from '../../../kernel/axion/harness/episode-state.ts';
import { playEpisode } from '../../../kernel/axion/harness/runner.ts';
import { SCENARIOS } from '../../../kernel/axion/harness/scenarios.ts';
import type { V2Record } from '../../../kernel/axion/protocol-v2/v2-record.ts';
import { worldDigest } from '../../../kernel/axion/protocol-v2/v2-state.ts';
import { judgeClaims } from '../../../kernel/axion/protocol-v2/verdict.ts';
import { drawWorld, worldOf } from '../../../kernel/axion/protocol-v2/worlds.ts';
import { config, TOOLS } from './played.ts';

const SECRET = 'ab'.repeat(32);

function played(
  agent: AgentName,
  change: Partial<EpisodeConfig> = {},
): EpisodeRecord & { readonly v2: V2Record } {
  const wanted = config({ agent, steps: 50, v2: { secret: SECRET }, ...change });
  const { record } = playEpisode(wanted, AGENT_MAKERS[agent], TOOLS);
  if (record.v2 === undefined) throw new Error('no record of the protocol');
  return { ...record, v2: record.v2 };
}

describe('an episode', () => {
  test.each(['mci_latent', 'full'] as const)('of the honest agent passes under %s', (mode) => {
    const { status, v2 } = played('honest', { interface: mode });
    expect([status, v2.status]).toEqual(['pass', 'pass']);
    expect(v2.acting_probed).toBeGreaterThan(2);
    expect(v2.informative).toBeGreaterThan(2);
    expect(v2.claims).toMatchObject({ failed: 0 });
  });

  test('of the pseudo agent fails', () => {
    const { status, v2 } = played('pseudo', { scenario: 'resource' });
    expect([status, v2.status]).toEqual(['fail', 'fail']);
  });

  test('comes to the same record with the same secret, and is probed otherwise with another', () => {
    const one = played('honest');
    expect(played('honest')).toEqual(one);
    const other = played('honest', { v2: { secret: 'cd'.repeat(32) } });
    expect(other.v2.world).toBe(one.v2.world);
    expect(other.v2.forks).not.toEqual(one.v2.forks);
  });

  test.each([{ interface: 'mci_minimal' as const }, { anchored: true }])(
    'is refused with %j',
    (change) => {
      expect(() => startEpisode(config({ v2: { secret: SECRET }, ...change }))).toThrow(
        /protocol v2/,
      );
    },
  );
});

describe('the worlds', () => {
  test.each(SCENARIOS)('of 1,000 seeds of %s are at least 900 different ones', (scenario) => {
    const worlds = Array.from({ length: 1000 }, (_, seed) =>
      worldDigest(drawWorld(scenario, seed, 'template', 'a label')),
    );
    expect(new Set(worlds).size).toBeGreaterThanOrEqual(900);
  });

  test('follow from the seed, their label from the secret', () => {
    const wanted = { scenario: 'hazard', seed: 7, density: 'template' } as const;
    const [one, other] = [worldOf(wanted, SECRET), worldOf(wanted, 'cd'.repeat(32))];
    expect(other.rng_seed).not.toBe(one.rng_seed);
    expect({ ...other, rng_seed: one.rng_seed }).toEqual(one);
  });
});

describe('errors among claims', () => {
  test.each([
    // With no error at all, three checks rule out that every second claim is wrong.
    [0, 2, 'inconclusive'],
    [0, 3, 'pass'],
    // One in ten may be wrong: the fifth error of twelve is one too many, the fourth leaves a doubt.
    [3, 12, 'pass'],
    [4, 12, 'inconclusive'],
    [5, 12, 'fail'],
    [1, 1, 'inconclusive'],
    [2, 2, 'inconclusive'],
    [3, 3, 'fail'],
  ])('%i of %i: %s', (failed, checks, status) => {
    expect(judgeClaims({ checks, failed })).toBe(status);
  });
});
