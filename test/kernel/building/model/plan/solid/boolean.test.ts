/** @module tests of booleans: the returned measures are those of the stored body, with the tolerance for true circles. */
import { describe, expect, test } from 'vitest';

import { planBoolean } from '../../../../../../kernel/building/model/plan/solid/boolean.ts';
import type { StateView } from '../../../../../../kernel/building/model/state-view.ts';
import { building, context, P } from '../../../kinds/bench.ts';
import { created } from '../../build.ts';

const VIEW = building(
  created('column', 'BLOCK', { profile: '1000x1000', height: 2000 }),
  created('column', 'ROUND', { profile: 'circle 800', height: 2000, location: P(500, 300) }),
  created('column', 'TURNED', { profile: '600x600', height: 2000, turn_deg: 30 }),
);

type Answer = {
  readonly volume_mm3: number;
  readonly volume_tolerance_mm3: number;
  readonly after: StateView;
  readonly id: string;
};

async function combine(
  element_a: string,
  element_b: string,
  operation: 'union' | 'subtract' | 'intersect',
  view = VIEW,
): Promise<Answer> {
  const { events, data } = await planBoolean({ element_a, element_b, operation }, view, context);
  return { ...data, after: view.apply(events), id: data.solid_id };
}

/** Area of a circle of 400 at (500, 300) within a square of 1,000 about the origin, by strips along x; mm². */
function commonArea(): number {
  const strips = 400_000;
  let sum = 0;
  for (let i = 0; i < strips; i++) {
    const x = 100 + ((i + 0.5) * 400) / strips;
    const half = Math.sqrt(400 ** 2 - (x - 500) ** 2);
    sum += Math.max(0, Math.min(500, 300 + half) - Math.max(-500, 300 - half)) * (400 / strips);
  }
  return sum;
}

const COMMON = commonArea() * 2000;
const CIRCLE = Math.PI * 400 ** 2 * 2000;

describe('a boolean with a circle', () => {
  test.each([
    ['intersect', 'BLOCK', 'ROUND', COMMON],
    ['subtract', 'BLOCK', 'ROUND', 2e9 - COMMON],
    ['subtract', 'ROUND', 'BLOCK', CIRCLE - COMMON],
    ['union', 'BLOCK', 'ROUND', 2e9 + CIRCLE - COMMON],
  ] as const)(
    '%s of %s and %s is within its tolerance of %d mm³',
    async (operation, a, b, exact) => {
      const { volume_mm3, volume_tolerance_mm3, after, id } = await combine(a, b, operation);
      expect(Math.abs(volume_mm3 - exact)).toBeLessThan(volume_tolerance_mm3);
      expect(volume_tolerance_mm3 / CIRCLE).toBeLessThan(1.01e-4);
      expect(after.measures(id).volume_mm3).toBe(volume_mm3);
      expect(after.element(id)?.params).toMatchObject({ volume_tolerance_mm3 });
    },
  );

  test('a block of 1,000 and a circle of 800 intersect in 404,385,249 mm³ to 0.01 %', async () => {
    // Half a circle without half of the segment beyond 200 mm.
    const segment = 400 ** 2 * Math.acos(0.5) - 200 * Math.sqrt(400 ** 2 - 200 ** 2);
    expect(COMMON).toBeCloseTo(2000 * ((Math.PI * 400 ** 2) / 2 - segment / 2), -1);
    const { volume_mm3 } = await combine('BLOCK', 'ROUND', 'intersect');
    expect(Math.abs(volume_mm3 / 404_385_249 - 1)).toBeLessThan(1e-4);
  });

  test('a boolean of a boolean inherits its tolerance', async () => {
    const first = await combine('BLOCK', 'ROUND', 'subtract');
    const second = await combine(first.id, 'ROUND', 'union', first.after);
    expect(second.volume_tolerance_mm3).toBe(2 * first.volume_tolerance_mm3);
    const third = await combine(first.id, 'TURNED', 'union', first.after);
    expect(third.volume_tolerance_mm3).toBe(first.volume_tolerance_mm3);
  });
});

test.each([
  ['intersect', 'BLOCK', 'TURNED', 600 * 600 * 2000],
  ['subtract', 'BLOCK', 'TURNED', 640_000 * 2000],
] as const)('%s of bodies without circles has no tolerance', async (operation, a, b, exact) => {
  const { volume_mm3, volume_tolerance_mm3, after, id } = await combine(a, b, operation);
  expect(volume_tolerance_mm3).toBe(0);
  expect(after.measures(id).volume_mm3).toBe(volume_mm3);
  expect(volume_mm3 / exact).toBeCloseTo(1, 5);
});
