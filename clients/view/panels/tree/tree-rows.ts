/** @module tree-rows: the tree of elements as the rows that are open. */
import type { GroupsAnswer } from '../../../../servers/view/protocol/element.ts';
import { shown } from '../../components/shown.ts';
import { type ElementRow, model } from '../../state/model.ts';
import { byName, kindLabel, levelName, titleOf } from '../../state/naming.ts';
import { store } from '../../state/store.ts';
import { STRINGS } from '../../strings.ts';

/** How the tree is arranged. */
export const ARRANGEMENTS = ['storey', 'kind', 'type', 'group'] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number];

/** A branch of the tree: its elements are in its children, or are its children. */
export type Branch = {
  readonly key: string;
  readonly label: string;
  readonly ids: readonly string[];
  /** Empty if the elements are the children. */
  readonly branches: readonly Branch[];
};

/** A visible row. */
export type TreeRow = {
  readonly key: string;
  readonly label: string;
  readonly depth: number;
  /** Key of the row above it in the hierarchy; null at the top. */
  readonly parent: string | null;
  /** Ids of its elements; of an element, its own. */
  readonly ids: readonly string[];
  readonly is_element: boolean;
  readonly is_open: boolean;
  /** Number of its siblings with itself, and its place among them from 1. */
  readonly siblings: number;
  readonly place: number;
};

/** The branches of an arrangement of all loaded elements. */
export function branchesOf(
  arrangement: Arrangement,
  groups: GroupsAnswer['groups'],
): readonly Branch[] {
  switch (arrangement) {
    case 'storey':
      return byStorey();
    case 'kind':
      return sorted(grouped(model.rows.values(), ({ kind }) => kind, kindLabel));
    case 'type':
      return sorted(
        grouped(
          model.rows.values(),
          ({ type }) => type,
          (type) => (type === '' ? STRINGS.tree.noType : shown(type)),
        ),
      );
    case 'group':
      return sorted(
        groups.map(({ id, name, members }) => ({
          key: id,
          label: shown(name === '' ? id : name),
          ids: members.filter((one) => model.rows.has(one)),
          branches: [],
        })),
      );
    default:
      arrangement satisfies never;
      return [];
  }
}

/** The rows of open branches, from the top. */
export function rowsOf(branches: readonly Branch[], open: ReadonlySet<string>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(rows, branches, { open, depth: 1, parent: null });
  return rows;
}

/** Keys of the branches that contain an element, from the top. */
export function pathTo(branches: readonly Branch[], id: string): readonly string[] {
  for (const branch of branches) {
    if (branch.ids.includes(id)) return [branch.key, ...pathTo(branch.branches, id)];
  }
  return [];
}

function addRows(
  rows: TreeRow[],
  branches: readonly Branch[],
  at: {
    readonly open: ReadonlySet<string>;
    readonly depth: number;
    readonly parent: string | null;
  },
): void {
  const { open, depth, parent } = at;
  for (const [index, { key, label, ids, branches: inner }] of branches.entries()) {
    const is_open = open.has(key);
    const place = { siblings: branches.length, place: index + 1 };
    rows.push({ key, label, depth, parent, ids, is_element: false, is_open, ...place });
    if (!is_open) continue;
    if (inner.length > 0) addRows(rows, inner, { open, depth: depth + 1, parent: key });
    else addElements(rows, ids, { depth: depth + 1, parent: key });
  }
}

function addElements(
  rows: TreeRow[],
  ids: readonly string[],
  { depth, parent }: { readonly depth: number; readonly parent: string },
): void {
  const titles = ids.map((id) => {
    const row = model.rows.get(id);
    return { id, label: row === undefined ? shown(id) : titleOf(row) };
  });
  titles.sort((one, other) => byName(one.label, other.label));
  for (const [index, { id, label }] of titles.entries()) {
    rows.push({
      key: elementKey(parent, id),
      label,
      depth,
      parent,
      ids: [id],
      is_element: true,
      is_open: false,
      siblings: ids.length,
      place: index + 1,
    });
  }
}

/** Key of an element below a branch; an element can be in several groups. */
export function elementKey(parent: string, id: string): string {
  return `${parent}\n${id}`;
}

function byStorey(): readonly Branch[] {
  const order = new Map(
    store.index.value?.storeys.map(({ level_id }, index) => [level_id ?? '', index] as const),
  );
  const storeys = grouped(model.rows.values(), ({ level }) => level, levelName);
  return storeys
    .toSorted(
      (one, other) =>
        (order.get(one.key) ?? order.size) - (order.get(other.key) ?? order.size) ||
        byName(one.label, other.label),
    )
    .map(({ key, label, ids }) => ({
      key: `storey ${key}`,
      label,
      ids,
      branches: sorted(
        grouped(rowsWith(ids), ({ kind }) => kind, kindLabel).map((branch) => ({
          key: `storey ${key} ${branch.key}`,
          label: branch.label,
          ids: branch.ids,
          branches: [],
        })),
      ),
    }));
}

function* rowsWith(ids: readonly string[]): Iterable<ElementRow> {
  for (const id of ids) {
    const row = model.rows.get(id);
    if (row !== undefined) yield row;
  }
}

/** One branch for each value. */
function grouped(
  rows: Iterable<ElementRow>,
  valueOf: (row: ElementRow) => string,
  labelOf: (value: string, first: ElementRow) => string,
): readonly Branch[] {
  const groups = new Map<string, { readonly label: string; readonly ids: string[] }>();
  for (const row of rows) {
    const value = valueOf(row);
    const group = groups.get(value);
    if (group === undefined) groups.set(value, { label: labelOf(value, row), ids: [row.id] });
    else group.ids.push(row.id);
  }
  return [...groups].map(([key, { label, ids }]) => ({ key, label, ids, branches: [] }));
}

function sorted(branches: readonly Branch[]): readonly Branch[] {
  return branches.toSorted((one, other) => byName(one.label, other.label));
}
