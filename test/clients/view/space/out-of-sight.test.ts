import { beforeEach, expect, test } from 'vitest';

import { isOutOfSight } from '../../../../clients/view/space/overlays.tsx';
import { model } from '../../../../clients/view/state/model.ts';
import { store } from '../../../../clients/view/state/store.ts';

beforeEach(() => {
  store.spaces.value = false;
  for (const [id, kind] of [
    ['door', 'door'],
    ['room', 'room'],
  ] as const) {
    const where = { category: '', level: '', type: '', box: [0, 0, 0, 1, 1, 1] } as const;
    model.rows.set(id, { id, name: '', kind, ...where });
  }
});

test.each([
  ['a door that the picture has', ['door'], ['door'], false],
  ['a door that the picture lacks', ['door'], ['wall'], true],
  ['a room, because rooms are not drawn', ['room'], ['wall'], false],
  ['a room and a door that the picture lacks', ['room', 'door'], ['wall'], true],
  ['an element without a shape', ['opening'], ['wall'], false],
] as const)('%s: out of sight or not', (_, selection, drawn, expected) => {
  const view = { ids: new Set(['door', 'room', 'wall']), drawn: new Set<string>(drawn) };
  expect(isOutOfSight(view, new Set(selection))).toBe(expected);
});

test('a room is out of sight if rooms are drawn and it is not; without a picture nothing is', () => {
  store.spaces.value = true;
  const ids = new Set(['room']);
  expect(isOutOfSight({ ids, drawn: new Set() }, ids)).toBe(true);
  expect(isOutOfSight({ ids, drawn: null }, ids)).toBe(false);
  expect(isOutOfSight(null, ids)).toBe(false);
});
