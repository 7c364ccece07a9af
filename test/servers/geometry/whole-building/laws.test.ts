/**
 * @module laws of whole buildings, drawn by the tools that architects' agents call: storeys of straight, arc and curtain
 * walls that snap, tops under roofs and floors, openings, rooms, roofs of every form; as they are drawn, drawn elsewhere,
 * and moved, turned and mirrored.
 */
import process from 'node:process';

import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { Refusal } from '../../../../schemas/errors.ts';
import { faultsAsDrawn, faultsAsMoved } from './building-laws.ts';
import { built } from './built.ts';
import { STAY } from './calls.ts';
import type { Faults } from './laws.ts';
import type { Building } from './random-building.ts';
import { randomBuilding } from './random-building.ts';
import { shrunk } from './shrunk.ts';

/** 60 in the first round of `npm run test:laws`, else LAW_PLANS or a few. */
const isFirst = process.env['LAW_ROUND'] === '0';
const count = Number(process.env['LAW_PLANS'] ?? (isFirst ? 60 : 8));
const seeds = fc.sample(fc.nat(2 ** 31 - 1), count);

/** Fails with the fewest calls that break the law, so that they can be repeated. */
async function expectNone(
  law: (building: Building, seed: number) => Promise<Faults>,
  seed: number,
): Promise<void> {
  const building = randomBuilding(seed);
  const faults = await law(building, seed);
  if (faults.length === 0) return;
  // Faults caused by omitted calls are of another sort.
  const sort = sortOfFault(faults[0] ?? '');
  const isBroken = async (one: Building): Promise<boolean> => {
    try {
      return (await law(one, seed)).some((fault) => sortOfFault(fault) === sort);
    } catch (error) {
      // A building with too many omitted calls cannot be moved.
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
  const least = await shrunk(building, isBroken);
  const calls = least.calls.map((call) => JSON.stringify(call)).join('\n');
  expect.fail(
    `seed ${seed}:\n${faults.join('\n')}\nfewest calls:\n${calls}\n${(await law(least, seed)).join('\n')}`,
  );
}

/** A fault without its names, ids and numbers; of warnings only that they differ. */
function sortOfFault(fault: string): string {
  return fault.split('\n')[0]?.replaceAll(/\b[a-z]+_[0-9a-z]{12}\b|\bL\w+|[\d.e+-]+/gu, '#') ?? '';
}

test.each(seeds)('building %i satisfies the laws at any position', async (seed) => {
  await expectNone(faultsAsDrawn, seed);
});

test.each(seeds)(
  'building %i has the same measures when it is moved, mirrored, rotated and repeated',
  async (seed) => {
    await expectNone(faultsAsMoved, seed);
  },
);

test('the random buildings contain everything that the laws are about', async () => {
  const drawn = seeds.slice(0, 4).flatMap((seed) => [seed, seed + 1]);
  const made = new Map<string, number>();
  let [all, refused] = [0, 0];
  for (const building of drawn.map(randomBuilding)) {
    const one = await built(building.calls, STAY);
    all += building.calls.length;
    refused += one.refused.size;
    for (const call of building.calls) {
      if (!one.refused.has(call)) made.set(call.tool, (made.get(call.tool) ?? 0) + 1);
    }
  }
  expect(refused / all).toBeLessThan(0.15);
  expect(made.get('create_room')).toBeGreaterThan(7);
  expect(made.get('create_wall')).toBeGreaterThan(40);
  expect(made.get('place_door') ?? 0).toBeGreaterThan(2);
});

test('many random buildings have courtyards, swept roofs, groups, stairs through floors and rooms under roofs', () => {
  const drawn = Array.from({ length: 120 }, (_, i) => randomBuilding((seeds[0] ?? 0) + i));
  const having = (has: (building: Building) => boolean): number => drawn.filter(has).length;
  const calls = (tool: string, name: string): number =>
    having((building) =>
      building.calls.some((call) => call.tool === tool && Boolean(call.arguments[name])),
    );
  expect(calls('create_roof', 'holes')).toBeGreaterThan(5);
  expect(having(({ roofs }) => roofs.get('roof')?.form.underside === 'swept')).toBeGreaterThan(20);
  expect(calls('create_group', 'placements')).toBeGreaterThan(20);
  expect(calls('create_stair', 'cut_floor')).toBeGreaterThan(3);
  expect(calls('create_room', 'top_under')).toBeGreaterThan(20);
  expect(calls('create_wall', 'base_offset')).toBeGreaterThan(20);
});
