/** @module invariance tests: walls, rooms and roofs under translation, rotation and mirroring. */
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { isWatertight, meshVolume } from '../../../../kernel/building/geometry/mesh/mesh.ts';
import {
  type SolidKernel,
  loadSolidKernel,
} from '../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import type { Ring } from '../../../../kernel/building/geometry/plan/polygon.ts';
import {
  regionArea,
  signedArea,
  validateRegion,
} from '../../../../kernel/building/geometry/plan/polygon.ts';
import type { RoofKind } from '../../../../kernel/building/geometry/roofs/roof-forms.ts';
import { roofLayer, roofShape } from '../../../../kernel/building/geometry/roofs/roof-shape.ts';
import { type Point2, micrometres } from '../../../../kernel/building/geometry/vector.ts';
import { findRooms } from '../../../../kernel/building/geometry/walls/rooms.ts';
import type { StraightWall } from '../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { solveJoins } from '../../../../kernel/building/geometry/walls/wall-joins.ts';
import { wallSolid } from '../../../../kernel/building/geometry/walls/wall-mesh.ts';

let kernel: SolidKernel;
beforeAll(async () => {
  kernel = await loadSolidKernel();
});

type Motion = { readonly name: string; readonly move: (point: Point2) => Point2 };

const mm = (um: number): number => um / 1000;
const shift = (dx: number, dy: number): Motion => ({
  name: `shifted by ${dx}, ${dy} micrometres`,
  move: ({ x, y }) => ({ x: mm(micrometres(x) + dx), y: mm(micrometres(y) + dy) }),
});
const TURNED: Motion = { name: 'turned by 90 degrees', move: ({ x, y }) => ({ x: 0 - y, y: x }) };
const MIRRORED: Motion = { name: 'mirrored', move: ({ x, y }) => ({ x: 0 - x, y }) };

const far = fc.integer({ min: -9_000_000_000, max: 9_000_000_000 });
const motion: fc.Arbitrary<Motion> = fc.oneof(
  fc.tuple(far, far).map(([dx, dy]) => shift(dx, dy)),
  fc.constantFrom(TURNED, MIRRORED),
);

/** Ends on a coarse grid, so that walls often meet, end on sides, cross, are parallel or are exactly at limits. */
const raster = (step: number): fc.Arbitrary<Point2> =>
  fc
    .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
    .map(([i, j]) => ({ x: i * step, y: j * step }));
const loose: fc.Arbitrary<Point2> = fc
  .tuple(fc.integer({ min: 0, max: 6_000_000 }), fc.integer({ min: 0, max: 6_000_000 }))
  .map(([x, y]) => ({ x: mm(x), y: mm(y) }));

const wall = fc.record({
  start: fc.oneof({ weight: 6, arbitrary: raster(1000) }, { weight: 1, arbitrary: loose }),
  end: fc.oneof({ weight: 6, arbitrary: raster(1000) }, { weight: 1, arbitrary: loose }),
  thickness: fc.constantFrom(80, 100, 200, 250, 300, 500, 99.998, 333.332),
  join: fc.constantFrom('miter', 'butt', 'none', undefined, undefined, undefined),
});
const plan: fc.Arbitrary<readonly StraightWall[]> = fc
  .array(wall, { minLength: 1, maxLength: 14 })
  .map((walls) =>
    walls
      .filter(({ start, end }) => start.x !== end.x || start.y !== end.y)
      .map(({ start, end, thickness, join }, index) => {
        const id = `w${String(index).padStart(2, '0')}`;
        return { id, start, end, thickness, join };
      }),
  );

const moved = (walls: readonly StraightWall[], { move }: Motion): readonly StraightWall[] =>
  walls.map(({ id, start, end, thickness, join }) => {
    return { id, start: move(start), end: move(end), thickness, join };
  });

/** Tolerance for rounding to 0.001 mm, which may round in the other direction after a translation. */
const GRID_MM = 0.001_5;

function distanceToSide(p: Point2, a: Point2, b: Point2): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
  const t = Math.min(1, Math.max(0, share));
  return Math.max(Math.abs(p.x - a.x - t * dx), Math.abs(p.y - a.y - t * dy));
}

