/** @module snap ends tests: wall ends that narrowly miss another wall move onto it. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { snapEnds } from '../../../../../kernel/building/geometry/walls/snap-ends.ts';
import type {
  StraightWall,
  WallEnd,
} from '../../../../../kernel/building/geometry/walls/wall-contacts.ts';
import { seededNumbers } from './wall-plans.ts';

type Line = readonly [number, number, number, number];

function wall(id: string, [x1, y1, x2, y2]: Line, more: Partial<StraightWall> = {}): StraightWall {
  return { id, start: { x: x1, y: y1 }, end: { x: x2, y: y2 }, thickness: 200, ...more };
}

const BOTH: readonly WallEnd[] = ['start', 'end'];
const RULE = { distance: 20, ends: BOTH, was: [] };

const HOST = wall('h', [0, 0, 6000, 0]);

/** The snap of the start of a wall that runs upwards from a point; null if the start does not move. */
function snapOf(x: number, y: number, others: readonly StraightWall[] = [HOST]): unknown {
  const [snap] = snapEnds(wall('s', [x, y, x, 4000]), others, RULE);
  return snap === undefined ? null : [snap.onto, snap.wall_id, snap.to.x, snap.to.y, snap.by_mm];
}

describe('snapEnds', () => {
  test.each([
    ['20 mm outside a face', 3000, 120, ['face', 'h', 3000, 100, 20]],
    ['more than 20 mm outside a face', 3000, 120.001, null],
    ['2 µm outside a face', 3000, 100.002, ['face', 'h', 3000, 100, 0.002]],
    ['20 mm inside the face', 3000, 80, ['face', 'h', 3000, 100, 20]],
    ['20 mm below the axis', 3000, -20, ['axis', 'h', 3000, 0, 20]],
    ['between axis and face', 3000, 50, null],
    ['exactly on the face', 3000, 100, null],
    ['exactly on the axis', 3000, 0, null],
    ['exactly on the end', 6000, 0, null],
    ['near the end', 6012, 16, ['node', 'h', 6000, 0, 20]],
    ['nearer to the axis than to the end', 5990, 5, ['node', 'h', 6000, 0, 11.18]],
    ['beyond the end', 6020.001, 0, null],
  ])(
    'snaps an end within 20 mm to the end, axis or face, and no other: %s',
    (_what, x, y, expected) => {
      expect(snapOf(x, y)).toEqual(expected);
    },
  );

  test('prefers the axis to a face at the same distance', () => {
    const thin = [wall('h', [0, 0, 6000, 0], { thickness: 40 })];
    expect(snapOf(3000, 10, thin)).toEqual(['axis', 'h', 3000, 0, 10]);
    expect(snapOf(3000, 10.001, thin)).toEqual(['face', 'h', 3000, 20, 9.999]);
    const arc = [wall('h', [-3000, 0, 3000, 0], { thickness: 40, via: { x: 0, y: -1500 } })];
    expect(snapOf(0, -1490, arc)).toMatchObject({ 0: 'axis' });
  });

  test.each([
    [32, 0],
    [32.001, 1],
    [30, 0],
  ])('leaves more than half of a wall: of %f mm less 16 mm, %i snaps', (length, count) => {
    // The near face of the host is 16 mm ahead of the start.
    const own = wall('s', [0, 0, length, 0], { thickness: 5 });
    const host = [wall('h', [21, -1000, 21, 1000], { thickness: 10 })];
    expect(snapEnds(own, host, { ...RULE, ends: ['start'] })).toHaveLength(count);
  });

  test('moves an end along its own axis, which keeps its direction', () => {
    // The host rises at 45°, so its lower face is y = x - 100 √2; the wall runs down at x = 3000.
    const host = wall('h', [0, 0, 6000, 6000]);
    const face = 3000 - 100 * Math.SQRT2;
    const [snap] = snapEnds(wall('s', [3000, face - 15, 3000, -4000]), [host], RULE);
    expect(snap).toMatchObject({
      onto: 'face',
      to: { x: 3000, y: Math.round(face * 1000) / 1000 },
    });
    // The face is 14.1 mm away perpendicularly and 20 mm along the axis; a farther end moves perpendicularly.
    const [square] = snapEnds(wall('s', [3000, face - 25, 3000, -4000]), [host], RULE);
    expect(square?.by_mm).toBeCloseTo(25 / Math.SQRT2, 2);
  });

  test('snaps to the nearest wall end, and to the smallest id of equally near ones', () => {
    const two = [wall('b', [0, 0, 2990, 0]), wall('a', [3010, 0, 6000, 0])];
    expect(snapOf(3000, 10, two)).toEqual(['node', 'a', 3010, 0, 14.142]);
    expect(snapOf(2999, 10, two)).toEqual(['node', 'b', 2990, 0, 13.454]);
    expect(snapOf(3000, 10, two.toReversed())).toEqual(['node', 'a', 3010, 0, 14.142]);
  });

  test('ignores walls that pass above, run parallel, or that the end was moved off', () => {
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

  test('keeps an end whose move would leave no length or put the wall on another one', () => {
    // Both ends are within 20 mm of the same point; only the nearer one moves there.
    const short = wall('s', [8, 0, 20, 0], { thickness: 50 });
    const snaps = snapEnds(short, [wall('a', [0, 0, 0, 4000])], RULE);
    expect(snaps.map(({ end, to }) => [end, to])).toEqual([['start', { x: 0, y: 0 }]]);
    const again = wall('s', [5, 5, 6005, 5]);
    expect(snapEnds(again, [HOST], RULE)).toEqual([]);
    const corner = [wall('a', [0, 0, 0, 4000]), wall('b', [6000, 0, 6000, 4000]), HOST];
    expect(snapEnds(again, corner, RULE)).toHaveLength(1);
  });
});

test('snaps are invariant under translation, rotation and mirroring, and snapped ends stay', () => {
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

describe('limits of a snap', () => {
  const at = (x: number, y: number) => ({ x, y });
  const rule = { distance: 20, ends: ['end'], was: [] } as const;
  const cross = (x: number): StraightWall => {
    return { id: 'c', start: at(x, -500), end: at(x, 500), thickness: 100 };
  };

  test.each([
    // The end at 30 lies 20 from the axis or nearer; more than half of the wall must remain.
    [14, []],
    [15, []],
    [16, [at(16, 0)]],
  ])('leave more than half of a wall of 30 mm, at an axis at %d', (x, to) => {
    const own = { id: 'o', start: at(0, 0), end: at(30, 0), thickness: 100 };
    const found = snapEnds(own, [cross(x)], rule).filter(({ onto }) => onto === 'axis');
    expect(found.map((snap) => snap.to)).toEqual(to);
  });

  test('choose the axis before an equally near face', () => {
    // Half of 30 is 15: from 7.5 the axis and the face are equally far.
    const own = { id: 'o', start: at(-3000, 0), end: at(-7.5, 0), thickness: 100 };
    const thin = { ...cross(0), thickness: 30 };
    expect(snapEnds(own, [thin], rule)).toMatchObject([{ onto: 'axis', to: at(0, 0), by_mm: 7.5 }]);
  });
});
