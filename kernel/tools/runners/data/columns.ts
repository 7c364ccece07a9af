/** @module columns: selects columns of a table by name or by position. */
import { TaskStop } from '../task/task-stop.ts';

/** A column by its exact header, or by its position from 0. */
export type ColumnRef = string | number;

/** Number of column names that a refusal lists. */
const NAMES_SHOWN = 30;

/**
 * Positions of the requested columns, or null for all. `names` is the header, null if there is none.
 *
 * @throws {TaskStop} TOOL_FAIL for a name that is missing or occurs twice, and for any name without a header
 */
export function pickColumns(
  requested: readonly ColumnRef[] | null,
  names: readonly (string | null)[] | null,
  width: number,
): readonly number[] | null {
  return requested?.map((ref) => positionOf(ref, names, width)) ?? null;
}

function positionOf(
  ref: ColumnRef,
  names: readonly (string | null)[] | null,
  width: number,
): number {
  if (typeof ref === 'number') {
    if (ref < width) return ref;
    throw new TaskStop('TOOL_FAIL', `no column ${ref}: the table has ${width}, counted from 0`);
  }
  if (names === null) {
    throw new TaskStop(
      'TOOL_FAIL',
      `column \`${ref}\` is requested by name, but the table is read without a header`,
    );
  }
  const at = names.indexOf(ref);
  if (at < 0) {
    throw new TaskStop('TOOL_FAIL', `no column \`${ref}\``, {
      columns: names.slice(0, NAMES_SHOWN),
    });
  }
  if (names.includes(ref, at + 1)) {
    throw new TaskStop(
      'TOOL_FAIL',
      `column \`${ref}\` occurs more than once; request it by position`,
      { positions: names.flatMap((name, index) => (name === ref ? [index] : [])) },
    );
  }
  return at;
}
