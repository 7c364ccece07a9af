/** @module list-panel: all elements of a kind in a table that can be sorted. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { EmptyNotice, ProblemNotice } from '../../components/problem-notice.tsx';
import { model } from '../../state/model.ts';
import { byName, kindLabel, levelName } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';
import { ElementTable, type Order } from './element-table.tsx';
import { useTable } from './use-table.ts';

/** The panel. */
export function ListPanel(): JSX.Element {
  const chosen = useSignal<string | null>(null);
  const level = useSignal('');
  const order = useSignal<Order>({ sort: '', descending: false });
  const { value: version } = model.version;
  const kinds = useMemo(kindsOf, [version]);
  const kind = kinds.some(({ value }) => value === chosen.value)
    ? chosen.value
    : (kinds.find(({ value }) => value === kindOfSelection())?.value ?? kinds[0]?.value ?? null);
  const query =
    kind === null ? null : { at: store.moment.value, kind, level_id: level.value, ...order.value };
  const { answer, problem, more } = useTable(query);
  const levels = store.index.value?.storeys.filter(({ level_id }) => level_id !== null) ?? [];
  return (
    <div class="panel-body list-panel">
      <div class="panel-tools">
        <label class="field">
          <span>{STRINGS.list.kind}</span>
          <select
            value={kind ?? ''}
            onChange={({ currentTarget }) => {
              chosen.value = currentTarget.value;
              order.value = { sort: '', descending: false };
            }}
          >
            {kinds.map(({ value, label, count }) => (
              <option key={value} value={value}>
                {STRINGS.list.kindOption(label, count)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{STRINGS.list.storey}</span>
          <select
            value={level.value}
            onChange={({ currentTarget }) => (level.value = currentTarget.value)}
          >
            <option value="">{STRINGS.list.allStoreys}</option>
            {levels.map(({ level_id }) => (
              <option key={level_id} value={level_id ?? ''}>
                {levelName(level_id ?? '')}
              </option>
            ))}
          </select>
        </label>
        <span class="status-line" role="status">
          {answer === null ? '' : STRINGS.list.count(answer.total)}
        </span>
      </div>
      {problem === null ? null : <ProblemNotice problem={problem} />}
      {kind === null ? (
        <EmptyNotice title={STRINGS.tree.nothing(store.loading.value.kind)} />
      ) : null}
      {answer === null || problem !== null ? null : (
        <ElementTable
          answer={answer}
          order={order.value}
          onOrder={(next) => (order.value = next)}
          onMore={more}
        />
      )}
    </div>
  );
}

/** The kind of the selection, when the panel opens. */
function kindOfSelection(): string | undefined {
  const [id = ''] = store.selection.peek();
  return model.rows.get(id)?.kind;
}

function kindsOf(): readonly {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}[] {
  const counts = new Map<string, { readonly label: string; count: number }>();
  for (const row of model.rows.values()) {
    const known = counts.get(row.kind);
    if (known === undefined) counts.set(row.kind, { label: kindLabel(row.kind, row), count: 1 });
    else known.count += 1;
  }
  return [...counts]
    .map(([value, { label, count }]) => ({ value, label, count }))
    .toSorted((one, other) => byName(one.label, other.label));
}
