/**
 * @module height laws tests: two to five walls of random heights at one point, of any thickness, angle and location
 * line. Each slice of the corner is the joint of the walls that exist there, the bodies neither overlap nor leave
 * gaps, and motions change no volume.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { isWatertight, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import {
  outlineAt,
  withBands,
} from '../../../../../kernel/building/geometry/walls/height-bands.ts';
import {
  bandedPieces,
  bandedSolid,
} from '../../../../../kernel/building/geometry/walls/solid/banded-wall.ts';
import type { StraightWall } from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import type { WallFootprint } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { solveJoins } from '../../../../../kernel/building/geometry/walls/wall-joins.ts';
import { cellsOf } from '../../../../servers/geometry/whole-building/plane-cells.ts';
import { areApart, MOTIONS, node, type Spoke, STAY, wallsOf } from './node-plans.ts';

type Heights = { readonly low: number; readonly high: number };
type Tall = StraightWall & Heights;
type Corner = { readonly spokes: readonly Spoke[]; readonly heights: readonly Heights[] };

const heights: fc.Arbitrary<Heights> = fc
  .tuple(fc.constantFrom(0, 0, 0, -300, 500, 1000), fc.constantFrom(2000, 3000, 3500, 6000, 9000))
  .map(([low, height]) => ({ low, high: low + height }));

const corner: fc.Arbitrary<Corner> = fc
  .tuple(
    node(12_000, 20_000).filter((spokes) => spokes.length <= 5 && areApart(spokes, 6)),
    fc.array(heights, { minLength: 5, maxLength: 5 }),
  )
  .map(([spokes, list]) => ({ spokes, heights: list }));

function tall(walls: readonly StraightWall[], list: readonly Heights[]): readonly Tall[] {
  return walls.map((wall, i) => Object.assign({}, wall, list[i] ?? { low: 0, high: 3000 }));
}

function bandedOf(walls: readonly Tall[]): readonly WallFootprint[] {
  const whole = solveJoins(walls);
  return walls.map(({ id }) => {
    const footprint = whole.get(id);
    if (footprint === undefined) throw new Error(`no footprint of ${id}`);
    return withBands(id, walls, footprint);
  });
}

/** The intervals between all heights at which walls begin or end. */
function intervals(walls: readonly Tall[]): readonly Heights[] {
  const levels = [...new Set(walls.flatMap(({ low, high }) => [low, high]))];
  const sorted = levels.toSorted((a, b) => a - b);
  return sorted.slice(1).map((high, i) => ({ low: sorted[i] ?? high, high }));
}

/** The outlines of the walls that exist in an interval, and the walls without heights. */
function slice(
  walls: readonly Tall[],
  footprints: readonly WallFootprint[],
  { low, high }: Heights,
): readonly (readonly [StraightWall, WallFootprint['ring']])[] {
  return walls.flatMap((wall, i) => {
    const footprint = footprints[i];
    if (footprint === undefined || wall.low >= high || wall.high <= low) return [];
    const plain = Object.assign({}, wall, { low: undefined, high: undefined });
    return [[plain, outlineAt(footprint, (low + high) / 2).ring] as const];
  });
}

/** Volume of each wall, from its outlines, mm³. */
function volumesOf(walls: readonly Tall[]): readonly number[] {
  return bandedOf(walls).map((footprint, i) => {
    const { low, high } = walls[i] ?? { low: 0, high: 0 };
    const bands = footprint.bands ?? [{ ring: footprint.ring, low, high }];
    return bands.reduce((sum, band) => sum + signedArea(band.ring) * (band.high - band.low), 0);
  });
}

/** Tolerance far greater than rounding errors along walls of 20 m, mm². */
const NOTHING_MM2 = 20;

/** Meshes are within a micrometre of their faces, which are at least 100 mm apart. */
const WITHIN_GRID = 2e-5;

const noSolids = (): never => {
  throw new Error('walls without openings need no booleans');
};