/** Maximum distance of a corner of one ring from the outline of the other, mm. */
function apart(a: Ring, b: Ring): number {
  const sides = b.map((p, i) => [p, b[(i + 1) % b.length] ?? p] as const);
  return Math.max(
    ...a.map((p) => Math.min(...sides.map(([from, to]) => distanceToSide(p, from, to)))),
  );
}

/** Whether the footprints of two walls overlap with any joint. */
function lieOnEachOther(a: StraightWall, b: StraightWall): boolean {
  const across = (p: Point2): number =>
    (a.end.x - a.start.x) * (p.y - a.start.y) - (a.end.y - a.start.y) * (p.x - a.start.x);
  const along = (p: Point2): number =>
    (a.end.x - a.start.x) * (p.x - a.start.x) + (a.end.y - a.start.y) * (p.y - a.start.y);
  const [from, to] = [along(b.start), along(b.end)];
  return (
    Math.abs(across(b.start)) < 1e-3 &&
    Math.abs(across(b.end)) < 1e-3 &&
    Math.max(from, to) > 1e-3 &&
    Math.min(from, to) < along(a.end) - 1e-3
  );
}

test('footprints and joints are invariant under motions', () => {
  fc.assert(
    fc.property(plan, motion, (all, how) => {
      const walls = all.filter(
        (one, i) => !all.slice(0, i).some((two) => lieOnEachOther(one, two)),
      );
      const before = solveJoins(walls);
      const after = solveJoins(moved(walls, how));
      for (const [id, { ring, joins }] of before) {
        const other = after.get(id);
        expect({ id, joins: other?.joins }).toEqual({ id, joins });
        const expected = ring.map(how.move);
        expect(apart(expected, other?.ring ?? [])).toBeLessThan(GRID_MM);
        expect(apart(other?.ring ?? [], expected)).toBeLessThan(GRID_MM);
      }
    }),
    { numRuns: 500 },
  );
});

/**
 * Two walls from one node and a third that begins up to 200 mm from it; each 3 m long, no two within 20° of each other.
 */
const corner = fc
  .record({
    degrees: fc.uniqueArray(fc.integer({ min: 0, max: 35 }), { minLength: 3, maxLength: 3 }),
    thicknesses: fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(100, 150, 200, 300))),
    beside: fc.record({
      x: fc.integer({ min: -200, max: 200 }),
      y: fc.integer({ min: -200, max: 200 }),
    }),
  })
  .filter(({ degrees }) =>
    degrees.every((a, i) => degrees.every((b, j) => i === j || ![1, 35].includes(Math.abs(a - b)))),
  )
  .map(({ degrees, thicknesses, beside }) =>
    degrees.map((ten, i): StraightWall => {
      const angle = (ten * Math.PI) / 18;
      const start = i === 2 ? beside : { x: 0, y: 0 };
      const end = {
        x: start.x + Math.round(3000 * Math.cos(angle)),
        y: start.y + Math.round(3000 * Math.sin(angle)),
      };
      return { id: `w${i}`, start, end, thickness: thicknesses[i] ?? 100 };
    }),
  );

test('footprints with a third wall next to a corner are invariant under motions', () => {
  fc.assert(
    fc.property(corner, fc.constantFrom(TURNED, MIRRORED), (walls, how) => {
      const [before, after] = [solveJoins(walls), solveJoins(moved(walls, how))];
      for (const [id, { ring, joins }] of before) {
        const other = after.get(id);
        expect({ id, joins: other?.joins }).toEqual({ id, joins });
        expect(apart(ring.map(how.move), other?.ring ?? [])).toBeLessThan(GRID_MM);
      }
    }),
    { numRuns: 500 },
  );
});

test('rooms are invariant under motions', () => {
  fc.assert(
    fc.property(plan, motion, (walls, how) => {
      const before = findRooms(walls).filter(({ simple }) => simple);
      const after = findRooms(moved(walls, how)).filter(({ simple }) => simple);
      const said = (rooms: typeof before): readonly string[] =>
        rooms.map(({ wallIds, holes }) => `${wallIds.join()} ${holes.length}`).toSorted();
      expect(said(after)).toEqual(said(before));
      const areas = (rooms: typeof before): readonly number[] =>
        rooms.map(({ area_mm2 }) => area_mm2).toSorted((a, b) => a - b);
      const [old, now] = [areas(before), areas(after)];
      for (const [i, area] of old.entries()) {
        expect(Math.abs((now[i] ?? 0) - area)).toBeLessThan(100);
      }
      for (const { ring } of after) {
        expect(signedArea(ring)).toBeGreaterThan(0);
      }
    }),
    { numRuns: 500 },
  );
});

