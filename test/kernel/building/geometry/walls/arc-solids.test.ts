/** @module arc solids tests: bodies of arc walls are closed, equal booleans and are invariant under motions. */
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { pieceVolume } from '../../../../../kernel/building/geometry/convex/convex-piece.ts';
import { isWatertight, meshVolume } from '../../../../../kernel/building/geometry/mesh/mesh.ts';
import type { SolidKernel } from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { loadSolidKernel } from '../../../../../kernel/building/geometry/mesh/solid-kernel.ts';
import { signedArea } from '../../../../../kernel/building/geometry/plan/polygon.ts';
import { type Point2, pointOnGrid } from '../../../../../kernel/building/geometry/vector.ts';
import { pointOnArc } from '../../../../../kernel/building/geometry/walls/arcs/arc.ts';
import { chainOf } from '../../../../../kernel/building/geometry/walls/arcs/chain.ts';
import { findRooms } from '../../../../../kernel/building/geometry/walls/rooms.ts';
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
  wallPieces,
  wallSolid,
} from '../../../../../kernel/building/geometry/walls/wall-mesh.ts';
import { unionArea } from '../manifold-plan.ts';

let kernel: SolidKernel;
beforeAll(async () => {
  kernel = await loadSolidKernel();
});

const polar = (radius: number, deg: number): Point2 => ({
  x: radius * Math.cos((deg * Math.PI) / 180),
  y: radius * Math.sin((deg * Math.PI) / 180),
});

/** An arc with a straight wall at its end, so that one end is oblique and the other free. */
const arcs = fc.record({
  radius: fc.integer({ min: 400, max: 20_000 }),
  from: fc.integer({ min: 0, max: 359 }),
  angle: fc.integer({ min: 10, max: 300 }),
  turn: fc.constantFrom(1, -1),
  thickness: fc.constantFrom(80, 200, 300, 500),
  /** Angle between the direction of the arc at its end and the straight wall, degrees. */
  lean: fc.integer({ min: -120, max: 120 }),
  offsets: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
});
type Arc = typeof arcs extends fc.Arbitrary<infer T> ? T : never;

function wallsOf({ radius, from, angle, turn, thickness, lean }: Arc): readonly StraightWall[] {
  const at = (share: number): Point2 => pointOnGrid(polar(radius, from + turn * angle * share));
  const [start, via, end] = [at(0), at(0.4), at(1)];
  const out = polar(5000, from + turn * (angle + 90) + lean);
  const far = pointOnGrid({ x: end.x + out.x, y: end.y + out.y });
  return [
    { id: 'a', start, via, end, thickness },
    { id: 'b', start: end, end: far, thickness: 200 },
  ];
}

function openingsOf({ offsets }: Arc, length: number): readonly WallOpening[] {
  const places = offsets.map((share) => Math.floor(share * length * 0.9)).toSorted((x, y) => x - y);
  return places.flatMap((offset, i) => {
    const width = Math.min(900, (places[i + 1] ?? Math.floor(length)) - offset);
    const sill = i === 1 ? 900 : 0;
    return width < 1 ? [] : [{ offset, width, sill, height: i === 2 ? 3000 : 1500 }];
  });
}

function solidOf(given: Arc): WallSolid | null {
  const walls = wallsOf(given);
  const [wall] = walls;
  const chain = wall === undefined ? null : chainOf(wall);
  const footprint = solveJoins(walls).get('a');
  if (wall === undefined || footprint === undefined || chain === null) return null;
  const openings = openingsOf(given, chain.arc.length);
  return { wall, footprint, base: 0, height: 3000, openings };
}

