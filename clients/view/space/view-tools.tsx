/** @module view-tools: standard views, and storeys drawn away from each other. */
import type { JSX } from 'preact';

import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';

/** Directions of the standard views with their keys. */
export const DIRECTIONS = [
  ['corner', '0'],
  ['top', '5'],
  ['south', '1'],
  ['east', '2'],
  ['north', '3'],
  ['west', '4'],
] as const;

/** Shows everything from one direction. */
export function lookFrom(direction: (typeof DIRECTIONS)[number][0]): void {
  store.view.value?.fit(null, direction);
}

/** Standard views. */
export function ViewsTool(): JSX.Element {
  return (
    <div class="button-grid">
      {DIRECTIONS.map(([direction, key]) => (
        <button
          key={direction}
          type="button"
          class="button"
          aria-keyshortcuts={key}
          onClick={() => lookFrom(direction)}
        >
          {STRINGS.views[direction]} <kbd>{key}</kbd>
        </button>
      ))}
    </div>
  );
}

/** The distance between storeys. */
export function ExplodeTool(): JSX.Element {
  const { value: explode } = store.explode;
  return (
    <label class="slider">
      <span>{STRINGS.tools.explodeBy}</span>
      <input
        type="range"
        min="0"
        max="3"
        step="0.05"
        value={explode}
        onInput={({ currentTarget }) => (store.explode.value = Number(currentTarget.value))}
      />
      <output>{STRINGS.tools.explodeValue(explode)}</output>
    </label>
  );
}