/** A position along a wall of about 1 to 6 m, including its joints and ends, mm. */
const hole = fc.record({
  offset: fc.constantFrom(0, 10, 100, 150, 500, 900),
  width: fc.constantFrom(50, 100, 400, 900, 1000),
  sill: fc.constantFrom(0, 900, 2000),
  height: fc.constantFrom(500, 1000, 2100),
});

test('volumes of walls with openings are invariant under motions', () => {
  fc.assert(
    fc.property(plan, fc.array(hole, { maxLength: 3 }), motion, (all, openings, how) => {
      const walls = all.filter(
        (one, i) => !all.slice(0, i).some((two) => lieOnEachOther(one, two)),
      );
      const volumes = (list: readonly StraightWall[]): readonly number[] => {
        const solved = solveJoins(list);
        return list.slice(0, 4).map((one) => {
          const footprint = solved.get(one.id);
          if (footprint === undefined) {
            return Number.NaN;
          }
          const mesh = wallSolid(() => kernel, {
            wall: one,
            footprint,
            base: 0,
            height: 3000,
            openings,
          });
          expect(isWatertight(mesh)).toBe(true);
          return meshVolume(mesh);
        });
      };
      const [before, after] = [volumes(walls), volumes(moved(walls, how))];
      for (const [i, volume] of before.entries()) {
        // The tolerance is 0.001 mm times the longest wall and its height.
        expect(Math.abs((after[i] ?? 0) - volume)).toBeLessThan(9000 * 3000 * 0.002);
      }
    }),
    { numRuns: 60 },
  );
});

test('validity and area of outlines with holes are invariant under motions', () => {
  const ring = fc.array(raster(500), { minLength: 3, maxLength: 7 });
  fc.assert(
    fc.property(ring, fc.array(ring, { maxLength: 2 }), motion, (outline, holes, how) => {
      const before = validateRegion(outline, holes);
      const after = validateRegion(
        outline.map(how.move),
        holes.map((one) => one.map(how.move)),
      );
      expect(after.ok ? null : after.fault).toBe(before.ok ? null : before.fault);
      const [old, now] = [before, after].map((one) => (one.ok ? regionArea(one.region) : 0));
      expect(now).toBeCloseTo(old ?? -1, 2);
    }),
    { numRuns: 2000 },
  );
});

test('volumes of roofs are invariant under motions', () => {
  const kinds: readonly RoofKind[] = ['flat', 'shed', 'gable', 'hip'];
  const size = fc.integer({ min: 500, max: 20_000 });
  fc.assert(
    fc.property(fc.constantFrom(...kinds), size, size, motion, (kind, w, d, how) => {
      const outline = [
        { x: 0, y: 0 },
        { x: w, y: 0 },
        { x: w, y: d },
        { x: 0, y: d },
      ];
      const volume = (boundary: Ring): number => {
        const check = validateRegion(boundary);
        const form = roofShape({
          kind,
          boundary: check.ok ? check.region.boundary : [],
          slope_deg: kind === 'flat' ? 0 : 35,
          upper_slope_deg: 20,
          break_height: 1000,
          holes: [],
          edges: null,
          overhang: 400,
        });
        const shape = form.ok ? roofLayer(form.shape, { elevation: 3000, thickness: 250 }) : form;
        return shape.ok ? meshVolume(shape.mesh) : Number.NaN;
      };
      const slope = kind === 'flat' ? 1 : Math.cos((35 * Math.PI) / 180);
      const exact = ((w + 800) * (d + 800) * 250) / slope;
      for (const found of [volume(outline), volume(outline.map(how.move))]) {
        expect(Math.abs(found / exact - 1)).toBeLessThan(1e-6);
      }
    }),
    { numRuns: 200 },
  );
});
