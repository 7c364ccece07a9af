/** @module compare-tool: how two moments are shown in one picture. */
import type { JSX } from 'preact';

import { Segments } from '../../components/segments.tsx';
import { comparison } from '../../state/comparison.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';

const { changes: words } = STRINGS;
const MODES = ['ghost', 'swipe', 'side', 'blend'] as const;

/** Mode, slider and the rest of the building. */
export function CompareTool(): JSX.Element | null {
  if (store.hasSpace.value !== true) return null;
  const { mode, at, rest } = comparison;
  const hasSlider = mode.value === 'swipe' || mode.value === 'blend';
  return (
    <fieldset class="compare-tool">
      <legend class="visually-hidden">{words.modes.title}</legend>
      <Segments
        title={words.modes.title}
        values={MODES}
        labels={words.modes}
        value={mode.value}
        onChange={(one) => (mode.value = one)}
      />
      {hasSlider ? (
        <label class="slider">
          <span>{words.slider}</span>
          <input
            type="range"
            min="0"
            max="100"
            value={Math.round(at.value * 100)}
            onInput={({ currentTarget }) => (at.value = Number(currentTarget.value) / 100)}
          />
          <output>{words.percent(Math.round(at.value * 100))}</output>
        </label>
      ) : null}
      <label class="check">
        <input
          type="checkbox"
          checked={rest.value === 'ghost'}
          onChange={({ currentTarget }) => (rest.value = currentTarget.checked ? 'ghost' : 'off')}
        />
        {words.rest}
      </label>
    </fieldset>
  );
}
