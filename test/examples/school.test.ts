/** @module school: the fan-shaped school of examples/ is built; the areas of its rooms come of half-planes, by the program below. */
import { beforeAll, describe, expect, test } from 'vitest';

import { areasIn, built, doorways, example, requestTokens } from './example.ts';

type Point = readonly [number, number];
/** All points with `n · p <= d`, metres. */
type Half = { readonly n: Point; readonly d: number };

const at = (angle: number): Point => [
  Math.cos((angle * Math.PI) / 180),
  Math.sin((angle * Math.PI) / 180),
];

/** Within the chords of 5° of a circle, moved outwards by `by`. */
const withinChords = (radius: number, by: number): readonly Half[] =>
  Array.from({ length: 24 }, (_, i) => ({
    n: at(5 * i + 2.5),
    d: radius * Math.cos((2.5 * Math.PI) / 180) + by,
  }));

/** To the left of the ray of an angle, from `by` on; and to the right. */
const leftOf = (angle: number, by: number): Half => ({ n: at(angle - 90), d: -by });
const rightOf = (angle: number, by: number): Half => ({ n: at(angle + 90), d: -by });

const side = ({ n, d }: Half, [x, y]: Point): number => n[0] * x + n[1] * y - d;

/** A square of 200 m, cut by half-planes one after the other: its area in square metres. */
function areaWithin(halves: readonly Half[]): number {
  let ring: readonly Point[] = [
    [-100, -100],
    [100, -100],
    [100, 100],
    [-100, 100],
  ];
  for (const half of halves) {
    ring = ring.flatMap((a, i) => {
      const b = ring[(i + 1) % ring.length] ?? a;
      const [from, to] = [side(half, a), side(half, b)];
      const t = from / (from - to);
      const crossing: Point = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
      return [...(from <= 0 ? [a] : []), ...(from <= 0 === to <= 0 ? [] : [crossing])];
    });
  }
  return ring.reduce((sum, [x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length] ?? [0, 0];
    return sum + (x * v - u * y) / 2;
  }, 0);
}

/** A room between two arcs of chords and two walls along rays; `walls`: half of the thickness of each. */
function roomBetween(
  [low, high]: readonly [Half, Half],
  inner: { readonly radius: number; readonly wall: number },
  outer: { readonly radius: number; readonly wall: number },
): number {
  const wedge = [low, high];
  return (
    areaWithin([...wedge, ...withinChords(outer.radius, -outer.wall)]) -
    areaWithin([...wedge, ...withinChords(inner.radius, inner.wall)])
  );
}

describe('the school', () => {
  const script = example('school');
  let made: Awaited<ReturnType<typeof built>>;
  beforeAll(async () => {
    made = await built(script);
  });

  test('has 165 elements, 94 of them walls, for at most 1,000 tokens', () => {
    expect(made.count).toEqual({
      level: 2,
      floor: 1,
      // three arcs of 24, 13 walls between classes and 9 between bays
      wall: 3 * 24 + 13 + 9,
      door: 12 + 9 + 1,
      window: 24,
      room: 20,
      roof: 1,
      site: 1,
    });
    expect(requestTokens(script)).toBeLessThanOrEqual(1000);
  });

  test('has rooms of these areas', () => {
    const areas = areasIn(made.view);
    for (let n = 0; n < 12; n += 1) {
      const sides = [
        leftOf(10 * n, n === 0 ? 0.15 : 0.075),
        rightOf(10 * n + 10, n === 11 ? 0.15 : 0.075),
      ] as const;
      const wanted = roomBetween(sides, { radius: 20, wall: 0.1 }, { radius: 30, wall: 0.15 });
      expect(areas[`Class ${n + 1}`]).toBeCloseTo(wanted, 4);
    }
    for (let n = 0; n < 8; n += 1) {
      const sides = [
        leftOf(15 * n, n === 0 ? 0.15 : 0.075),
        rightOf(15 * n + 15, n === 7 ? 0.15 : 0.075),
      ] as const;
      const wanted = roomBetween(sides, { radius: 12, wall: 0.15 }, { radius: 20, wall: 0.1 });
      expect(areas[`Hall ${n + 1}`]).toBeCloseTo(wanted, 4);
    }
  });

  test('has doors that open in the direction of escape: from classes to the halls, at both ends out', () => {
    const classes = Array.from({ length: 12 }, (_, n) => {
      // The door of a class from 10 n degrees on lies within the next 5 degrees; a bay has 15
      return `Class ${n + 1} > Hall ${Math.floor((10 * n) / 15) + 1}`;
    });
    const bays = Array.from({ length: 7 }, (_, n) => `Hall ${n + 1} > Hall ${n + 2}`);
    const out = ['! Hall 1 > -', '! Hall 8 > -', 'Hall 4 > -'];
    expect(doorways(made.view)).toEqual([...classes, ...bays, ...out].toSorted());
  });

  test('nothing is warned of', () => {
    expect(made.warnings).toEqual([]);
  });
});
