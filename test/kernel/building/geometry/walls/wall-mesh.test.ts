/** @module wall mesh tests: walls with openings are closed, exact in volume and equal to the boolean reference. */

import { beforeAll, describe, expect, test } from 'vitest';

import {
  isWatertight,
  meshBounds,
  meshVolume,
} from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { loadSolidKernel } from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { leastBanded } from '../../../../../kernel/building/geometry/walls/solid/banded-wall.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import type {
  WallOpening,
  WallSolid,
} from '../../../../../kernel/building/geometry/walls/wall-mesh.ts';
import {
  wallByBoolean,
  wallMesh,
  wallSolid,
} from '../../../../../kernel/building/geometry/walls/wall-mesh.ts';
import { gridPlan, seededNumbers } from './wall-plans.ts';

let kernel: SolidKernel;
beforeAll(async () => {
  kernel = await loadSolidKernel();
});

function solidOf(
  walls: readonly StraightWall[],
  id: string,
  openings: readonly WallOpening[],
): WallSolid {
  const wall = walls.find((candidate) => candidate.id === id);
  const footprint = solveJoins(walls).get(id);
  if (wall === undefined || footprint === undefined) {
    throw new Error(`no wall ${id}`);
  }
  return { wall, footprint, base: 0, height: 3000, openings };
}

const free: StraightWall = {
  id: 'a',
  start: { x: 0, y: 0 },
  end: { x: 6000, y: 0 },
  thickness: 200,
};
const corner: StraightWall = {
  ...free,
  id: 'b',
  start: { x: 6000, y: 0 },
  end: { x: 8000, y: 3000 },
};
const opening = (offset: number, width: number, sill: number, height: number): WallOpening => ({
  offset,
  width,
  sill,
  height,
});

describe('openings in a free wall of 6.0 x 0.2 x 3.0 m', () => {
  const full = 6000 * 3000;
  test.each([
    ['no opening', [], full],
    ['a door', [opening(1000, 900, 0, 2100)], full - 900 * 2100],
    ['a window', [opening(1000, 900, 900, 1200)], full - 900 * 1200],
    [
      'a door and two windows',
      [opening(500, 900, 0, 2100), opening(2000, 1200, 900, 1200), opening(4000, 1200, 900, 1200)],
      full - 900 * 2100 - 2 * 1200 * 1200,
    ],
    ['up to the top', [opening(1000, 900, 900, 2100)], full - 900 * 2100],
    ['over the top', [opening(1000, 900, 900, 9000)], full - 900 * 2100],
    ['below the foot', [opening(1000, 900, -500, 1000)], full - 900 * 500],
    ['full height: two parts', [opening(1000, 900, 0, 3000)], full - 900 * 3000],
    ['at the start', [opening(0, 900, 0, 2100)], full - 900 * 2100],
    ['at the end', [opening(5100, 900, 0, 2100)], full - 900 * 2100],
    ['0.001 mm before the end', [opening(5099.998, 900, 0, 2100)], full - 900 * 2100],
    ['over both ends', [opening(-10, 6020, 500, 100)], full - 6000 * 100],
    [
      'beside each other',
      [opening(1000, 900, 0, 2100), opening(1900, 900, 0, 2100)],
      full - 1800 * 2100,
    ],
    [
      'beside each other, stepped',
      [opening(1000, 900, 0, 2100), opening(1900, 900, 900, 1200)],
      full - 900 * 2100 - 900 * 1200,
    ],
    [
      'over each other',
      [opening(1000, 900, 0, 1000), opening(1000, 900, 1000, 500)],
      full - 900 * 1500,
    ],
    [
      'overlapping',
      [opening(1000, 900, 0, 2000), opening(1450, 900, 1000, 2000)],
      full - 2 * 900 * 2000 + 450 * 1000,
    ],
    [
      'the same twice',
      [opening(1000, 900, 0, 2000), opening(1000, 900, 0, 2000)],
      full - 900 * 2000,
    ],
    [
      'touching in a corner',
      [opening(1000, 900, 500, 500), opening(1900, 900, 1000, 500)],
      full - 2 * 900 * 500,
    ],
    [
      'touching in a corner, falling',
      [opening(1000, 900, 1000, 500), opening(1900, 900, 500, 500)],
      full - 2 * 900 * 500,
    ],
    ['empty openings', [opening(1000, 0, 0, 2000), opening(1000, 900, 0, 0)], full],
    [
      'outside',
      [opening(7000, 900, 0, 2000), opening(-900, 900, 0, 2000), opening(100, 100, 3000, 5)],
      full,
    ],
  ])('a wall is closed and exact with openings: %s', (_, openings, elevation) => {
    const { mesh, unresolved } = wallMesh(solidOf([free], 'a', openings));
    expect(unresolved).toEqual([]);
    expect(isWatertight(mesh)).toBe(true);
    expect(meshVolume(mesh) / (elevation * 200)).toBeCloseTo(1, 13);
  });

  test('an opening that removes the whole wall leaves an empty mesh', () => {
    const { mesh } = wallMesh(solidOf([free], 'a', [opening(0, 6000, 0, 3000)]));
    expect(mesh.triangles.length).toBe(0);
  });

  test('a wall starts at its base elevation', () => {
    const { mesh } = wallMesh({
      ...solidOf([free], 'a', [opening(1000, 900, 0, 2100)]),
      base: 3500,
    });
    expect(meshBounds(mesh)).toEqual({
      min: { x: 0, y: -100, z: 3500 },
      max: { x: 6000, y: 100, z: 6500 },
    });
  });
});

