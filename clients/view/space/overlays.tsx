/** @module overlays: texts over the 3D view: the element below the pointer, and a measured distance. */
import { signal } from '@preact/signals';
import type { JSX } from 'preact';

import { model } from '../state/model.ts';
import { titleOf, whereabouts } from '../state/naming.ts';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';

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
