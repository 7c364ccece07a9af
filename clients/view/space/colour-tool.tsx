/** @module colour-tool: colours by a property, with their legend. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { COLOURINGS, type ColourGroup } from '../../../servers/view/protocol/scene.ts';
import { EmptyNotice, ProblemNotice } from '../components/problem-notice.tsx';
import { shown } from '../components/shown.ts';
import { useAnswer } from '../components/use-answer.ts';
import { isolate } from '../state/actions.ts';
import { store } from '../state/store.ts';
import { STRINGS } from '../strings.ts';

/** The choice of the property, and the legend. */
export function ColourTool(): JSX.Element {
  const { value: by } = store.colouring;
  return (
    <>
      <label class="field">
        <span>{STRINGS.colours.by}</span>
        <select
          value={by ?? ''}
          onChange={({ currentTarget }) => {
            store.colouring.value = COLOURINGS.find((one) => one === currentTarget.value) ?? null;
          }}
        >
          <option value="">{STRINGS.colours.natural}</option>
          {COLOURINGS.map((one) => (
            <option key={one} value={one}>
              {STRINGS.colours[one]}
            </option>
          ))}
        </select>
      </label>
      <Legend />
    </>
  );
}

/** Keeps the colours of the chosen property, as long as it is rendered. Shows why there are none. */
export function ColourSource(): JSX.Element | null {
  const { value: by } = store.colouring;
  const { answer, problem } = useAnswer(
    'colours',
    by === null ? null : { at: store.moment.value, by },
  );
  const groups = by === null ? null : (answer?.groups ?? null);
  useEffect(() => {
    store.colours.value = groups;
  }, [groups]);
  return problem === null ? null : <ProblemNotice problem={problem} />;
}

function Legend(): JSX.Element | null {
  const { value: groups } = store.colours;
  if (groups === null) return null;
  if (groups.length === 0) return <EmptyNotice title={STRINGS.colours.none} />;
  return (
    <>
      <ul class="legend">
        {groups.map((group) => (
          <li key={group.label}>
            <LegendEntry group={group} />
          </li>
        ))}
      </ul>
      <p class="quiet">{STRINGS.colours.rest}</p>
    </>
  );
}

/** A click isolates the group, and a second one shows everything again. */
function LegendEntry({ group }: { readonly group: ColourGroup }): JSX.Element {
  const { label, colour, ids } = group;
  const { value: isolated } = store.isolated;
  const isOnly =
    isolated !== null && isolated.size === ids.length && ids.every((id) => isolated.has(id));
  return (
    <button
      type="button"
      class="legend-entry"
      aria-pressed={isOnly}
      title={STRINGS.colours.isolate}
      onClick={() => isolate(isOnly ? null : ids)}
    >
      <span class="swatch" style={{ background: `#${colour.toString(16).padStart(6, '0')}` }} />
      <span class="legend-label">{shown(label)}</span>
      <span class="count">{STRINGS.common.number(ids.length)}</span>
    </button>
  );
}
