/** @module table: a schedule as it is, before anyone prints it. */

/** Unit of a column of numbers; null for counts and numbers without one. */
export type Unit = 'mm' | 'mm²' | 'mm³' | 'm' | 'm²' | 'm³' | '°' | 'min' | null;

export type Column = {
  /** Name of the parameter or field; with its unit where that is not mm. */
  readonly key: string;
  /** In words, without the unit. */
  readonly title: string;
  readonly type: 'text' | 'number' | 'integer' | 'boolean';
  readonly unit: Unit;
  /** Digits after the point that every value is printed with; null where they are as they are. */
  readonly decimals: number | null;
  /** Whether subtotals and totals have a sum of it. */
  readonly summed: boolean;
};

/** Null where the element has nothing to show there. */
export type Cell = string | number | boolean | null;

export type Row = {
  /** What it is about: one element in a schedule, all that were counted in a take-off. */
  readonly element_ids: readonly string[];
  /** As many as columns. */
  readonly cells: readonly Cell[];
};

/** Rows that have the same in a column. */
export type Group = {
  /** Index of the column. */
  readonly column: number;
  readonly value: Cell;
  /** Groups by the next column; none where the rows are not grouped further. */
  readonly groups: readonly Group[];
  /** Of this group; none where it has groups. */
  readonly rows: readonly Row[];
  /** Elements in it. */
  readonly count: number;
  /** Sums of the columns that have them, null in the others. Of what is exact, not of what is printed. */
  readonly totals: readonly Cell[];
};

export type Table = {
  readonly title: string;
  /** What it shows: branch, and position in the log where that may be known. */
  readonly head: { readonly branch: string; readonly seq: number | null };
  readonly columns: readonly Column[];
  /** One of `groups` and `rows` is empty. */
  readonly groups: readonly Group[];
  readonly rows: readonly Row[];
  readonly count: number;
  readonly totals: readonly Cell[];
  /** What a reader must know about the numbers. */
  readonly notes: readonly string[];
};
