/** @module finding-rows: findings as the answers list them, in pages. */
import * as z from 'zod';

import type { FindingRecord } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { Limit, pageOf } from '../building/paging.ts';

/** How rows are asked for. */
export const RowArguments = {
  limit: Limit,
  fields: z
    .array(z.string().min(1).max(60))
    .min(1)
    .max(30)
    .describe('Only these fields of each finding, finding_id always.')
    .optional(),
};
export type RowInput = {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly fields?: readonly string[] | undefined;
};

/** What is listed. */
type Listed = {
  readonly run_id: string;
  readonly findings: readonly FindingRecord[];
  /** More than are listed where the run did not keep all. */
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

/** Stored runs do not change, so that a page never goes out of date. */
const UNCHANGING = { branch: '', position: () => null, seq: 0 };

/** The page of a run's findings. Refuses INVALID_ARGUMENT as `pageOf` does. */
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
    asked: run_id,
    key: ({ finding_id }) => finding_id,
    view: UNCHANGING,
    refuse,
  });
  const kept = total < found ? [`the run kept ${total} of ${found} findings`] : [];
  const more =
    next_cursor === null
      ? []
      : [`more findings: get_validation_run with validation_run_id \`${run_id}\` and this cursor`];
  return { rows: items, total: found, next_cursor, warnings: [...kept, ...more] };
}

/** A finding as it is listed; `since` is the run that found it first. */
function rowOf({ box: _box, details, since, ...finding }: FindingRecord, run_id: string): Row {
  return { ...finding, status: since === run_id ? 'new' : 'active', since, ...details };
}

function only(row: Row, fields: readonly string[]): Row {
  const picked = Object.entries(row).filter(([name]) => fields.includes(name));
  return { finding_id: row.finding_id, ...Object.fromEntries(picked) };
}
