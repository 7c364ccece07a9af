/** @module building laws: all laws of a building as drawn, drawn elsewhere, and moved. */
import { loadSolidKernel } from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { built } from './built.ts';
import { STAY } from './calls.ts';
import { drawnMotion, transformations } from './drawn-motions.ts';
import { groupFaults } from './group-laws.ts';
import { areaFaults, bodyFaults, overlapFaults, type Faults } from './laws.ts';
import {
  drawnFaults,
  measuresOf,
  movedFaults,
  oddFaults,
  oddOf,
  repeatedFaults,
} from './motion-laws.ts';
import type { Building } from './random-building.ts';
import { roofFaults, roomFaults, wallFaults } from './roof-laws.ts';

const solids = await loadSolidKernel();

/** The faults of the building as drawn, and drawn elsewhere. */
export async function faultsAsDrawn(building: Building, seed: number): Promise<Faults> {
  const motion = drawnMotion(seed);
  const [here, there] = [await built(building.calls, STAY), await built(building.calls, motion)];
  const faults: string[] = [];
  for (const [one, place] of [
    [here, STAY],
    [there, motion],
  ] as const) {
    faults.push(
      ...bodyFaults(one),
      ...overlapFaults(one, solids),
      ...(await areaFaults(one, building, place)),
      ...roofFaults(one, building),
      ...wallFaults(one, building, place),
      ...roomFaults(one, building, place),
      ...groupFaults(one.world),
    );
  }
  return [...faults, ...drawnFaults(here, there, building.calls, motion)];
}

/** The faults after moving, mirroring and rotating the whole, and with a copy next to it. */
export async function faultsAsMoved(building: Building, seed: number): Promise<Faults> {
  const { world } = await built(building.calls, STAY);
  const was = measuresOf(world);
  const odd = oddOf(world, solids);
  const faults: string[] = [];
  let isAslant = false;
  for (const { aslant, ...motion } of transformations(seed)) {
    await world.do('transform_elements', { filter: {}, ...motion });
    isAslant ||= aslant;
    faults.push(...movedFaults(was, measuresOf(world), isAslant), ...groupFaults(world));
    faults.push(...oddFaults(odd, oddOf(world, solids)));
  }
  const before = measuresOf(world);
  const copied = { operation: 'array', delta: { x: 60_000, y: 20_000 }, count: 2 };
  await world.do('transform_elements', { filter: {}, ...copied });
  return [...faults, ...repeatedFaults(before, measuresOf(world))];
}
