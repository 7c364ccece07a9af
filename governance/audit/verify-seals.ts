/** @module verify-seals: stored checkpoints against what shows that there were more of them. */
import { readCheckpoint } from '../../kernel/canonical/checkpoint.ts';
import type { CheckpointRow, LedgerTables } from '../../kernel/ledger/ledger.ts';
import type { Report } from './verify-report.ts';

/** Counter with the size of the newest checkpoint; with it the deletion of the last rows is found. */
export const NEWEST_SEAL = 'checkpoint/newest';

const PREVIOUS = 'previous ';

/** The extension line with the size of the checkpoint before, 0 for the first one. */
export function previousLine(size: number): string {
  return `${PREVIOUS}${size}`;
}

/** The size of the checkpoint before that a note names; null in notes of earlier versions, which name none. */
function previousIn(note: string): number | null {
  const lines = readCheckpoint(note)?.checkpoint.extensions ?? [];
  const line = lines.find((extension) => extension.startsWith(PREVIOUS));
  return line === undefined ? null : Number(line.slice(PREVIOUS.length));
}

/**
 * Reports checkpoints that are not there: each names the one before it, and each decision of a person was sealed in its
 * transaction.
 *
 * @param decided seq of each entry of a decision, ascending; empty for logs of versions that did not seal them
 */
export function compareSeals(
  rows: readonly CheckpointRow[],
  decided: readonly number[],
  report: Report,
): void {
  const sizes = rows.map(({ size }) => size).toSorted((a, b) => a - b);
  for (const { size, note } of rows) {
    const previous = previousIn(note);
    if (previous === null || previous === 0 || sizes.includes(previous)) continue;
    report(
      'checkpoint_missing',
      previous,
      `the stored checkpoint of size ${size} follows one of size ${previous}, which is not there`,
    );
  }
  let at = 0;
  for (const [index, seq] of decided.entries()) {
    const next = decided[index + 1] ?? Number.POSITIVE_INFINITY;
    while ((sizes[at] ?? Number.POSITIVE_INFINITY) < seq) at += 1;
    const size = sizes[at];
    if (size !== undefined && size < next) continue;
    report('checkpoint_missing', seq, 'the checkpoint that sealed this decision is not there');
  }
}

/** Reports a counter of the newest checkpoint that is not the newest row; earlier versions wrote no counter. */
export async function compareNewestSeal(tables: LedgerTables, report: Report): Promise<void> {
  const last = (await tables.seals()).at(-1);
  const newest = last?.size ?? 0;
  const counter = (await tables.counters()).find(({ name }) => name === NEWEST_SEAL);
  const value = counter?.value ?? 0;
  if (value > newest) {
    const detail = `the newest checkpoint was one of size ${value}, the newest that is there has size ${newest}`;
    report('checkpoint_missing', value, detail);
  } else if (value < newest && previousIn(last?.note ?? '') !== null) {
    report('table_mismatch', 0, `the counter \`${NEWEST_SEAL}\` is ${value}, want ${newest}`);
  }
}
