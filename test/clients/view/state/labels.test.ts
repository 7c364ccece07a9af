import { expect, test } from 'vitest';

import { newOf } from '../../../../clients/view/state/labels.ts';

const at = { branch: 'main' };
const [GROUND, UPPER, ROOF] = ['ground', 'upper', 'roof'].map((level_id) => ({ at, level_id }));
const ALL = [GROUND, UPPER, ROOF].flatMap((one) => one ?? []);

test('labels of the storey of the plan come first, and again after a commit', () => {
  expect(newOf(ALL, [], 'upper')).toEqual([UPPER, GROUND, ROOF]);
  expect(newOf(ALL, ALL, 'upper')).toEqual([UPPER]);
  expect(newOf(ALL, ALL.slice(0, 1), 'ground')).toEqual([GROUND, UPPER, ROOF]);
  expect(newOf(ALL, ALL, null)).toEqual([]);
});

test('labels of another moment are asked for', () => {
  const earlier = ALL.map(({ level_id }) => ({ at: { branch: 'main', seq: 5 }, level_id }));
  expect(newOf(earlier, ALL, null)).toEqual(earlier);
});
