/** @module overlays: texts over the 3D view: the element below the pointer, and a measured distance. */
import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import type { SceneView } from '../scene/scene-view.ts';
import { model } from '../state/model.ts';
import { titleOf, whereabouts } from '../state/naming.ts';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';

/** Time after a movement in which a full picture is drawn, ms. */
const STILL_MS = 900;

/** Id of the element below the pointer. */
export const hovered = signal<string | null>(null);

/** Names the element below the pointer. */
export function Hover(): JSX.Element | null {
  const row = model.rows.get(hovered.value ?? '');
  if (row === undefined) return null;
  return (
    <p class="overlay hover" aria-hidden="true">
      <strong>{titleOf(row)}</strong> <span>{whereabouts(row)}</span>
    </p>
  );
}

/** Grows with each full picture. */
export const pictures = signal(0);

/** Says that the selection is hidden behind other elements, with a way to see it. */
export function Behind(): JSX.Element | null {
  const { value: view } = store.view;
  const { value: selection } = store.selection;
  const { value: camera } = store.camera;
  const isStill = useSignal(false);
  useEffect(() => {
    isStill.value = false;
    const timer = setTimeout(() => (isStill.value = true), STILL_MS);
    return () => clearTimeout(timer);
  }, [view, selection, camera]);
  // The answer is that of the last picture, also of one that a large model takes long for.
  void pictures.value;
  const isCovered = store.isolated.value === null && !store.xray.value;
  if (!isStill.value || !isCovered || !isOutOfSight(view, selection)) return null;
  return (
    <p class="overlay behind" role="status">
      <span>{STRINGS.space.behind}</span>{' '}
      <button type="button" class="link" onClick={() => (store.xray.value = true)}>
        {STRINGS.space.seeThrough}
      </button>
    </p>
  );
}

/** Whether the last picture has none of the selected elements that it should have; rooms only while rooms are drawn. */
export function isOutOfSight(
  view: {
    readonly ids: SceneView['ids'];
    readonly drawn: { readonly has: (id: string) => boolean } | null;
  } | null,
  selection: ReadonlySet<string>,
): boolean {
  const drawn = view?.drawn ?? null;
  if (view === null || drawn === null) return false;
  const solid = [...selection].filter(
    (id) => view.ids.has(id) && (store.spaces.value || model.rows.get(id)?.kind !== 'room'),
  );
  return solid.length > 0 && !solid.some((id) => drawn.has(id));
}

/** The measured distance, or how to measure. */
export function Measurement(): JSX.Element | null {
  if (store.tool.value !== 'measure') return null;
  const { value: measured } = store.measured;
  if (measured === null) {
    return (
      <p class="overlay measurement" role="status">
        {STRINGS.measure.start}
      </p>
    );
  }
  const [dx, dy, dz] = [0, 1, 2].map((axis) =>
    Math.abs((measured.to[axis] ?? 0) - (measured.from[axis] ?? 0)),
  );
  const [x = 0, y = 0, z = 0] = [dx, dy, dz];
  return (
    <p class="overlay measurement" role="status">
      <strong>{STRINGS.measure.distance(Math.hypot(x, y, z))}</strong>{' '}
      <span>{STRINGS.measure.parts(x, y, z)}</span>
    </p>
  );
}
