/** @module reveal: makes elements visible to which a person goes: nothing hides them, and the rest is seen through if it does. */
import { batch } from '@preact/signals';

import type { BoxNumbers } from '../../../servers/view/protocol/scene.ts';
import type { SceneView, Section } from '../scene/scene-view.ts';
import { model } from './model.ts';
import { store } from './store.ts';

/** Least part of the picture that elements fill which count as visible; in the middle of a zoom they fill far more. */
const VISIBLE = 0.002;

/** Whether x-ray, and the rooms, were switched on here, and not by the person. */
let isOwn = false;
let areRoomsOwn = false;
/** The newest request; an older one changes nothing any more. */
let newest = 0;

/** Ends what hides all of these elements: hiding, isolation of others, a cut, and rooms that are not drawn. */
export function uncover(ids: readonly string[]): void {
  batch(() => {
    const { hidden, isolated, section, spaces } = store;
    if (ids.every((id) => hidden.value.has(id))) {
      hidden.value = new Set([...hidden.value].filter((id) => !ids.includes(id)));
    }
    const { value: only } = isolated;
    if (only !== null && !ids.some((id) => only.has(id))) isolated.value = null;
    const boxes = ids.flatMap((id) => {
      const row = model.rows.get(id);
      return row === undefined ? [] : [row.box];
    });
    if (boxes.length > 0 && boxes.every((box) => isCutAway(box, section.value))) {
      section.value = { kind: 'none' };
    }
    if (!spaces.value && ids.every((id) => model.rows.get(id)?.kind === 'room')) {
      spaces.value = true;
      areRoomsOwn = true;
    }
  });
}

/** Whether a section leaves nothing of a box. */
export function isCutAway(box: BoxNumbers, section: Section): boolean {
  if (section.kind === 'none') return false;
  const axes = [0, 1, 2] as const;
  if (section.kind === 'plane') {
    const { normal, offset } = section;
    const least = axes.reduce<number>(
      (sum, axis) => sum + Math.min(normal[axis] * box[axis], normal[axis] * (box[axis + 3] ?? 0)),
      0,
    );
    return least >= offset;
  }
  const { box: kept } = section;
  return axes.some(
    (axis) => box[axis] >= (kept[axis + 3] ?? 0) || (box[axis + 3] ?? 0) <= kept[axis],
  );
}

/**
 * Switches x-ray on if the next full picture shows too little of these elements. Returns whether it did; the answer to an older
 * request, and with x-ray or a comparison, is false.
 */
export async function seeThroughTo(
  ids: readonly string[],
  view: Pick<SceneView, 'settled' | 'drawn'>,
): Promise<boolean> {
  newest += 1;
  const own = newest;
  await view.settled();
  if (own !== newest || store.xray.value || store.compared.value !== null) return false;
  const { drawn } = view;
  if (drawn === null) return false;
  if (ids.reduce((sum, id) => sum + (drawn.get(id) ?? 0), 0) >= VISIBLE) return false;
  isOwn = true;
  store.xray.value = true;
  return true;
}

/** Switches x-ray and rooms off if they were switched on here. */
export function endSeeThrough(): void {
  newest += 1;
  batch(() => {
    if (isOwn) store.xray.value = false;
    if (areRoomsOwn) store.spaces.value = false;
  });
  isOwn = false;
  areRoomsOwn = false;
}
