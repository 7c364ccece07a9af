/** @module summary: counts, groups and filters of the rows of a comparison. */
import { compareText } from '../../base/canonical/deep-equal.ts';
import type { ComparisonRow, RowChange } from './row.ts';

/** Numbers of rows. Each row is counted as exactly one of the changes; the other two count rows among these. */
export type ComparisonCounts = { readonly [change in RowChange]: number } & {
  /** Rows with a cause. */
  readonly followed: number;
  /** Rooms that differ and exist on both sides. */
  readonly rooms_changed: number;
};

export function countsOf(rows: readonly ComparisonRow[]): ComparisonCounts {
  const count = (isCounted: (row: ComparisonRow) => boolean): number =>
    rows.filter(isCounted).length;
  return {
    created: count(({ change }) => change === 'created'),
    modified: count(({ change }) => change === 'modified'),
    moved: count(({ change }) => change === 'moved'),
    deleted: count(({ change }) => change === 'deleted'),
    followed: count(({ cause }) => cause !== null),
    rooms_changed: count(
      ({ kind, change }) => kind === 'room' && change !== 'created' && change !== 'deleted',
    ),
  };
}

/** Selects rows; a missing member selects all. */
export type ComparisonFilter = {
  readonly geometry?: boolean;
  readonly data?: boolean;
  /** True: only rows with a cause; false: only rows without one. */
  readonly consequence?: boolean;
  readonly kinds?: readonly string[];
  /** Ids of levels; null for elements without a level. */
  readonly levels?: readonly (string | null)[];
};

/** The rows that meet all members of the filter, in the same order. */
export function filteredRows(
  rows: readonly ComparisonRow[],
  filter: ComparisonFilter,
): readonly ComparisonRow[] {
  const { geometry, data, consequence } = filter;
  const kinds = filter.kinds === undefined ? null : new Set(filter.kinds);
  const levels = filter.levels === undefined ? null : new Set(filter.levels);
  return rows.filter(
    (row) =>
      (geometry === undefined || row.geometry === geometry) &&
      (data === undefined || row.data === data) &&
      (consequence === undefined || (row.cause !== null) === consequence) &&
      (kinds === null || kinds.has(row.kind)) &&
      (levels === null || levels.has(row.level_id)),
  );
}

/** By what rows are grouped: the change from which they follow, their level, or their kind. */
export type GroupedBy = 'cause' | 'level' | 'kind';

export type RowGroup = {
  /** Id of the cause or level, or the kind; null for elements without a level. */
  readonly key: string | null;
  /** Name of the level, the category of the kind, or the sentence of the cause. */
  readonly label: string | null;
  readonly rows: readonly ComparisonRow[];
};

/**
 * The rows in groups, in the order of their first rows; by level in the order of the names of levels. A group by cause
 * has the change without a cause first, then everything that follows from it, also over several steps.
 */
export function groupedRows(rows: readonly ComparisonRow[], by: GroupedBy): readonly RowGroup[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const groups = new Map<string | null, ComparisonRow[]>();
  for (const row of rows) {
    const key = by === 'cause' ? rootOf(row, byId).id : by === 'level' ? row.level_id : row.kind;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [row]);
    else known.push(row);
  }
  const all = [...groups].map(([key, members]): RowGroup => {
    if (by !== 'cause') return { key, label: labelOf(members[0], by), rows: members };
    const root = byId.get(key ?? '');
    const others = members.filter((row) => row !== root);
    return {
      key,
      label: root?.text ?? null,
      rows: root === undefined ? others : [root, ...others],
    };
  });
  return by === 'level' ? all.toSorted((a, b) => compareText(a.label ?? '', b.label ?? '')) : all;
}

function labelOf(row: ComparisonRow | undefined, by: 'level' | 'kind'): string | null {
  return (by === 'level' ? row?.level_name : row?.category) ?? null;
}

/** The change from which a row follows, over all steps; the row itself without a cause among the rows. */
function rootOf(row: ComparisonRow, byId: ReadonlyMap<string, ComparisonRow>): ComparisonRow {
  let root = row;
  const passed = new Set([row.id]);
  for (;;) {
    const next = root.cause === null ? undefined : byId.get(root.cause);
    if (next === undefined || passed.has(next.id)) return root;
    passed.add(next.id);
    root = next;
  }
}
