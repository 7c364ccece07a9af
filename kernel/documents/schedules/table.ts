/** @module table: a schedule, independent of its output format. */

/** Unit of a column of numbers; null for counts and numbers without a unit. */
export type Unit = 'mm' | 'mm²' | 'mm³' | 'm' | 'm²' | 'm³' | '°' | 'min' | null;

export type Column = {
  /** Name of the parameter or field, with its unit as a suffix if the unit is not mm. */
  readonly key: string;
  /** Title in words, without the unit. */
  readonly title: string;
  readonly type: 'text' | 'number' | 'integer' | 'boolean';
  readonly unit: Unit;
  /** Number of decimals of every printed value; null prints the value unchanged. */
  readonly decimals: number | null;
  /** Whether subtotals and totals include its sum. */
  readonly summed: boolean;
};

/** Null if the element has no value. */
export type Cell = string | number | boolean | null;

export type Row = {
  /** Ids of the elements of the row: one in a schedule, all counted elements in a take-off. */
  readonly element_ids: readonly string[];
  /** One cell per column. */
  readonly cells: readonly Cell[];
};

/** Rows with equal values in a column. */
export type Group = {
  /** Index of the column. */
  readonly column: number;
  readonly value: Cell;
  /** Groups by the next column; empty if the rows are not grouped further. */
  readonly groups: readonly Group[];
  /** Rows of this group; empty if it has subgroups. */
  readonly rows: readonly Row[];
  /** Number of elements in the group. */
  readonly count: number;
  /** Sums of the summed columns, null in the others; they add the exact values, not the printed ones. */
  readonly totals: readonly Cell[];
};

export type Table = {
  readonly title: string;
  /** Source: branch, and position in the log if the caller may know it. */
  readonly head: { readonly branch: string; readonly seq: number | null };
  readonly columns: readonly Column[];
  /** Either `groups` or `rows` is empty. */
  readonly groups: readonly Group[];
  readonly rows: readonly Row[];
  readonly count: number;
  readonly totals: readonly Cell[];
  /** Faults of the model that make sums misleading. */
  readonly warnings: readonly string[];
  /** Notes that a reader needs to interpret the numbers. */
  readonly notes: readonly string[];
};
