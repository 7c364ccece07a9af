/** @module finding-rows: pages of findings. */
import * as z from 'zod';

import type { FindingRecord } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { Limit, PAGE_CHARS, pageOf } from '../building/paging.ts';

/** Arguments that select rows and fields. */
export const RowArguments = {
  limit: Limit,
  fields: z
    .array(z.string().min(1).max(60))
    .min(1)
    .max(30)
    .describe('Fields of each finding, e.g. severity, message, location. Default: all.')
    .optional(),
};
export type RowInput = {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly fields?: readonly string[] | undefined;
};

/** The findings to list. */
type Listed = {
  readonly run_id: string;
  readonly findings: readonly FindingRecord[];
  /** Number of all findings; greater than the number of listed findings if the run did not keep all. */
  readonly found: number;
};

/** A page of findings. */
type Rows = {
  readonly rows: Row[];
  readonly total: number;
  readonly next_cursor: string | null;
  readonly warnings: readonly string[];
};

type Row = { readonly finding_id: string; readonly [field: string]: unknown };

/** Stored runs are immutable, so a cursor never becomes stale. */
const UNCHANGING = { branch: '', position: () => null, seq: 0 };

/** Returns a page of a run's findings. Refuses INVALID_ARGUMENT under the same conditions as `pageOf`. */
export function rowsOf(
  { run_id, findings, found }: Listed,
  { limit, cursor, fields }: RowInput,
  { refuse }: { readonly refuse: Refuse<'INVALID_ARGUMENT'> },
): Rows {
  const all = (finding: FindingRecord): Row => rowOf(finding, run_id);
  const show = (finding: FindingRecord): Row =>
    fields === undefined ? all(finding) : only(all(finding), fields);
  const { items, total, next_cursor } = pageOf(findings, { limit, cursor }, show, {
    list: 'findings',
    query: run_id,
    key: ({ finding_id }) => finding_id,
    view: UNCHANGING,
    refuse,
  });
  const kept = total < found ? [`the run kept ${total} of ${found} findings`] : [];
  const cut =
    next_cursor === null || items.length >= limit
      ? []
      : [
          `the page has ${items.length} of at most ${limit} findings, because pages have at most ${PAGE_CHARS} characters: \`fields\` with few names gives more`,
        ];
  const more =
    next_cursor === null
      ? []
      : [
          `more findings: get_validation_run with validation_run_id \`${run_id}\` and the cursor in next_cursor`,
        ];
  return { rows: items, total: found, next_cursor, warnings: [...kept, ...cut, ...more] };
}

/** A row of the list; `since` is the run that first reported the finding. */
function rowOf({ box: _box, details, since, ...finding }: FindingRecord, run_id: string): Row {
  return { ...finding, status: since === run_id ? 'new' : 'active', since, ...details };
}

function only(row: Row, fields: readonly string[]): Row {
  const picked = Object.entries(row).filter(([name]) => fields.includes(name));
  return { finding_id: row.finding_id, ...Object.fromEntries(picked) };
}
