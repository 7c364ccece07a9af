/** @module where ends of walls go that miss another wall by a little. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { snapEnds } from '../../../../kernel/geometry/walls/snap-ends.ts';
import type { StraightWall, WallEnd } from '../../../../kernel/geometry/walls/wall-contacts.ts';
import { seededNumbers } from './wall-plans.ts';

type Line = readonly [number, number, number, number];

function wall(id: string, [x1, y1, x2, y2]: Line, more: Partial<StraightWall> = {}): StraightWall {
  return { id, start: { x: x1, y: y1 }, end: { x: x2, y: y2 }, thickness: 200, ...more };
}

const BOTH: readonly WallEnd[] = ['start', 'end'];
const RULE = { distance: 20, ends: BOTH, was: [] };

const HOST = wall('h', [0, 0, 6000, 0]);

/** Where the start of a wall that goes up from a place snaps. */
function snapOf(x: number, y: number, others: readonly StraightWall[] = [HOST]): unknown {
  const [snap] = snapEnds(wall('s', [x, y, x, 4000]), others, RULE);
  return snap === undefined ? null : [snap.onto, snap.wall_id, snap.to.x, snap.to.y, snap.by_mm];
}

describe('an end', () => {
  test.each([
    ['20 mm short of a face', 3000, 120, ['face', 'h', 3000, 100, 20]],
    ['further', 3000, 120.001, null],
    ['a micrometre short', 3000, 100.002, ['face', 'h', 3000, 100, 0.002]],
    ['20 mm inside the face', 3000, 80, ['face', 'h', 3000, 100, 20]],
    ['beside the axis', 3000, -20, ['axis', 'h', 3000, 0, 20]],
    ['between axis and face', 3000, 50, null],
    ['exactly on the face', 3000, 100, null],
    ['exactly on the axis', 3000, 0, null],
    ['exactly on the end', 6000, 0, null],
    ['near the end', 6012, 16, ['node', 'h', 6000, 0, 20]],
    ['nearer to the axis than to the end', 5990, 5, ['node', 'h', 6000, 0, 11.18]],
    ['beyond the end', 6020.001, 0, null],
  ])('%s', (_what, x, y, expected) => {
    expect(snapOf(x, y)).toEqual(expected);
  });

  test('goes along its own axis, whose direction stays', () => {
    // Host up at 45°: its lower face is y = x - 100 √2; the wall goes down at x = 3000.
    const host = wall('h', [0, 0, 6000, 6000]);
    const face = 3000 - 100 * Math.SQRT2;
    const [snap] = snapEnds(wall('s', [3000, face - 15, 3000, -4000]), [host], RULE);
    expect(snap).toMatchObject({
      onto: 'face',
      to: { x: 3000, y: Math.round(face * 1000) / 1000 },
    });
    // Square to the face it would be 14.1 mm, along its axis 20; further than the distance it goes square.
    const [square] = snapEnds(wall('s', [3000, face - 25, 3000, -4000]), [host], RULE);
    expect(square?.by_mm).toBeCloseTo(25 / Math.SQRT2, 2);
  });

  test('goes onto the nearest, of equally near ones onto that of the smallest id', () => {
    const two = [wall('b', [0, 0, 2990, 0]), wall('a', [3010, 0, 6000, 0])];
    expect(snapOf(3000, 10, two)).toEqual(['node', 'a', 3010, 0, 14.142]);
    expect(snapOf(2999, 10, two)).toEqual(['node', 'b', 2990, 0, 13.454]);
    expect(snapOf(3000, 10, two.toReversed())).toEqual(['node', 'a', 3010, 0, 14.142]);
  });

  test('does not go onto a wall that passes above, along which it runs, or that it was taken off', () => {
    expect(snapOf(3000, 110, [wall('h', [0, 0, 6000, 0], { low: 0, high: 1000 })])).not.toBeNull();
    const above = wall('s', [3000, 110, 3000, 4000], { low: 1000, high: 3000 });
    const low = wall('h', [0, 0, 6000, 0], { low: 0, high: 1000 });
    expect(snapEnds(above, [low], RULE)).toEqual([]);
    const lining = wall('s', [1000, 112.5, 5000, 112.5], { thickness: 25 });
    expect(snapEnds(lining, [HOST], RULE)).toEqual([]);
    const off = wall('s', [3000, 10, 3000, 4000]);
    expect(snapEnds(off, [HOST], { ...RULE, was: [{ x: 3000, y: 0 }] })).toEqual([]);
    expect(snapEnds(off, [HOST], { ...RULE, was: [{ x: 3000, y: 50 }] })).toHaveLength(1);
  });

  test('stays where the wall would have no length left or lie on another', () => {
    // Both ends are within 20 mm of one point: only the nearer one goes there.
    const short = wall('s', [8, 0, 20, 0], { thickness: 50 });
    const snaps = snapEnds(short, [wall('a', [0, 0, 0, 4000])], RULE);
    expect(snaps.map(({ end, to }) => [end, to])).toEqual([['start', { x: 0, y: 0 }]]);
    const again = wall('s', [5, 5, 6005, 5]);
    expect(snapEnds(again, [HOST], RULE)).toEqual([]);
    const corner = [wall('a', [0, 0, 0, 4000]), wall('b', [6000, 0, 6000, 4000]), HOST];
    expect(snapEnds(again, corner, RULE)).toHaveLength(1);
  });
});

test('shifting, turning and mirroring moves what snaps with it, and what has snapped stays', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = seededNumbers(seed);
      const at = (most: number): number => Math.round(random() * most * 1000) / 1000;
      const others = Array.from({ length: 6 }, (_, i) =>
        random() < 0.5
          ? wall(`w${i}`, [at(60), at(6000), at(60) + 5000, at(6000)])
          : wall(`w${i}`, [at(6000), at(60), at(6000), at(60) + 5000]),
      );
      const own = wall('s', [at(60), at(60), 5000 + at(60), 5000 + at(60)]);
      const plain = snapEnds(own, others, RULE);
      for (const move of [
        ({ x, y }: StraightWall['start']) => ({ x: x + 128_000, y: y - 64_000 }),
        ({ x, y }: StraightWall['start']) => ({ x: 0 - y, y: x }),
        ({ x, y }: StraightWall['start']) => ({ x: 0 - x, y }),
      ]) {
        const moved = ({ start, end, ...rest }: StraightWall): StraightWall => ({
          ...rest,
          start: move(start),
          end: move(end),
        });
        const there = snapEnds(moved(own), others.map(moved), RULE);
        expect(there.map(({ end, onto, wall_id }) => [end, onto, wall_id])).toEqual(
          plain.map(({ end, onto, wall_id }) => [end, onto, wall_id]),
        );
        for (const [i, { to }] of there.entries()) {
          const meant = move(plain[i]?.to ?? to);
          expect(Math.hypot(to.x - meant.x, to.y - meant.y)).toBeLessThan(0.002);
        }
      }
      const [start, end] = BOTH.map((which) => plain.find((snap) => snap.end === which)?.to);
      const snapped = { ...own, start: start ?? own.start, end: end ?? own.end };
      const ends = plain.map((snap) => snap.end);
      expect(snapEnds(snapped, others, { ...RULE, ends })).toEqual([]);
    }),
    { numRuns: 200, seed: 4 },
  );
});