/** The part of an outline to the left of the line from one point to another. */
function leftOf(ring: readonly Point2[], from: Point2, to: Point2): readonly Point2[] {
  const off = ({ x, y }: Point2): number =>
    (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
  return ring.flatMap((a, i) => {
    const b = ring[(i + 1) % ring.length] ?? a;
    const [u, v] = [off(a), off(b)];
    const own = u >= 0 ? [a] : [];
    if (u >= 0 === v >= 0) return own;
    const share = u / (u - v);
    return [...own, { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }];
  });
}

/** Area of the outline between the rays to the sides of an opening, which is less than half a turn wide. */
function wedgeArea({ wall, footprint }: WallSolid, { offset, width }: WallOpening): number {
  const arc = chainOf(wall)?.arc;
  if (arc === undefined) return 0;
  const { centre, turn } = arc;
  const [from, to] = [pointOnArc(arc, offset), pointOnArc(arc, offset + width)];
  const [right, left] = turn === 1 ? [from, to] : [to, from];
  return signedArea(leftOf(leftOf(footprint.ring, centre, right), left, centre));
}

test('an arc wall with openings is closed and has the volume of the boolean result', () => {
  let cut = 0;
  fc.assert(
    fc.property(arcs, (given) => {
      const solid = solidOf(given);
      fc.pre(solid !== null);
      const length = chainOf(solid.wall)?.arc.length ?? 0;
      const mesh = wallSolid(() => kernel, solid);
      const volume = meshVolume(mesh);
      expect(isWatertight(mesh)).toBe(true);
      expect(volume).toBeGreaterThan(0);
      expect(leastBanded(solid) / volume).toBeLessThan(1 + 1e-9);
      const boolean = meshVolume(wallByBoolean(kernel, solid).mesh);
      expect(Math.abs(volume - boolean)).toBeLessThan(1e-5 * boolean + 100);
      if (wallMesh(solid).unresolved.length > 0) return;
      // The boolean operation merges vertices within its tolerance; the cut between two rays is exact.
      const voids = solid.openings.reduce(
        (all, one) => all + wedgeArea(solid, one) * one.height,
        0,
      );
      const exact = signedArea(solid.footprint.ring) * 3000 - voids;
      // An end is on its ray within 0.001 mm, so a cut flush with the end may differ by that much.
      const isFlush = solid.openings.some(
        ({ offset, width }) => offset < 1 || offset + width > length - 1,
      );
      expect(Math.abs(volume - exact)).toBeLessThan(1e-9 * exact + (isFlush ? 1000 : 30));
      const pieces = wallPieces(solid);
      const sum = pieces?.reduce((all, piece) => all + pieceVolume(piece), 0) ?? volume;
      expect(Math.abs(sum - volume)).toBeLessThan(1e-9 * volume + 1);
      cut += solid.openings.length;
    }),
    { numRuns: 30 },
  );
  expect(cut).toBeGreaterThan(10);
});

test('an arc wall and the wall at its end share no area', () => {
  fc.assert(
    fc.property(arcs, (given) => {
      const rings = [...solveJoins(wallsOf(given)).values()].map(({ ring }) => ring);
      const sum = rings.reduce((all, ring) => all + signedArea(ring), 0);
      // Neither wall returns over the other, and the arc is long enough for its corner.
      fc.pre(given.angle < 100 && given.radius * given.angle > 2000 * (180 / Math.PI));
      expect(Math.abs(unionArea(rings) - sum)).toBeLessThan(2);
    }),
    { numRuns: 60 },
  );
});

const MOTIONS: readonly (readonly [string, (point: Point2) => Point2])[] = [
  ['shifted', ({ x, y }) => ({ x: x + 7_654_321.123, y: y - 3_210_987.654 })],
  ['turned', ({ x, y }) => ({ x: 0 - y, y: x })],
  ['mirrored', ({ x, y }) => ({ x: 0 - x, y })],
];

test.each(MOTIONS)('measures of a plan with arcs are invariant when it is %s', (_, move) => {
  fc.assert(
    fc.property(arcs, fc.integer({ min: 300, max: 2500 }), (given, bow) => {
      const [x, y] = [6000, 4000];
      const plan: readonly StraightWall[] = [
        {
          id: 's',
          start: { x: 0, y: 0 },
          end: { x, y: 0 },
          via: { x: 2500, y: -bow },
          thickness: 200,
        },
        { id: 'e', start: { x, y: 0 }, end: { x, y }, thickness: given.thickness },
        {
          id: 'n',
          start: { x, y },
          end: { x: 0, y },
          via: { x: 3000, y: y + bow },
          thickness: 300,
        },
        {
          id: 'w',
          start: { x: 0, y },
          end: { x: 0, y: 0 },
          via: { x: 150, y: 2000 },
          thickness: 100,
        },
        { id: 'm', start: { x: 2500, y: -bow }, end: { x: 3000, y: y + bow }, thickness: 120 },
      ];
      const moved = plan.map((wall): StraightWall => {
        const to = (point: Point2): Point2 => pointOnGrid(move(point));
        const { start, end, via } = wall;
        const ends = { start: to(start), end: to(end) };
        return { ...wall, ...ends, ...(via === undefined || via === null ? {} : { via: to(via) }) };
      });
      const [was, is] = [plan, moved].map((walls) => ({
        rooms: findRooms(walls).map(({ area_mm2, wallIds }) => [wallIds.join(), area_mm2] as const),
        walls: [...solveJoins(walls)].map(([id, { ring }]) => [id, signedArea(ring)] as const),
      }));
      expect(was?.rooms.length).toBe(2);
      for (const kind of ['rooms', 'walls'] as const) {
        expect(is?.[kind].map(([name]) => name)).toEqual(was?.[kind].map(([name]) => name));
        for (const [i, [, area]] of (was?.[kind] ?? []).entries()) {
          // Corners are rounded to 0.001 mm, which moves about 10 m of outline by up to half of that.
          expect(Math.abs((is?.[kind][i]?.[1] ?? 0) - area)).toBeLessThan(10);
        }
      }
    }),
    { numRuns: 25 },
  );
});