test('each slice of a corner is the joint of the walls that exist there, without gap and overlap', () => {
  fc.assert(
    fc.property(corner, ({ spokes, heights: list }) => {
      const walls = tall(wallsOf(spokes, STAY), list);
      const footprints = bandedOf(walls);
      for (const interval of intervals(walls)) {
        const there = slice(walls, footprints, interval);
        const alone = solveJoins(there.map(([wall]) => wall));
        for (const [{ id }, ring] of there) expect(ring).toEqual(alone.get(id)?.ring);
        const { overlap_mm2, free } = cellsOf(there.map(([, ring]) => ring));
        expect(overlap_mm2).toBeLessThan(NOTHING_MM2);
        expect(free.reduce((sum, { area_mm2 }) => sum + area_mm2, 0)).toBeLessThan(NOTHING_MM2);
      }
    }),
    { numRuns: 80 },
  );
});

test('each slice of a corner with arcs is the joint of the walls that exist there', () => {
  const bulges = fc.array(fc.constantFrom(0, 0, 1500, -1500), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(corner, bulges, ({ spokes, heights: list }, bulge) => {
      const walls = tall(wallsOf(spokes, STAY), list).map((wall, i): Tall => {
        const { start, end } = wall;
        const by = (bulge[i] ?? 0) / Math.hypot(end.x - start.x, end.y - start.y);
        if (by === 0) return wall;
        const via = {
          x: Math.round((start.x + end.x) / 2 - (end.y - start.y) * by),
          y: Math.round((start.y + end.y) / 2 + (end.x - start.x) * by),
        };
        return Object.assign({}, wall, { via });
      });
      const footprints = bandedOf(walls);
      for (const interval of intervals(walls)) {
        const there = slice(walls, footprints, interval);
        const alone = solveJoins(there.map(([wall]) => wall));
        for (const [{ id }, ring] of there) expect(ring).toEqual(alone.get(id)?.ring);
      }
    }),
    { numRuns: 30 },
  );
});

test('the volumes of the bodies of a corner add up to that of their union', () => {
  fc.assert(
    fc.property(corner, ({ spokes, heights: list }) => {
      const walls = tall(wallsOf(spokes, STAY), list);
      const footprints = bandedOf(walls);
      const union = intervals(walls).reduce((sum, interval) => {
        const rings = slice(walls, footprints, interval).map(([, ring]) => ring);
        return sum + cellsOf(rings).union_mm2 * (interval.high - interval.low);
      }, 0);
      const volumes = volumesOf(walls);
      let sum = 0;
      for (const [i, wall] of walls.entries()) {
        const footprint = footprints[i];
        if (footprint === undefined) throw new Error('each wall has a footprint');
        const height = wall.high - wall.low;
        const spec = { wall, footprint, base: wall.low, height, openings: [] };
        const mesh = bandedSolid(noSolids, spec);
        expect(isWatertight(mesh)).toBe(true);
        const own = volumes[i] ?? NaN;
        expect(Math.abs(meshVolume(mesh) / own - 1)).toBeLessThan(WITHIN_GRID);
        const pieces = bandedPieces(spec) ?? [];
        const inPieces = pieces.reduce((all, piece) => all + pieceVolume(piece), 0);
        expect(inPieces / own).toBeCloseTo(1, 8);
        sum += own;
      }
      expect(sum / union).toBeCloseTo(1, 6);
    }),
    { numRuns: 40 },
  );
});

test('mirroring, rotation and translation change no volume at a corner', () => {
  fc.assert(
    fc.property(corner, ({ spokes, heights: list }) => {
      const was = volumesOf(tall(wallsOf(spokes, STAY), list));
      const long = Math.max(...spokes.map(({ length }) => length)) + 3000;
      for (const motion of MOTIONS) {
        const is = volumesOf(tall(wallsOf(spokes, motion), list));
        const slack = (motion.aslant ? 0.02 : 0.003) * long * 9000;
        for (const [i, volume] of was.entries()) {
          expect(Math.abs((is[i] ?? NaN) - volume)).toBeLessThan(slack);
        }
      }
    }),
    { numRuns: 40 },
  );
});
