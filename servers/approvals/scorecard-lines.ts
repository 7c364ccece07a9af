/** @module scorecard-lines: the scorecard of an imported file as a table for people. */
import * as z from 'zod';

import { hangingLines, printable } from '../../kernel/base/text/printable.ts';

/** Maximum number of reasons for people; `--json` has all. */
const REASONS_SHOWN = 20;

const COLUMNS = ['parametric', 'body', 'data_only', 'refused'] as const;

const Scorecard = z.looseObject({
  classes: z.record(
    z.string(),
    z.object({
      parametric: z.number(),
      body: z.number(),
      data_only: z.number(),
      refused: z.number(),
    }),
  ),
  reasons: z.array(
    z.looseObject({
      class: z.string(),
      outcome: z.string(),
      reason: z.string(),
      count: z.number(),
    }),
  ),
  more_reasons: z.number().default(0),
});

/** The table of a scorecard, then the reasons, the most frequent first; null for any other value. */
export function scorecardLines(value: unknown, width: number): readonly string[] | null {
  const scorecard = Scorecard.safeParse(value).data;
  if (scorecard === undefined) return null;
  const { classes, reasons, more_reasons } = scorecard;
  const rows = Object.entries(classes).map(([name, score]) =>
    [printable(name)].concat(COLUMNS.map((column) => String(score[column]))),
  );
  const head = ['class', ...COLUMNS.map((name) => name.replace('_', ' '))];
  const more = more_reasons + Math.max(0, reasons.length - REASONS_SHOWN);
  return [
    ...aligned([head, ...rows]),
    ...(reasons.length === 0 ? [] : ['', 'not parametric, or only by measures:']),
    ...reasons.slice(0, REASONS_SHOWN).flatMap(({ count, class: name, reason, outcome }) => {
      const refused = outcome === 'refused' ? 'refused, ' : '';
      return hangingLines(`${count} ${name}: ${refused}${reason}`, '  ', width);
    }),
    ...(more > 0 ? [`  and ${more} more reasons: add \`--json\``] : []),
  ];
}

/** Rows with columns of equal width: the first left-aligned, the others right-aligned. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  '),
  );
}
