/** @module change-list: changed elements, each with what follows from it. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { changeClass, type ChangeRow } from '../../../../servers/view/protocol/changes.ts';
import { shown } from '../../components/shown.ts';
import { Time } from '../../components/time.tsx';
import { select, showStorey } from '../../state/actions.ts';
import { flyToChanges } from '../../state/comparison.ts';
import { changeSentence, kindWords, namedText, titleOf } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';

const { changes: words } = STRINGS;
/** Rows that are listed at first, and with each press of the button. */
const STEP = 200;

/** The rows in their order; consequences are listed under their cause if it is among the rows. */
export function ChangeList({ rows }: { readonly rows: readonly ChangeRow[] }): JSX.Element {
  const most = useSignal(STEP);
  const ids = new Set(rows.map(({ id }) => id));
  const isUnder = ({ cause }: ChangeRow): boolean => cause !== null && ids.has(cause);
  const under = Map.groupBy(rows.filter(isUnder), ({ cause }) => cause ?? '');
  const roots = rows.filter((row) => !isUnder(row));
  return (
    <>
      <ul class="change-list">
        {roots.slice(0, most.value).map((row) => (
          <Row key={row.id} row={row} under={under} />
        ))}
      </ul>
      {roots.length <= most.value ? null : (
        <button type="button" class="button" onClick={() => (most.value += STEP)}>
          {words.more(roots.length - most.value)}
        </button>
      )}
    </>
  );
}

type Under = ReadonlyMap<string, readonly ChangeRow[]>;

function Row({ row, under }: { readonly row: ChangeRow; readonly under: Under }): JSX.Element {
  const { id, name, kind, text, params, by } = row;
  const drawn = changeClass(row);
  const below = under.get(id) ?? [];
  const isSelected = store.selection.value.has(id);
  return (
    <li class={`change-row change-${drawn}`}>
      <button
        type="button"
        class="change-button"
        aria-pressed={isSelected}
        onClick={() => {
          select([id]);
          // What is deleted is not in the model, so that its selection does not lead to its storey.
          showStorey(row.level_id ?? '');
          flyToChanges([row]);
        }}
      >
        <span class="change-sign" aria-hidden="true">
          {words.signs[drawn]}
        </span>
        <span>
          <strong>{titleOf({ id, name, kind })}</strong>{' '}
          <span class="quiet">
            {kindWords(kind)}, {words.classes[drawn]}
          </span>
          <br />
          {changeSentence(text)}
        </span>
      </button>
      {params.length === 0 && by === null ? null : (
        <details class="change-details" open={isSelected}>
          <summary>{words.details(params.length)}</summary>
          <dl class="values">
            {params.map(({ label, from, to, unit }) => (
              <div class="value" key={label}>
                <dt>{shown(label)}</dt>
                <dd>{words.fromTo(namedText(from), namedText(to), shown(unit))}</dd>
              </div>
            ))}
          </dl>
          {by === null ? null : (
            <p class="quiet">
              {words.by(shown(by.who), by.is_agent)} <Time at={by.at} />
              {by.reasoning === null ? null : (
                <span class="reason-inline">{words.reason(shown(by.reasoning))}</span>
              )}
            </p>
          )}
        </details>
      )}
      {below.length === 0 ? null : (
        <ul class="change-list">
          {below.map((one) => (
            <Row key={one.id} row={one} under={under} />
          ))}
        </ul>
      )}
    </li>
  );
}
