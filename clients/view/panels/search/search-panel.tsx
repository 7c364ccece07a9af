/** @module search-panel: elements by name, kind, type, id or IFC GUID. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import { useActiveRow } from '../../components/active-row.ts';
import { EmptyNotice } from '../../components/problem-notice.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { useInSight, useWindow, WindowRows } from '../../components/virtual-rows.tsx';
import { type ElementRow, model } from '../../state/model.ts';
import { titleOf, whereabouts } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { entriesOf, found } from './find-elements.ts';

const HEIGHT = 40;
/** An IFC GUID: 22 digits, the first of which holds two bits. */
const GUID = /^[0-3][0-9A-Za-z_$]{21}$/;

/** The panel. */
export function SearchPanel(): JSX.Element {
  const query = useSignal('');
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);
  const { value: version } = model.version;
  const entries = useMemo(() => entriesOf(model.rows.values()), [version]);
  const byText = useMemo(() => found(entries, query.value), [entries, query.value]);
  const guid = query.value.trim();
  const isGuid = GUID.test(guid) && byText.length === 0;
  const { answer } = useAnswer('element', isGuid ? { at: store.moment.value, id: guid } : null);
  const byGuid = answer === null ? undefined : model.rows.get(answer.id);
  const results = byGuid === undefined ? byText : [byGuid];
  const { at, reset, choose, onKeyDown } = useActiveRow(results);
  return (
    <div class="panel-body">
      <div class="panel-tools">
        <input
          ref={input}
          type="search"
          class="search-input"
          value={query.value}
          placeholder={STRINGS.search.placeholder}
          aria-label={STRINGS.search.label}
          role="combobox"
          list={undefined}
          aria-expanded={results.length > 0}
          aria-controls="search-results"
          aria-autocomplete="list"
          aria-activedescendant={results.length === 0 ? undefined : `search-row-${at}`}
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value;
            reset();
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p class="status-line" role="status">
        {query.value.trim() === '' ? '' : STRINGS.search.count(results.length)}
      </p>
      {results.length === 0 ? (
        <EmptyNotice
          title={query.value.trim() === '' ? STRINGS.search.start : STRINGS.search.none}
        />
      ) : (
        <Results results={results} at={at} onChoose={choose} />
      )}
    </div>
  );
}

function Results({
  results,
  at,
  onChoose,
}: {
  readonly results: readonly ElementRow[];
  readonly at: number;
  readonly onChoose: (index: number) => void;
}): JSX.Element {
  const window = useWindow(results.length, HEIGHT);
  useInSight(window, at);
  const selection = store.selection.value;
  return (
    <div
      ref={window.ref}
      id="search-results"
      class="scroll"
      role="listbox"
      tabIndex={-1}
      aria-label={STRINGS.search.results}
    >
      <WindowRows
        count={results.length}
        height={HEIGHT}
        window={window}
        row={(index) => {
          const row = results[index];
          if (row === undefined) return <div key={index} />;
          return (
            <div
              key={row.id}
              id={`search-row-${index}`}
              class={index === at ? 'result is-active' : 'result'}
              role="option"
              aria-selected={selection.has(row.id)}
              aria-setsize={results.length}
              aria-posinset={index + 1}
              onClick={() => onChoose(index)}
            >
              <span class="result-title">{titleOf(row)}</span>
              <span class="result-where">{whereabouts(row)}</span>
            </div>
          );
        }}
      />
    </div>
  );
}
