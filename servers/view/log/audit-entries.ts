/** @module audit entries: the entries of the audit log that a person is shown, newest first. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import { entryOf, isRefusal, type LogEntry } from '../../../governance/audit/entries/log-entry.ts';
import type { AuditRow, LedgerRead } from '../../../kernel/ledger/ledger.ts';

/** Number of entries that are read at once. */
const PAGE = 500;
/** Only entries with one of these texts are parsed: commits, refusals, faults, rejections. */
const WANTED = ['"operation_id"', '"refused"', '"fault"', '"rejected"'];

/** Whether an entry may be one that is shown, by its text. */
export function isWanted({ body }: Pick<AuditRow, 'body'>): boolean {
  return WANTED.some((text) => body.includes(text));
}

/** Entries before `before` that may be shown. An entry of an unknown form is left out: `audit verify` reports it. */
export async function* entriesBefore(
  reader: Pick<LedgerRead, 'auditAfter' | 'auditHead'>,
  before: number,
): AsyncGenerator<LogEntry> {
  const head = (await reader.auditHead())?.seq ?? 0;
  for (let end = Math.min(before - 1, head); end > 0; end -= PAGE) {
    const from = Math.max(0, end - PAGE);
    const rows = await reader.auditAfter(from, end - from);
    for (const row of rows.toReversed()) {
      if (!isWanted(row)) continue;
      const entry = entryOf(row);
      if (entry !== null) yield entry;
    }
    await nextTurn();
  }
}

/** Whether an entry is that of a committed operation. */
export function isCommit({ step }: LogEntry): boolean {
  return step === 'committed' || step === 'executed' || step === 'voided';
}

/** Whether an entry states a refusal or a fault of a call or of a decision. */
export function isRefusedCall(entry: LogEntry): boolean {
  return (entry.kind === 'call' || entry.kind === 'approval') && isRefusal(entry);
}

/** Whether an entry states that a person rejected a plan. */
export function isRejection({ kind, step, outcome }: LogEntry): boolean {
  return kind === 'approval' && step === 'decided' && outcome === 'rejected';
}
