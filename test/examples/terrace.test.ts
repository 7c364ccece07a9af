/** @module terrace: the terraced houses of examples/ are built, and their areas were worked out by hand. Lengths in the comments are metres. */
import { beforeAll, describe, expect, test } from 'vitest';

import { area, areasIn, built, close, doorways, example, requestTokens } from './example.ts';

describe('the terraced houses', () => {
  const script = example('terrace');
  let made: Awaited<ReturnType<typeof built>>;
  beforeAll(async () => {
    made = await built(script);
  });

  test('have 195 elements, for at most 1,200 tokens', () => {
    expect(made.count).toEqual({
      level: 3,
      // Two under all houses, and a ceiling over each
      floor: 2 + 6,
      // 7 between and beside the houses on each storey, 3 and 5 in each house
      wall: 2 * 7 + 6 * (3 + 5),
      door: 6 * 6,
      window: 6 * 6,
      room: 6 * 6,
      stair: 6,
      opening: 6,
      roof: 1,
      site: 1,
    });
    expect(requestTokens(script)).toBeLessThanOrEqual(1200);
  });

  test('have rooms of the same areas', () => {
    const areas = areasIn(made.view);
    // Half of a party wall is 0.12, of an outer wall 0.15, of an inner one 0.06; the inner wall is 2.2 from the party wall
    const depth = 9 - 0.15 - 0.15;
    const half = 4.5 - 0.15 - 0.06;
    const hall = 2.2 - 0.12 - 0.06;
    const rooms = 6 - 2.2 - 0.06 - 0.12;
    const expected = Array.from({ length: 6 }, (_, i) => [
      [`${i + 1} Hall`, area(hall, depth)],
      [`${i + 1} Living`, area(rooms, depth)],
      // The wall between bath and landing is on 2.4
      [`${i + 1} Landing`, area(hall, 9 - 0.15 - 2.4 - 0.06)],
      [`${i + 1} Bath`, area(hall, 2.4 - 0.15 - 0.06)],
      [`${i + 1} Front`, area(rooms, half)],
      [`${i + 1} Rear`, area(rooms, half)],
    ]);
    expect(areas).toEqual(Object.fromEntries(expected.flat()));
  });

  test('have doors that open inwards and into the rooms, in mirrored houses, too', () => {
    const expected = Array.from({ length: 6 }, (_, i) => {
      const n = i + 1;
      const [hall, landing] = [`${n} Hall`, `${n} Landing`];
      const within = ['Bath', 'Front', 'Rear'].map((room) => `${landing} > ${n} ${room}`);
      return [`! - > ${hall}`, `${n} Living > -`, `${hall} > ${n} Living`, ...within];
    });
    expect(doorways(made.view)).toEqual(expected.flat().toSorted());
  });

  test('are mirror images of each other, with their doors', () => {
    const [first, ...others] = [1, 2, 3, 4, 5, 6].map((n) => {
      // The house beside the party wall at 12 times the pair, mirrored where its number is even
      const at = 12_000 * Math.floor(n / 2);
      const side = n % 2 === 1 ? 1 : -1;
      return [...made.view.elementsOf('door')]
        .flatMap(({ id }) => {
          const [box] = made.view.workspace(id).map(({ bounds }) => bounds);
          const found = box ?? [];
          const [x0, y0, z0, x1, y1] = found.map((v, i) => (i % 3 === 0 ? side * (v - at) : v));
          const xs = [x0 ?? 0, x1 ?? 0].map(Math.round).toSorted((a, b) => a - b);
          const isOwn = (xs[0] ?? -1) >= 0 && (xs[1] ?? Infinity) <= 6000;
          return found.length > 0 && isOwn ? [[...xs, y0, y1, z0].map(Number).join(' ')] : [];
        })
        .toSorted();
    });
    // Five hung doors; what slides sweeps nothing
    expect(first).toHaveLength(5);
    for (const other of others) expect(other).toEqual(first);
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
