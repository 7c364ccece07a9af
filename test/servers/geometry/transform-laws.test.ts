/** @module laws of transform_elements over random buildings: invariants of motions of the whole. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { deepEqual } from '../../../kernel/base/canonical/deep-equal.ts';
import { World } from '../building/world.ts';

const metres = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: min * 1000, max: max * 1000 }).map((mm) => mm / 1000);

/** A building of bays with a corridor wall, openings in all walls, a stair, a floor, a roof and columns. */
const Building = fc.record({
  widths: fc.array(metres(2.5, 5), { minLength: 1, maxLength: 3 }),
  depth: metres(4, 8),
  shell: fc.constantFrom(0.2, 0.24, 0.365),
  inner: fc.constantFrom(0.1, 0.12, 0.175),
  line: fc.constantFrom('centre', 'outside', 'inside'),
  door: metres(0.3, 0.9),
  swing: fc.constantFrom('left', 'right', 'none'),
  turn: fc.integer({ min: -80, max: 80 }),
  stair: fc.constantFrom('straight', 'l', 'u'),
  hand: fc.constantFrom('left', 'right'),
  roof: fc.constantFrom(
    'type hip slope 30',
    'type shed slope 12',
    'edges 30, gable, 45, slope',
    'type gable slope 40',
  ),
});
type Building = typeof Building extends fc.Arbitrary<infer B> ? B : never;

function scriptOf(b: Building): string {
  const xs = [0];
  for (const w of b.widths) xs.push((xs.at(-1) ?? 0) + w);
  const width = xs.at(-1) ?? 0;
  const inside = b.widths.map((w, i) => ({ at: (xs[i] ?? 0) + w / 2, w, wall: xs[i] ?? 0 }));
  const number = (value: number): string => value.toFixed(3);
  return [
    'level Ground at 0 height 3 as g; level First at 3.2 height 2.8 as f; on $g',
    `walls rect (0, 0) size ${number(width)} x ${number(b.depth)} thickness ${b.shell} line ${b.line} as s`,
    ...xs
      .slice(1, -1)
      .map(
        (x) => `wall (${number(x)}, 0) to (${number(x)}, ${number(b.depth)}) thickness ${b.inner}`,
      ),
    `door in $s.south at ${number(b.door + 0.3)} width 0.9 swing ${b.swing}`,
    `window in $s.north at ${number(width - 1.6)} size 0.8 x 1.2`,
    ...inside.map(({ at }, i) => `room "Room ${i + 1}" at (${number(at)}, ${number(b.depth / 2)})`),
    `floor rect (0, 0) size ${number(width)} x ${number(b.depth)} hole rect (0.5, 0.5) size 0.6 x 0.4 as slab`,
    'opening in $slab at (1.7, 3) size 0.3 x 0.5 turn 30',
    `column at (1.2, 1.4) size 0.2 x 0.3 turn ${b.turn}`,
    `beam (0, 1) to (${number(width)}, 2) size 0.1 x 0.2`,
    `stair at (20, 3) to $f direction ${b.turn} width 1 shape ${b.stair}${b.stair === 'straight' ? '' : ` turn ${b.hand}`} handrails ${b.hand}`,
    `roof rect (0, 0) size ${number(width)} x ${number(b.depth)} on $f ${b.roof} overhang 0.3`,
  ].join('\n');
}

async function built(building: Building): Promise<World> {
  const world = await World.create();
  await world.do('run_script', { script: scriptOf(building) });
  return world;
}

const MEASURES = ['length_mm', 'area_mm2', 'perimeter_mm', 'volume_mm3'] as const;

/** Measures of every element, in order of creation. */
function measured(world: World): readonly (number | null)[][] {
  return [...world.view.elements()].map(({ id }) => {
    const measures = world.view.measures(id);
    return MEASURES.map((name) => measures[name]);
  });
}

/** Fails if a measure deviates by more than this share. */
function expectAlike(is: readonly (number | null)[][], was: typeof is, share: number): void {
  expect(is.length).toBe(was.length);
  const off = was.flatMap((all, i) =>
    all.flatMap((value, k) => {
      const now = is[i]?.[k] ?? null;
      if (value === null || now === null) return value === now ? [] : [[i, k, value, now]];
      return Math.abs(now - value) <= share * Math.abs(value) ? [] : [[i, k, value, now]];
    }),
  );
  expect(off).toEqual([]);
}

const ALL = { filter: {} };
const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const RUNS = { numRuns: 8 };

describe('a whole building', () => {
  test('has the same measures after any move, rotation and mirroring', async () => {
    const place = fc.record({
      delta: fc
        .record({ x: metres(1, 90), y: metres(-90, 90) })
        .map(({ x, y }) => P(1000 * x, 1000 * y)),
      angle_deg: fc.constantFrom(90, 180, 270, 37, -12.5),
      to: fc.constantFrom(P(0, 1000), P(1000, 0), P(1000, 1000), P(3000, 1000)),
    });
    await fc.assert(
      fc.asyncProperty(Building, place, async (building, { delta, angle_deg, to }) => {
        const world = await built(building);
        const was = measured(world);
        await world.do('transform_elements', { ...ALL, operation: 'move', delta });
        expectAlike(measured(world), was, 1e-9);
        await world.do('transform_elements', {
          ...ALL,
          operation: 'mirror',
          from: P(0, 0),
          to,
        });
        // Off the axes corners are rounded to the grid, by less than a micrometre on some decimetres.
        const aslant = to.x !== 0 && to.y !== 0;
        expectAlike(measured(world), was, aslant ? 1e-5 : 1e-9);
        await world.do('transform_elements', {
          ...ALL,
          operation: 'rotate',
          about: P(1000, 2000),
          angle_deg,
        });
        expectAlike(measured(world), was, aslant || angle_deg % 90 !== 0 ? 1e-5 : 1e-9);
      }),
      RUNS,
    );
  });

  test('is restored by mirroring it twice', async () => {
    await fc.assert(
      fc.asyncProperty(Building, fc.constantFrom(P(7000, 1), P(0, 9000)), async (building, to) => {
        const world = await built(building);
        const was = [...world.view.elements()];
        const from = to.x === 0 ? P(0, 0) : P(7000, 0);
        for (let n = 0; n < 2; n += 1) {
          await world.do('transform_elements', { ...ALL, operation: 'mirror', from, to });
        }
        const off = [...world.view.elements()].filter((one, i) => !deepEqual(one, was[i]));
        expect(off).toEqual([]);
      }),
      RUNS,
    );
  });

  test('has n times the volume after an array of n, and rooms of the same areas', async () => {
    await fc.assert(
      fc.asyncProperty(Building, fc.integer({ min: 2, max: 4 }), async (building, count) => {
        const world = await built(building);
        const sums = (): readonly number[] =>
          MEASURES.map((_, k) => measured(world).reduce((sum, all) => sum + (all[k] ?? 0), 0));
        const was = sums();
        await world.do('transform_elements', {
          ...ALL,
          operation: 'array',
          delta: P(0, 40_000),
          count,
        });
        for (const [k, sum] of sums().entries()) {
          expect(sum / (was[k] ?? 0)).toBeCloseTo(count, 9);
        }
      }),
      RUNS,
    );
  });
});
