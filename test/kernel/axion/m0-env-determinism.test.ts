/**
 * @module m0-env-determinism: the grid world gives the same states for the same seed and actions, and follows its
 * rules.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { executeRaw, mutateEnv, stepEnv } from '../../../kernel/axion/env/gridworld.ts';
import { entropyBin, envEntropy } from '../../../kernel/axion/env/metrics-oracle.ts';
import { normalizeState } from '../../../kernel/axion/env/normalize-state.ts';
import { actionFor, CHOICES, type Choice, type ToyEnv } from '../../../kernel/axion/env/toy-env.ts';
import {
  DENSITIES,
  DENSITY_LEVELS,
  SCENARIOS,
  startState,
} from '../../../kernel/axion/harness/scenarios.ts';
import { hashJson } from '../../../kernel/axion/hashing.ts';
import { projectFactors } from '../../../kernel/axion/interfaces/projection.ts';
import { checkToyEnv } from '../../../kernel/axion/schema-load.ts';

const choices = fc.array(fc.constantFrom(...CHOICES), { maxLength: 60 });
const scenario = fc.constantFrom(...SCENARIOS);
const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });

function walk(env: ToyEnv, words: readonly Choice[]): ToyEnv {
  return words.reduce((state, word) => stepEnv(state, actionFor(word, state)), env);
}

/** A state with only the agent, plus the given changes. */
function world(change: Partial<ToyEnv> = {}): ToyEnv {
  return {
    tick: 0,
    grid: { w: 12, h: 12, walls: [] },
    self: {
      id: 'self',
      x: 5,
      y: 5,
      energy: 50,
      inventory: [],
      status: { alive: true, stunned: false },
    },
    agents: [],
    objects: [],
    hazards: [],
    tools: [],
    rng_seed: 'test_1',
    ...change,
  };
}

describe('determinism', () => {
  test('the same seed and actions give the same states, also on copies', () => {
    fc.assert(
      fc.property(scenario, seed, choices, (name, number, words) => {
        const env = startState(name, number);
        const before = hashJson(env);
        const copy = structuredClone(env);
        expect(hashJson(walk(startState(name, number), words))).toBe(hashJson(walk(copy, words)));
        walk(env, words);
        expect(hashJson(env)).toBe(before);
      }),
    );
  });

  test('starting states have known digests', () => {
    expect(SCENARIOS.map((name) => hashJson(startState(name, 123)).slice(0, 16))).toEqual([
      '6d5cb038f65bccd6',
      '845e6c0c852caa30',
      '77bf94b1d1b01092',
      'b7fc8c84a33c53b1',
    ]);
  });

  test('every reachable state fits the schema', () => {
    fc.assert(
      fc.property(scenario, seed, choices, (name, number, words) => {
        expect(checkToyEnv(walk(startState(name, number), words)).ok).toBe(true);
      }),
    );
  });
});

describe('starting states', () => {
  test.each(SCENARIOS)(
    'of %s have no two things in one cell, for 500 seeds per density',
    (name) => {
      for (const level of DENSITY_LEVELS) {
        for (let number = 0; number < 500; number += 1) {
          const env = startState(name, number, DENSITIES[level]);
          const cells = [
            env.self,
            ...env.agents,
            ...env.objects,
            ...env.hazards,
            ...env.grid.walls,
          ];
          expect(new Set(cells.map(({ x, y }) => `${x},${y}`)).size).toBe(cells.length);
        }
      }
    },
  );

  test('of the available densities cover every entropy bin', () => {
    const bins = new Set<string>();
    for (const name of SCENARIOS) {
      for (const level of DENSITY_LEVELS) {
        for (let number = 0; number < 20; number += 1) {
          bins.add(entropyBin(envEntropy(startState(name, number, DENSITIES[level]))));
        }
      }
    }
    expect([...bins].toSorted()).toEqual(['0-2', '3-5', '6-8', '9+']);
  });

  test.each([
    [2, '0-2'],
    [2.25, '3-5'],
    [5, '3-5'],
    [5.25, '6-8'],
    [8, '6-8'],
    [8.25, '9+'],
  ])('an entropy of %d is in bin %s', (entropy, bin) => {
    expect(entropyBin(entropy)).toBe(bin);
  });
});