describe('openings in a mitred wall', () => {
  test('an opening outside an oblique end is exact, one that reaches it is reported and cut by booleans', () => {
    const walls = [free, corner];
    const start = Math.min(
      ...[...solveJoins(walls).values()]
        .slice(0, 1)
        .flatMap(({ endCorners }) => [endCorners.left.x, endCorners.right.x]),
    );
    const upTo = solidOf(walls, 'a', [opening(start - 900, 900, 0, 2100)]);
    expect(wallMesh(upTo).unresolved).toEqual([]);
    expect(meshVolume(wallMesh(upTo).mesh)).toBeCloseTo(
      meshVolume(wallByBoolean(kernel, upTo).mesh),
      0,
    );
    const beyond = solidOf(walls, 'a', [
      opening(start - 900, 902, 0, 2100),
      opening(100, 100, 0, 100),
    ]);
    expect(wallMesh(beyond).unresolved).toEqual([0]);
    expect(isWatertight(wallMesh(beyond).mesh)).toBe(true);
    const exact = wallSolid(() => kernel, beyond);
    expect(isWatertight(exact)).toBe(true);
    expect(meshVolume(exact)).toBeLessThan(meshVolume(wallMesh(beyond).mesh));
    expect(leastBanded(beyond)).toBeLessThan(meshVolume(exact));
    expect(leastBanded(beyond)).toBeGreaterThan(0.9 * meshVolume(exact));
  });
});

test('an opening at the start of a bevelled wall is cut clear of the shared point', () => {
  const short: StraightWall = {
    id: 'b',
    start: { x: 0, y: 0 },
    end: { x: 280, y: 50 },
    thickness: 200,
  };
  const solid = solidOf([free, short], 'a', [opening(0, 900, 0, 2100)]);
  expect(solid.footprint.ring).toContainEqual({ x: 0, y: 0 });
  const { mesh, unresolved } = wallMesh(solid);
  expect(isWatertight(mesh)).toBe(true);
  expect(unresolved).toEqual([0]);
  expect(isWatertight(wallSolid(() => kernel, solid))).toBe(true);
});

