/** @module records: which operations of the log leave the model as it is. */
import type { LogRow } from '../../../../servers/view/protocol/log.ts';

const RECORDS: ReadonlySet<LogRow['kind']> = new Set(['check', 'export', 'run']);

/** Whether an operation only records something: the model after it is the model before it. */
export function isRecord(kind: LogRow['kind']): boolean {
  return RECORDS.has(kind);
}