describe('rules of the world', () => {
  test('a move costs one energy and one tick, a blocked one only the tick', () => {
    const free = stepEnv(world(), { op: 'move', dir: 'N' });
    expect([free.tick, free.self.x, free.self.y, free.self.energy]).toEqual([1, 5, 4, 49]);
    const walled = world({ grid: { w: 12, h: 12, walls: [{ x: 5, y: 4 }] } });
    const blocked = stepEnv(walled, { op: 'move', dir: 'N' });
    expect([blocked.tick, blocked.self.y, blocked.self.energy]).toEqual([1, 5, 50]);
  });

  test.each([
    ['N', 5, 0],
    ['S', 5, 11],
    ['E', 11, 5],
    ['W', 0, 5],
  ] as const)('the border stops a move %s', (dir, x, y) => {
    const env = world({ self: { ...world().self, x, y } });
    expect(stepEnv(env, { op: 'move', dir }).self).toEqual(env.self);
  });

  test('living agents block a cell, dead ones do not', () => {
    const other = { ...world().self, id: 'A1', x: 6 };
    const east = { op: 'move', dir: 'E' } as const;
    expect(stepEnv(world({ agents: [other] }), east).self.x).toBe(5);
    const dead = { ...other, status: { alive: false, stunned: false } };
    expect(stepEnv(world({ agents: [dead] }), east).self.x).toBe(6);
  });

  test.each([
    [31, 29, 1, true],
    [30, 29, 0, false],
    [29, 29, 0, false],
  ])('energy %d entering a hazard of %d leaves %d, alive %s', (energy, severity, left, alive) => {
    const env = world({
      self: { ...world().self, energy },
      hazards: [{ id: 'h', kind: 'pit', x: 6, y: 5, severity }],
    });
    const { self } = stepEnv(env, { op: 'move', dir: 'E' });
    expect([self.energy, self.status.alive]).toEqual([left, alive]);
  });

  test('walking to energy 0 does not kill', () => {
    const { self } = stepEnv(world({ self: { ...world().self, energy: 1 } }), {
      op: 'move',
      dir: 'E',
    });
    expect([self.energy, self.status.alive]).toEqual([0, true]);
  });

  test.each([
    [99, 100],
    [100, 100],
    [150, 150],
  ])('waiting with energy %d results in energy %d', (energy, after) => {
    const env = world({ self: { ...world().self, energy } });
    expect(stepEnv(env, { op: 'wait' }).self.energy).toBe(after);
  });

  test('picks up the first object of a cell, carries at most 32, and drops objects in its cell', () => {
    const objects = ['a', 'b'].map((id) => ({ id, kind: 'coin', x: 5, y: 5, props: {} }));
    const picked = stepEnv(world({ objects }), { op: 'pickup' });
    expect([picked.self.inventory, picked.objects.map(({ id }) => id)]).toEqual([['a'], ['b']]);
    const full = Array.from({ length: 32 }, (_, i) => `i${i}`);
    const laden = world({ objects, self: { ...world().self, inventory: full } });
    expect(stepEnv(laden, { op: 'pickup' }).objects).toHaveLength(2);
    const dropped = stepEnv(picked, { op: 'drop', item_id: 'a' });
    expect(dropped.objects).toEqual([
      { id: 'b', kind: 'coin', x: 5, y: 5, props: {} },
      { id: 'a', kind: 'dropped', x: 5, y: 5, props: {} },
    ]);
    expect(stepEnv(picked, { op: 'drop', item_id: 'b' }).self.inventory).toEqual(['a']);
  });

  test('a tool loses a charge, never below 0', () => {
    const tools = [{ id: 't', kind: 'shield', charges: 1 }];
    const used = stepEnv(world({ tools }), { op: 'use_tool', tool_id: 't' });
    expect(used.tools[0]?.charges).toBe(0);
    expect(stepEnv(used, { op: 'use_tool', tool_id: 't' }).tools[0]?.charges).toBe(0);
  });

  test('a stunned agent loses a turn and recovers, a dead agent does nothing', () => {
    const { self } = world();
    const stunned = world({ self: { ...self, status: { alive: true, stunned: true } } });
    const recovered = stepEnv(stunned, { op: 'move', dir: 'E' });
    expect([recovered.self.x, recovered.self.status.stunned]).toEqual([5, false]);
    const dead = world({ self: { ...self, status: { alive: false, stunned: false } } });
    expect(stepEnv(dead, { op: 'wait' })).toEqual({ ...dead, tick: 1 });
  });

  test('raw execution of an action is refused', () => {
    expect(executeRaw()).toMatch(/needs a token/);
  });
});

