/** @module terrace: the terraced houses of examples/ are built, and their areas were worked out by hand. Lengths in the comments are metres. */
import { beforeAll, describe, expect, test } from 'vitest';

import { area, areasIn, built, close, example, requestTokens } from './example.ts';

describe('the terraced houses', () => {
  const script = example('terrace');
  let made: Awaited<ReturnType<typeof built>>;
  beforeAll(async () => {
    made = await built(script);
  });

  test('have 170 elements, for at most 1,200 tokens', () => {
    expect(made.count).toEqual({
      level: 3,
      floor: 2,
      // 7 between and beside the houses on each storey, 3 and 4 in each house
      wall: 2 * 7 + 6 * (3 + 4),
      door: 6 * 5,
      window: 6 * 6,
      room: 6 * 5,
      stair: 6,
      opening: 6,
      roof: 1,
    });
    expect(requestTokens(script)).toBeLessThanOrEqual(1200);
  });

  test('have rooms of the same areas, but for the thicker walls at the ends of the row', () => {
    const areas = areasIn(made.view);
    // Half of a party wall is 0.12, of an outer wall 0.15, of an inner one 0.06; the inner wall is 2.2 from the party wall
    const depth = 9 - 0.15 - 0.15;
    const half = 4.5 - 0.15 - 0.06;
    for (let n = 1; n <= 6; n += 1) {
      const beside = n === 1 || n === 6 ? 0.15 : 0.12;
      expect([n, areas[`${n} Hall`]]).toEqual([n, area(2.2 - beside - 0.06, depth)]);
      expect([n, areas[`${n} Landing`]]).toEqual([n, area(2.2 - beside - 0.06, depth)]);
      expect([n, areas[`${n} Living`]]).toEqual([n, area(3.8 - 0.06 - 0.12, depth)]);
      expect([n, areas[`${n} Front`]]).toEqual([n, area(3.8 - 0.06 - 0.12, half)]);
      expect([n, areas[`${n} Rear`]]).toEqual([n, area(3.8 - 0.06 - 0.12, half)]);
    }
  });

  test('have walls up to the roof between them and at their ends, and nothing is warned of', () => {
    expect(made.warnings).toEqual([]);
    // The underside rises from 2.8 at y = -0.15 to the ridge at y = 4.5, that is over the axis from 0.15 to 4.65 inwards
    const rise = Math.tan((35 * Math.PI) / 180);
    const gable = 9 * 2.8 + 2 * rise * ((4.65 ** 2 - 0.15 ** 2) / 2);
    const eave = 6 * (2.8 + 0.15 * rise) - 2 * area(0.9, 1.4);
    const under = [...made.view.elementsOf('wall')].filter(
      ({ params }) => typeof params.top_under === 'string',
    );
    const faces = under.map(({ id }) => (made.view.measures(id).area_mm2 ?? Number.NaN) / 1e6);
    const across = under.map(({ params: { start, end } }) => start.x === end.x);
    // Seven across the row, and two along it for each house
    expect(across.filter(Boolean)).toHaveLength(7);
    expect(faces).toEqual(across.map((isAcross) => close(isAcross ? gable : eave)));
    expect(faces).toHaveLength(7 + 6 * 2);
  });
});
