/** @module element-table: the table of the list. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import type { TableAnswer, TableRow } from '../../../../servers/view/protocol/element.ts';
import { useActiveRow } from '../../components/active-row.ts';
import { Icon } from '../../components/icon.tsx';
import { shown } from '../../components/shown.ts';
import { useInSight, useWindow, type Window } from '../../components/virtual-rows.tsx';
import { titleOf } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';

const HEIGHT = 28;
/** The next page is asked for when this many rows are left. */
const AHEAD = 40;

/** Order of the rows: name of a column, or empty. */
export type Order = { readonly sort: string; readonly descending: boolean };

/** The rows that have arrived; more are asked for when a person scrolls to their end. */
export function ElementTable({
  answer,
  order,
  onOrder,
  onMore,
}: {
  readonly answer: TableAnswer;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly onMore: () => void;
}): JSX.Element {
  const { rows, columns, total, next } = answer;
  const window = useWindow(rows.length, HEIGHT, HEIGHT);
  const { at, choose, onKeyDown } = useActiveRow(rows);
  useInSight(window, at);
  useEffect(() => {
    if (next !== null && window.last > rows.length - AHEAD) onMore();
  }, [next, window.last, rows.length]);
  return (
    <div ref={window.ref} class="scroll table-scroll">
      <table
        role="grid"
        aria-label={STRINGS.list.table}
        aria-rowcount={total + 1}
        aria-activedescendant={rows.length === 0 ? undefined : `list-row-${at}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            <Heading name="name" label={STRINGS.list.name} order={order} onOrder={onOrder} />
            <Heading name="level" label={STRINGS.list.storey} order={order} onOrder={onOrder} />
            {columns.map(({ name, label, unit }, index) => (
              <Heading
                key={name}
                name={name}
                label={unit === '' ? shown(label) : `${shown(label)}, ${shown(unit)}`}
                isNumber={rows.some(({ cells }) => typeof cells[index] === 'number')}
                order={order}
                onOrder={onOrder}
              />
            ))}
          </tr>
        </thead>
        <Body answer={answer} window={window} at={at} onChoose={choose} />
      </table>
    </div>
  );
}

function Body({
  answer: { kind, rows, columns },
  window: { first, last },
  at,
  onChoose,
}: {
  readonly answer: TableAnswer;
  readonly window: Window;
  readonly at: number;
  readonly onChoose: (index: number) => void;
}): JSX.Element {
  const selection = store.selection.value;
  const spacer = (key: string, count: number): JSX.Element | null =>
    count <= 0 ? null : (
      <tr key={key} role="presentation" class="spacer">
        <td
          role="presentation"
          colSpan={columns.length + 2}
          style={{ height: `${count * HEIGHT}px` }}
        />
      </tr>
    );
  return (
    <tbody>
      {spacer('above', first)}
      {rows.slice(first, last).map((row, offset) => {
        const index = first + offset;
        return (
          <tr
            key={row.id}
            id={`list-row-${index}`}
            class={index === at ? 'is-active' : ''}
            aria-rowindex={index + 2}
            aria-selected={selection.has(row.id)}
            onClick={() => onChoose(index)}
          >
            <Cells row={row} kind={kind} />
          </tr>
        );
      })}
      {spacer('below', rows.length - last)}
    </tbody>
  );
}

function Cells({ row, kind }: { readonly row: TableRow; readonly kind: string }): JSX.Element {
  return (
    <>
      <th scope="row">{titleOf({ ...row, kind })}</th>
      <td>{row.level === null ? '' : shown(row.level)}</td>
      {row.cells.map((cell, index) => (
        <td key={index} class={typeof cell === 'number' ? 'number' : ''}>
          {cellText(cell)}
        </td>
      ))}
    </>
  );
}

function cellText(cell: string | number | null): string {
  if (cell === null) return '';
  return typeof cell === 'number' ? STRINGS.common.number(cell) : shown(cell);
}

/** A column heading: a first click sorts upwards, a second one downwards. */
function Heading({
  name,
  label,
  isNumber = false,
  order,
  onOrder,
}: {
  readonly name: string;
  readonly label: string;
  readonly isNumber?: boolean;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}): JSX.Element {
  const isSorted = order.sort === name;
  const sorted = order.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" class={isNumber ? 'number' : ''} aria-sort={isSorted ? sorted : 'none'}>
      <button
        type="button"
        onClick={() => onOrder({ sort: name, descending: isSorted && !order.descending })}
      >
        <span>{label}</span>
        <span class={isSorted ? 'sort-mark' : 'sort-mark is-off'}>
          <Icon name={isSorted && order.descending ? 'down' : 'up'} />
        </span>
      </button>
    </th>
  );
}