describe('edits and views', () => {
  test.each([
    ['self.energy', { kind: 'add', amount: -20 }, (env: ToyEnv) => env.self.energy, 30],
    ['self.energy', { kind: 'add', amount: -60 }, (env: ToyEnv) => env.self.energy, 0],
    ['tick', { kind: 'set', value: 9 }, (env: ToyEnv) => env.tick, 9],
    ['self.inventory', { kind: 'unset' }, (env: ToyEnv) => env.self.inventory, []],
    ['dist.self_to_agent:A1', { kind: 'add', amount: 3 }, (env: ToyEnv) => env.agents[0]?.x, 10],
    ['dist.self_to_agent:A1', { kind: 'add', amount: 30 }, (env: ToyEnv) => env.agents[0]?.x, 11],
    ['hazards.at', { kind: 'unset' }, (env: ToyEnv) => env.hazards.map(({ id }) => id), ['far']],
    ['agents.energy', { kind: 'set', value: 3 }, (env: ToyEnv) => env.agents[0]?.energy, 3],
  ] as const)('%s %j', (variable, edit, read, wanted) => {
    const env = world({
      agents: [{ ...world().self, id: 'A1', x: 7 }],
      hazards: [
        { id: 'far', kind: 'pit', x: 11, y: 5, severity: 1 },
        { id: 'near', kind: 'pit', x: 10, y: 5, severity: 1 },
      ],
    });
    expect(read(mutateEnv(env, variable, edit) as ToyEnv)).toEqual(wanted);
  });

  test.each([
    ['hazards.at', { kind: 'set', value: 0 }],
    ['self.inventory', { kind: 'set', value: 1 }],
    ['self.energy', { kind: 'unset' }],
    ['no.such', { kind: 'unset' }],
  ] as const)('%s cannot be edited by %j', (variable, edit) => {
    expect(mutateEnv(world(), variable, edit)).toBeUndefined();
  });

  test('the normalised state contains only the focus variables', () => {
    const env = startState('social', 1);
    expect(normalizeState(env, ['self.energy', 'threat.nearest_hazard', 'no.such'])).toEqual({
      tick: 0,
      grid: { w: 12, h: 12 },
      rng_seed: 'social_1',
      self: { id: 'self', x: 4, y: 6 },
      state: { 'self.energy': 90 },
      derived: { 'threat.nearest_hazard': 3 },
    });
  });

  test('the distance to the nearest hazard is -1 if there is no hazard', () => {
    const { derived } = normalizeState(world(), ['threat.nearest_hazard']);
    expect(derived).toEqual({ 'threat.nearest_hazard': -1 });
  });

  test('factors of the starting state of `social` equal values worked out by hand', () => {
    // The energy is 90; a fire is 3 away, an item 3, both agents 2; the walls (5,5) and (6,5) are within 3.
    const [f0, f1, f2, f3, f4, f5, f6, f7] = projectFactors(startState('social', 1), 'v1_basic_k8');
    expect([f0, f1, f2, f3, f4, f5, f7]).toEqual([0.9, 0, 0.3, 0, 0.3, 0.2, 2 / 25]);
    expect(f6).toBeLessThanOrEqual(24 / 64);
  });

  test('factors stay within 0 and 1', () => {
    fc.assert(
      fc.property(scenario, seed, choices, (name, number, words) => {
        const factors = projectFactors(walk(startState(name, number), words), 'v2_route_k20');
        expect(factors).toHaveLength(20);
        expect(factors.every((factor) => factor >= 0 && factor <= 1)).toBe(true);
      }),
    );
  });
});
