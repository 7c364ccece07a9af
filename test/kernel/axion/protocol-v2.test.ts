/** @module protocol v2 tests: the questions of the second protocol and the verdicts on their answers. */
import { describe, expect, test } from 'vitest';

import type { Agent } from '../../../kernel/axion/agents/agent.ts';
import { AGENT_MAKERS, type AgentName } from '../../../kernel/axion/agents/agents.ts';
import type { EpisodeConfig, EpisodeRecord } from '../../../kernel/axion/harness/episode-record.ts';
import type { EpisodeState } from '../../../kernel/axion/harness/episode-state.ts';
import { endEpisode, recordHang, takeTurn } from '../../../kernel/axion/harness/episode.ts';
import {
  episodeTurns,
  nextInput,
  playEpisode,
  sourcesFor,
} from '../../../kernel/axion/harness/runner.ts';
import { SCENARIOS } from '../../../kernel/axion/harness/scenarios.ts';
import { worldDigest } from '../../../kernel/axion/harness/scenarios.ts';
import { startEpisode } from '../../../kernel/axion/harness/start-episode.ts';
import type { V2Record } from '../../../kernel/axion/protocol-v2/v2-record.ts';
import { judgeClaims } from '../../../kernel/axion/protocol-v2/verdict.ts';
import { drawWorld, startWorld } from '../../../kernel/axion/protocol-v2/worlds.ts';
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

/** The first turn of an episode at which an offer of P3, P4 or P6 is open. */
function openOffer(play: ReturnType<typeof episodeTurns>, agent: Agent): EpisodeState {
  for (let due = play.next(); due.done !== true;) {
    const state = due.value;
    if (['P3', 'P4', 'P6'].includes(state.pending[0]?.kind ?? '')) return state;
    due = play.next(takeTurn(state, nextInput(state, agent), TOOLS));
  }
  throw new Error('no offer was put');
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

  test('is the same for the same secret, and has other questions for another secret', () => {
    const one = played('honest');
    expect(played('honest')).toEqual(one);
    const other = played('honest', { v2: { secret: 'cd'.repeat(32) } });
    expect(other.v2.world).toBe(one.v2.world);
    expect(other.v2.forks).not.toEqual(one.v2.forks);
  });

  test('leaves an offer without an answer inconclusive if it ends early or hangs', () => {
    const wanted = config({ agent: 'honest', steps: 50, v2: { secret: SECRET } });
    const honest = AGENT_MAKERS.honest(sourcesFor(wanted));
    const state = openOffer(episodeTurns(wanted), honest);
    const [open] = state.pending;
    const left = {
      probe: open?.kind,
      step: open === undefined || !('step' in open) ? null : open.step,
      status: 'inconclusive',
    };
    const ends = [state, recordHang(state, 0).state].map(endEpisode);
    expect(ends.map(({ v2 }) => v2?.offers.at(-1))).toEqual([left, left]);
    expect(ends.map(({ status }) => status)).toEqual(['inconclusive', 'fail']);
  });

  test.each([{ interface: 'mci_minimal' as const }, { anchored: true }])(
    'is refused with the options %j',
    (change) => {
      expect(() => startEpisode(config({ v2: { secret: SECRET }, ...change }))).toThrow(
        /protocol v2/,
      );
    },
  );
});

describe('worlds', () => {
  test.each(SCENARIOS)('of 1,000 seeds of %s include at least 900 different ones', (scenario) => {
    const worlds = Array.from({ length: 1000 }, (_, seed) =>
      worldDigest(drawWorld(scenario, seed, 'template', 'a label')),
    );
    expect(new Set(worlds).size).toBeGreaterThanOrEqual(900);
  });

  test('are determined by the seed, and their label by the secret', () => {
    const wanted = { scenario: 'hazard', seed: 7, density: 'template' } as const;
    const [one, other] = [SECRET, 'cd'.repeat(32)].map((secret) =>
      startWorld({ ...wanted, v2: { secret } }),
    );
    if (one === undefined || other === undefined) throw new Error('no world');
    expect(other.rng_seed).not.toBe(one.rng_seed);
    expect({ ...other, rng_seed: one.rng_seed }).toEqual(one);
  });
});

describe('judgeClaims', () => {
  test.each([
    // Three checks without a failure rule out an error rate of one half.
    [0, 2, 'inconclusive'],
    [0, 3, 'pass'],
    // An error rate of one in ten is accepted: five of twelve exclude it, four of twelve are inconclusive.
    [3, 12, 'pass'],
    [4, 12, 'inconclusive'],
    [5, 12, 'fail'],
    [1, 1, 'inconclusive'],
    [2, 2, 'inconclusive'],
    [3, 3, 'fail'],
  ])('for %i failed of %i checks the verdict is %s', (failed, checks, status) => {
    expect(judgeClaims({ checks, failed })).toBe(status);
  });
});

test('both agents of `social` are within 2 cells of each other, on either side', () => {
  const away = Array.from({ length: 60 }, (_, seed) => {
    const { agents } = drawWorld('social', seed, 'template', 'label');
    const [a, b] = ['A1', 'A2'].map((id) => agents.find((agent) => agent.id === id));
    return { x: (b?.x ?? NaN) - (a?.x ?? NaN), y: (b?.y ?? NaN) - (a?.y ?? NaN) };
  });
  for (const axis of ['x', 'y'] as const) {
    expect(new Set(away.map((one) => one[axis]))).toEqual(new Set([-2, -1, 0, 1, 2]));
  }
  expect(away.every(({ x, y }) => Math.abs(x) + Math.abs(y) >= 2)).toBe(true);
});
