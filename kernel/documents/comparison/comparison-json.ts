/** @module comparison json: a comparison as a JSON file. */
import type { Comparison } from '../../building/comparison/comparison.ts';

/** A side of a comparison: a branch and a moment of it; `seq` is null for a caller with a restricted READ scope. */
export type ComparedSide = { readonly branch: string; readonly seq: number | null };

/** The comparison with its sides, as JSON with a line for each row. The same comparison gives the same bytes. */
export function comparisonJson(
  { counts, rows }: Comparison,
  sides: { readonly before: ComparedSide; readonly after: ComparedSide },
): string {
  const { before, after } = sides;
  const head = { before: sideOf(before), after: sideOf(after), counts };
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  return `${JSON.stringify(head).slice(0, -1)},"rows":[\n${lines}\n]}\n`;
}

function sideOf({ branch, seq }: ComparedSide): ComparedSide {
  return { branch, seq };
}
