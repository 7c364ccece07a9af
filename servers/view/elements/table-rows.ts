/** @module table-rows: the elements of a kind as a table that can be sorted by each of its columns. */
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import type { AnyKind } from '../../../kernel/building/kinds/kind.ts';
import { isKind } from '../../../kernel/building/model/filtered-view.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import type { Field } from '../../../kernel/documents/schedules/field.ts';
import { fieldsOf } from '../../../kernel/documents/schedules/fields.ts';
import type { Cell } from '../../../kernel/documents/schedules/table.ts';
import { storeysOf } from '../shapes/storeys.ts';
import { ownFields, quantityFields, shownCell } from './shown-values.ts';

/** Maximum number of columns of a table. */
const COLUMNS = 40;
/** Fields that each row has besides its columns. */
const OF_ROWS: ReadonlySet<string> = new Set(['name', 'level']);
/** Number of sorted lists that are kept for a view. */
const KEPT = 8;

/** How a table is sorted and limited. */
export type TableOrder = {
  /** The level; null: all levels. */
  readonly level_id: string | null;
  /** The field; null: the order of the view. */
  readonly sort: Field | null;
  readonly descending: boolean;
};

/** The columns of a kind: those of its schedule, then further parameters and quantities. */
export function columnsOf(kind: AnyKind): readonly Field[] {
  const fields = fieldsOf([kind]);
  const all = [
    ...kind.schedule.columns.flatMap((name) => fields.get(name) ?? []),
    ...ownFields(kind),
    ...quantityFields(kind),
  ];
  const byName = new Map(all.map((field) => [field.key, field]));
  return [...byName.values()].filter(({ key }) => !OF_ROWS.has(key)).slice(0, COLUMNS);
}

/** Fields that a table of the kind can be sorted by. */
export function sortFields(kind: AnyKind): ReadonlyMap<string, Field> {
  const fields = fieldsOf([kind]);
  const shared = [...OF_ROWS].flatMap((name) => fields.get(name) ?? []);
  return new Map([...shared, ...columnsOf(kind)].map((field) => [field.key, field]));
}

const SORTED = new WeakMap<BuildingView, Map<string, readonly Element[]>>();

/** The elements of a kind in the order of a table. Elements without a value are last; equal ones stay in the order of the view. */
export function sortedElements(
  kind: AnyKind,
  order: TableOrder,
  view: BuildingView,
): readonly Element[] {
  const key = JSON.stringify([kind.kind, order.level_id, order.sort?.key, order.descending]);
  const lists = SORTED.get(view) ?? new Map<string, readonly Element[]>();
  SORTED.set(view, lists);
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made = sorted([...elementsOf(kind, order, view)], order, view);
  lists.set(key, made);
  const [oldest] = lists.keys();
  if (lists.size > KEPT && oldest !== undefined) lists.delete(oldest);
  return made;
}

/** SECURITY: kinds with a body are read by storey, so that the time does not tell how many elements are hidden. */
function* elementsOf(
  { kind, body }: AnyKind,
  { level_id }: TableOrder,
  view: BuildingView,
): Generator<Element> {
  if (body === 'none') {
    for (const element of isKind(kind, view.kinds) ? view.elementsOf(kind) : []) {
      if (level_id === null || view.levelOf(element.id) === level_id) yield element;
    }
    return;
  }
  for (const { level, elements } of storeysOf(view)) {
    if (level_id !== null && level?.id !== level_id) continue;
    for (const element of elements) if (element.kind === kind) yield element;
  }
}

function sorted(
  elements: readonly Element[],
  { sort, descending }: TableOrder,
  view: BuildingView,
): readonly Element[] {
  if (sort === null) return descending ? elements.toReversed() : elements;
  const side = descending ? -1 : 1;
  return elements
    .map((element) => ({
      element,
      value: sort.rank?.(element, view) ?? shownCell(sort, element, view),
    }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null) {
        return Number(a.value === null) - Number(b.value === null);
      }
      return side * compareCells(a.value, b.value);
    })
    .map(({ element }) => element);
}

const TEXTS = new Intl.Collator('en', { numeric: true });

function compareCells(a: Exclude<Cell, null>, b: Exclude<Cell, null>): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return TEXTS.compare(String(a), String(b));
}
