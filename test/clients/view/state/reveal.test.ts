import { beforeEach, describe, expect, test } from 'vitest';

import type { SceneStats, SceneView } from '../../../../clients/view/scene/scene-view.ts';
import { showAll } from '../../../../clients/view/state/actions.ts';
import { model } from '../../../../clients/view/state/model.ts';
import {
  endSeeThrough,
  isCutAway,
  seeThroughTo,
  uncover,
} from '../../../../clients/view/state/reveal.ts';
import { store } from '../../../../clients/view/state/store.ts';

const STATS: SceneStats = {
  elements: 0,
  triangles: 0,
  draw_calls: 0,
  bytes: 0,
  full_ms: 0,
  moving_ms: 0,
  buffers_made: 0,
  renderer: '',
};

beforeEach(() => {
  endSeeThrough();
  showAll();
  store.spaces.value = false;
  model.rows.clear();
  for (const [id, kind] of [
    ['wall', 'wall'],
    ['room', 'room'],
  ] as const) {
    const where = { category: '', level: '', type: '', box: [0, 0, 0, 2, 2, 2] } as const;
    model.rows.set(id, { id, name: '', kind, ...where });
  }
});

describe('an element to which a person goes', () => {
  test('is no longer hidden, left out by isolation, or cut away', () => {
    store.hidden.value = new Set(['wall', 'other']);
    store.isolated.value = new Set(['other']);
    store.section.value = { kind: 'plane', normal: [0, 0, 1], offset: -1 };
    uncover(['wall']);
    expect([...store.hidden.value]).toEqual(['other']);
    expect(store.isolated.value).toBeNull();
    expect(store.section.value.kind).toBe('none');
    expect(store.spaces.value).toBe(false);
  });

  test('keeps a cut and an isolation that show it', () => {
    store.isolated.value = new Set(['wall', 'other']);
    store.section.value = { kind: 'box', box: [1, 1, 1, 3, 3, 3] };
    uncover(['wall']);
    expect(store.isolated.value.size).toBe(2);
    expect(store.section.value.kind).toBe('box');
  });

  test('is drawn if it is a room, until that ends', () => {
    uncover(['room']);
    expect(store.spaces.value).toBe(true);
    endSeeThrough();
    expect(store.spaces.value).toBe(false);
    store.spaces.value = true;
    uncover(['room']);
    endSeeThrough();
    expect(store.spaces.value).toBe(true);
  });

  test('is seen through the rest if the picture has too little of it, until that ends', async () => {
    expect(await seeThroughTo(['wall'], viewWith(0.2))).toBe(false);
    expect(store.xray.value).toBe(false);
    expect(await seeThroughTo(['wall'], viewWith(0))).toBe(true);
    expect(store.xray.value).toBe(true);
    endSeeThrough();
    expect(store.xray.value).toBe(false);
  });

  test('leaves x-ray alone that the person has chosen', async () => {
    store.xray.value = true;
    expect(await seeThroughTo(['wall'], viewWith(0))).toBe(false);
    endSeeThrough();
    expect(store.xray.value).toBe(true);
  });

  test('changes nothing if another one was chosen meanwhile', async () => {
    const [first, second] = [
      seeThroughTo(['wall'], viewWith(0)),
      seeThroughTo(['room'], viewWith(1)),
    ];
    expect([await first, await second, store.xray.value]).toEqual([false, false, false]);
  });
});

test.each([
  ['a plane below it', { kind: 'plane', normal: [0, 0, 1], offset: 0 }, true],
  ['a plane through it', { kind: 'plane', normal: [0, 0, 1], offset: 1 }, false],
  ['a plane from the other side', { kind: 'plane', normal: [-1, 0, 0], offset: -3 }, true],
  ['a box next to it', { kind: 'box', box: [2, 0, 0, 4, 2, 2] }, true],
  ['a box around it', { kind: 'box', box: [-1, -1, -1, 4, 4, 4] }, false],
  ['no section', { kind: 'none' }, false],
] as const)('%s cuts an element away or not', (_, section, expected) => {
  expect(isCutAway([0, 0, 0, 2, 2, 2], section)).toBe(expected);
});

/** A picture of which every element fills so much. */
function viewWith(share: number): Pick<SceneView, 'settled' | 'drawn'> {
  const drawn = new Map(['wall', 'room'].map((id) => [id, share]));
  return { settled: async () => await Promise.resolve(STATS), drawn };
}
