import { expect, test } from 'vitest';

import { FIRST_STATE, lookOf, writeStates } from '../../../../clients/view/scene/element-states.ts';
import type { ComparedScene, SceneState } from '../../../../clients/view/scene/scene-view.ts';
import { ElementStore, FLAG } from '../../../../clients/view/scene/shapes/element-store.ts';

const CAMERA: SceneState['camera'] = {
  position: [1, 1, 1],
  target: [0, 0, 0],
  fov: 45,
  height: 1,
};
const COMPARED: ComparedScene = {
  classes: new Map([
    ['moved', 'moved'],
    ['gone', 'deleted'],
  ]),
  before: new ArrayBuffer(0),
  mode: 'ghost',
  at: 0.5,
  rest: 'ghost',
};

/** Flags and colours by id of a scene with an unchanged, a moved and a deleted element. */
function shownWith(
  state: Partial<SceneState>,
  compared: ComparedScene | null = COMPARED,
): Readonly<Record<string, { readonly flags: number; readonly colour: number }>> {
  const store = new ElementStore();
  const slots = [store.take('rest'), store.take('moved'), store.take('gone', true)];
  for (const slot of slots) store.natural[slot] = 0x808080;
  const look = lookOf(store, { ...FIRST_STATE, camera: CAMERA, ...state }, compared, [3]);
  writeStates(store, slots, look);
  return Object.fromEntries(
    slots.map((slot) => [
      store.ids[slot] ?? '',
      { flags: store.flags[slot] ?? 0, colour: store.colours[slot] ?? 0 },
    ]),
  );
}

test.each([
  ['x-ray', { xray: true }],
  ['x-ray around another selection', { xray: true, selected: new Set(['rest']) }],
  ['x-ray around isolated elements', { xray: true, isolated: new Set(['rest']) }],
])('%s fades no change of a comparison', (_, state) => {
  const plain = shownWith({});
  const seen = shownWith(state);
  for (const id of ['moved', 'gone']) {
    expect((seen[id]?.flags ?? FLAG.ghost) & (FLAG.ghost | FLAG.hidden)).toBe(0);
    expect(seen[id]?.colour).toBe(plain[id]?.colour);
  }
});

test('what was moved and what is selected differ in colour', () => {
  const moved = shownWith({})['moved']?.colour ?? 0;
  const selected = shownWith({ selected: new Set(['moved']) }, null)['moved']?.colour ?? 0;
  const far = [16, 8, 0].map((shift) =>
    Math.abs(((moved >> shift) & 255) - ((selected >> shift) & 255)),
  );
  expect(Math.max(...far)).toBeGreaterThan(40);
});

test('x-ray still fades what has not changed, and isolation alone still hides', () => {
  expect((shownWith({ xray: true })['rest']?.flags ?? 0) & FLAG.ghost).toBe(FLAG.ghost);
  expect((shownWith({ xray: true }, null)['moved']?.flags ?? 0) & FLAG.ghost).toBe(FLAG.ghost);
  const isolated = shownWith({ isolated: new Set(['rest']) });
  expect((isolated['moved']?.flags ?? 0) & FLAG.hidden).toBe(FLAG.hidden);
});
