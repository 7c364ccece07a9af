/** @module tests of candidates: what a restricted reader sees is found without looking at what is hidden. */
import { expect, it, test, vi } from 'vitest';

import { insideScope } from '../../../../../governance/access/scope.ts';
import { loadSolidKernel } from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { PermissionScope } from '../../../../../schemas/permissions.ts';
import type { PlaceLimits, Sight } from '../../../../../schemas/sight.ts';
import { creation } from '../../../../bench/building.ts';
import { mixedBuilding } from '../../../../bench/mixed-building.ts';
import { World } from '../../../../servers/building/world.ts';

const WHO = { key: 'test', maker: 'maker', own: () => false, branch: () => true };
const CORNER = { min: { x: -1000, y: -1000, z: -1000 }, max: { x: 8000, y: 8000, z: 4000 } };
const FAR = { min: { x: 1e7, y: 1e7, z: 0 }, max: { x: 2e7, y: 2e7, z: 4000 } };

async function building(): Promise<World> {
  const world = new World(await loadSolidKernel());
  world.log.append('main', 'build', [...mixedBuilding({ storeys: 3, bays: 6 })].map(creation));
  await world.domain.catchUp();
  return world;
}

function sightIn(limits: PlaceLimits): Sight {
  const scope = PermissionScope.parse(limits);
  return { ...WHO, limits, place: (place) => insideScope(scope, place) };
}

test.each<[name: string, limits: PlaceLimits]>([
  ['levels', { levels: ['Storey 1'] }],
  ['categories', { categories: ['Levels', 'Doors', 'Beams'] }],
  ['both', { categories: ['Doors', 'Walls'], levels: ['level_2'] }],
])('a scope of %s has no candidate that it hides', async (_name, limits) => {
  const world = await building();
  const { view } = world.domain.callerView(world.view, sightIn(limits));
  const seen = [...view.elements()];
  expect(seen.length).toBeGreaterThan(20);
  expect([...world.view.candidates(limits)]).toEqual(seen);
});

it('finds of a region only what may reach into it, and all levels', async () => {
  const { view } = await building();
  const near = [...view.candidates({ regions: [CORNER] })];
  const reach = new Set(view.inBox(CORNER));
  expect(near.filter(({ id, kind }) => kind !== 'level' && !reach.has(id)).length).toBeLessThan(20);
  expect(near.length).toBeGreaterThan(20);
  expect([...view.candidates({ regions: [FAR] })].map(({ kind }) => kind)).toEqual([
    'level',
    'level',
    'level',
  ]);
});

it('reads nothing of a building next to a region, however large the region is', async () => {
  const { view } = await building();
  const at = vi.spyOn(view.kinds, 'of');
  const beside = { min: { x: -5e6, y: -5e6, z: -1e4 }, max: { x: -1e4, y: -1e4, z: 1e4 } };
  const around = { min: { x: -5e6, y: -5e6, z: -1e4 }, max: { x: 5e6, y: 5e6, z: 1e4 } };
  const searched = [
    { categories: ['Levels', 'Columns', 'Doors'], regions: [beside] },
    { categories: ['Levels', 'Rooms'], regions: [around] },
  ];
  for (const limits of searched) {
    expect([...view.candidates(limits)].every(({ kind }) => kind === 'level')).toBe(true);
  }
  expect(at.mock.calls.length).toBeLessThan(100);
  at.mockRestore();
});

it('a restricted reader costs no geometry of hidden elements', async () => {
  const world = await building();
  const bounds = vi.spyOn(world.view, 'bounds');
  const listed = (limits: PlaceLimits): readonly string[] =>
    [...world.domain.callerView(world.view, sightIn(limits)).view.elements()].map(({ id }) => id);
  expect(listed({ levels: ['level_0'] }).length).toBeGreaterThan(300);
  expect(bounds).not.toHaveBeenCalled();
  const seen = listed({ regions: [CORNER] });
  expect(bounds.mock.calls.length).toBeLessThan(seen.length + 40);
});
