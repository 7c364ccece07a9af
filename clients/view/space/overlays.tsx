/** @module overlays: texts over the 3D view: the element below the pointer, and a measured distance. */
import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

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

/** Says that the selection is hidden behind other elements, with a way to see it. */
export function Behind(): JSX.Element | null {
  const { value: view } = store.view;
  const { value: selection } = store.selection;
  const isCovered = store.isolated.value === null && !store.xray.value;
  const isBehind = useSignal(false);
  const camera = store.camera.value;
  useEffect(() => {
    isBehind.value = false;
    if (view === null || selection.size === 0 || !isCovered) return undefined;
    // The question is only asked when the camera is still.
    const timer = setTimeout(() => {
      const { drawn } = view;
      if (drawn !== null) isBehind.value = ![...selection].some((id) => drawn.has(id));
    }, STILL_MS);
    return () => clearTimeout(timer);
  }, [view, selection, isCovered, camera, store.hidden.value, store.section.value]);
  if (!isBehind.value || ![...selection].some((id) => view?.ids.has(id) === true)) return null;
  return (
    <p class="overlay behind" role="status">
      <span>{STRINGS.space.behind}</span>{' '}
      <button type="button" class="link" onClick={() => (store.xray.value = true)}>
        {STRINGS.space.seeThrough}
      </button>
    </p>
  );
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