describe('solids of random walls', () => {
  const plan = gridPlan({ columns: 8, rows: 8, seed: 21, jitter: 1500, tees: 0.5 });
  const footprints = solveJoins(plan);
  const random = seededNumbers(5);
  const between = (low: number, high: number) =>
    Math.round((low + (high - low) * random()) * 1000) / 1000;
  const solids = plan.map((wall): WallSolid => {
    const length = Math.sqrt((wall.end.x - wall.start.x) ** 2 + (wall.end.y - wall.start.y) ** 2);
    const footprint = footprints.get(wall.id);
    if (footprint === undefined) {
      throw new Error('no footprint');
    }
    const cell = (length - 2000) / 3;
    const openings = [0, 1, 2].map((i): WallOpening => {
      const offset = between(1000 + i * cell, 1000 + i * cell + cell / 3);
      const sill = random() < 0.4 ? 0 : between(300, 1000);
      return opening(
        offset,
        between(cell / 10, cell / 2),
        sill,
        between(500, random() < 0.2 ? 3000 : 1900),
      );
    });
    return { wall, footprint, base: between(-3000, 9000), height: 3000, openings };
  });

  test('random walls are closed and have the volume of footprint less openings', () => {
    for (const solid of solids) {
      const { mesh, unresolved } = wallMesh(solid);
      expect(unresolved).toEqual([]);
      expect(isWatertight(mesh)).toBe(true);
      const cut = solid.openings.reduce(
        (sum, { width, sill, height }) => sum + width * (Math.min(3000, sill + height) - sill),
        0,
      );
      const expected = signedArea(solid.footprint.ring) * 3000 - cut * solid.wall.thickness;
      // The faces are rounded to 0.001 mm, so the thickness of a diagonal wall deviates by about one part in 1e6.
      expect(meshVolume(mesh) / expected).toBeCloseTo(1, 4);
    }
  });

  test('random walls have the volume of the boolean reference within 1e-12', () => {
    for (const solid of solids) {
      const reference = wallByBoolean(kernel, solid);
      expect(reference.watertight).toBe(true);
      expect(Math.abs(meshVolume(wallMesh(solid).mesh) / reference.volume_mm3 - 1)).toBeLessThan(
        1e-12,
      );
    }
  });
});

test('crossing, overlapping and touching walls are closed and equal the boolean reference', () => {
  let compared = 0;
  for (let seed = 240; seed < 440; seed += 5) {
    const random = seededNumbers(seed);
    const grid = [100, 500, 1000, 3000][seed % 4] ?? 100;
    const coordinate = () => Math.round((random() * 8000) / grid) * grid;
    const walls = Array.from({ length: 2 + Math.floor(random() * 14) }, (_, i): StraightWall => {
      const start = { x: coordinate(), y: coordinate() };
      const end = { x: coordinate(), y: coordinate() };
      const thickness = [50, 100, 200, 400][Math.floor(random() * 4)] ?? 100;
      const join = (['miter', 'butt', 'none'] as const)[Math.floor(random() * 6)];
      return { id: `w${i}`, start, end, thickness, join };
    }).filter(({ start, end }) => start.x !== end.x || start.y !== end.y);
    for (const { id, start, end } of walls) {
      const tenth = Math.sqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2) / 10;
      const openings = [0, 1, 2, 3].map(() =>
        opening(
          Math.floor(Math.round(random() * 10) * tenth),
          Math.floor(Math.round(random() * 4) * tenth),
          Math.round(random() * 4) * 500,
          Math.round(random() * 4) * 500,
        ),
      );
      const solid = solidOf(walls, id, openings);
      const { mesh, unresolved } = wallMesh(solid);
      expect(mesh.triangles.length === 0 || isWatertight(mesh)).toBe(true);
      const reference = wallByBoolean(kernel, solid).volume_mm3;
      const difference = unresolved.length > 0 ? 0 : Math.abs(meshVolume(mesh) - reference);
      compared += unresolved.length > 0 ? 0 : 1;
      expect(difference).toBeLessThan(1e-9 * signedArea(solid.footprint.ring) * 3000 + 1);
    }
  }
  expect(compared).toBeGreaterThan(100);
});
