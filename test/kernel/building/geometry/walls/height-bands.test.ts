/** @module height bands tests: outlines over parts of the height, over random plans of walls of random heights. */
import { describe, expect, test } from 'vitest';

import { planBoxIntersects } from '../../../../../kernel/building/geometry/vector.ts';
import {
  outlineAt,
  outlinesOver,
  withBands,
} from '../../../../../kernel/building/geometry/walls/height-bands.ts';
import { joinCandidates } from '../../../../../kernel/building/geometry/walls/join-candidates.ts';
import {
  type StraightWall,
  wallReach,
} from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import type { WallFootprint } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { gridPlan, seededNumbers } from './wall-plans.ts';

const HEIGHTS = [
  [0, 3000],
  [0, 4500],
  [0, 6000],
  [1000, 3000],
  [3000, 6000],
  [-300, 3000],
] as const;

/** A plan whose walls have random heights. */
function plan(seed: number): StraightWall[] {
  const random = seededNumbers(seed);
  return gridPlan({ columns: 3, rows: 2, seed, tees: 0.4 }).map((wall): StraightWall => {
    const [low, high] = HEIGHTS[Math.floor(random() * HEIGHTS.length)] ?? HEIGHTS[0];
    return Object.assign({}, wall, { low, high });
  });
}

function candidatesOf(wall: StraightWall, walls: readonly StraightWall[]): readonly StraightWall[] {
  return joinCandidates(wall, {
    straight: (one) => one,
    near: (box) => walls.filter((other) => planBoxIntersects(wallReach(other), box)),
  });
}

function banded(walls: readonly StraightWall[]): ReadonlyMap<string, WallFootprint> {
  const whole = solveJoins(walls);
  return new Map(
    walls.map((wall) => {
      const footprint = whole.get(wall.id);
      if (footprint === undefined) throw new Error(`no footprint of ${wall.id}`);
      return [wall.id, withBands(wall.id, candidatesOf(wall, walls), footprint)];
    }),
  );
}

const SEEDS = Array.from({ length: 12 }, (_, i) => i + 1);

describe('outlines over the height of a wall', () => {
  test.each(SEEDS)('are at each height those among the walls that exist there, plan %i', (seed) => {
    const walls = plan(seed);
    const found = banded(walls);
    expect([...found.values()].some(({ bands }) => bands !== undefined)).toBe(true);
    for (const height of [-150, 500, 2000, 3750, 5000]) {
      const there = walls.filter(({ low = 0, high = 0 }) => low < height && height < high);
      // Without heights, so that only the walls that exist there can matter.
      const plain = there.map((wall) =>
        Object.assign({}, wall, { low: undefined, high: undefined }),
      );
      for (const [id, { ring }] of solveJoins(plain)) {
        const own = found.get(id);
        expect(own === undefined ? null : outlineAt(own, height).ring).toEqual(ring);
      }
    }
  });

  test('extend from the foot to the top of the wall without gaps', () => {
    for (const seed of SEEDS) {
      const walls = plan(seed);
      for (const [id, { bands }] of banded(walls)) {
        if (bands === undefined) continue;
        const own = walls.find((wall) => wall.id === id);
        expect([bands[0]?.low, bands.at(-1)?.high]).toEqual([own?.low, own?.high]);
        for (const [i, band] of bands.slice(1).entries()) expect(band.low).toBe(bands[i]?.high);
      }
    }
  });

  test('are one for walls of equal height', () => {
    for (const wall of banded(gridPlan({ columns: 3, rows: 2, seed: 5, tees: 0.4 })).values()) {
      expect(wall.bands).toBeUndefined();
      expect(outlinesOver(wall)).toEqual([wall.ring]);
    }
  });
});

test.each([
  [24, true],
  [25, false],
])('the highest of %i walls of different heights at one point has bands: %j', (count, isBanded) => {
  const walls = Array.from({ length: count }, (_, i): StraightWall => {
    const angle = (2 * Math.PI * i) / count;
    const end = { x: Math.round(5000 * Math.cos(angle)), y: Math.round(5000 * Math.sin(angle)) };
    const high = 3000 + 100 * i;
    return { id: `w${i}`, start: { x: 0, y: 0 }, end, thickness: 20, low: 0, high };
  });
  const highest = banded(walls).get(`w${count - 1}`);
  expect(highest?.bands !== undefined).toBe(isBanded);
});
