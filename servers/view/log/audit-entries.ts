/** @module audit entries: the entries of the audit log that a person is shown, newest first. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import * as z from 'zod';

import { parseJson } from '../../../kernel/base/canonical/parse-json.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';

const Entry = z.looseObject({
  seq: z.number(),
  at: z.string(),
  kind: z.string(),
  step: z.string().optional(),
  outcome: z.string().optional(),
  tool: z.string().optional(),
  branch: z.string().nullish(),
  session_id: z.string().nullish(),
  operation_id: z.string().optional(),
  first_seq: z.number().optional(),
  last_seq: z.number().optional(),
  approval_id: z.string().nullish(),
  error: z.string().optional(),
  message: z.string().optional(),
  reasoning: z.string().nullish(),
  principal: z
    .looseObject({ name: z.string(), user_id: z.string(), agent_id: z.string().nullable() })
    .optional(),
  decision: z.looseObject({ approver: z.string(), reason: z.string().nullish() }).optional(),
});
/** The fields of an entry that are shown or decide whether it is. */
export type Entry = z.output<typeof Entry>;

/** Number of entries that are read at once. */
const PAGE = 500;
/** Only entries with one of these texts are parsed: commits, refusals, faults, rejections. */
const WANTED = ['"operation_id"', '"refused"', '"fault"', '"rejected"'];

/** Entries before `before` that may be shown. An entry of an unknown form is left out: `audit verify` reports it. */
export async function* entriesBefore(
  reader: Pick<LedgerRead, 'auditAfter' | 'auditHead'>,
  before: number,
): AsyncGenerator<Entry> {
  const head = (await reader.auditHead())?.seq ?? 0;
  for (let end = Math.min(before - 1, head); end > 0; end -= PAGE) {
    const from = Math.max(0, end - PAGE);
    const rows = await reader.auditAfter(from, end - from);
    for (const { body } of rows.toReversed()) {
      if (!WANTED.some((text) => body.includes(text))) continue;
      const entry = Entry.safeParse(parseJson(body));
      if (entry.success) yield entry.data;
    }
    await nextTurn();
  }
}

/** Whether an entry is that of a committed operation. */
export function isCommit({ step }: Entry): boolean {
  return step === 'committed' || step === 'executed' || step === 'voided';
}

/** Whether an entry states a refusal or a fault of a call or of a decision. */
export function isRefusal({ kind, step, outcome }: Entry): boolean {
  const isCall = kind === 'call' || kind === 'approval';
  return isCall && step === undefined && (outcome === 'refused' || outcome === 'fault');
}

/** Whether an entry states that a person rejected a plan. */
export function isRejection({ kind, step, outcome }: Entry): boolean {
  return kind === 'approval' && step === 'decided' && outcome === 'rejected';
}
