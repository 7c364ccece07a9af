/** @module record: the request that appends audit entries of calls without effect. */
import { CanonicalJsonError } from '../../../kernel/base/canonical/json.ts';
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import type { AuditDraft } from '../../../schemas/governance.ts';
import { openAppender } from '../../audit/append.ts';
import { reducedEntry } from '../../audit/entry.ts';
import { isKeepersOwn } from '../../audit/governing.ts';
import type { HandlerDependencies } from './context.ts';

/** Appends entries without effect. An entry that cannot be written is replaced by a reduced one, so that none is lost. */
export async function record(
  { now }: HandlerDependencies,
  tx: LedgerTransaction,
  drafts: readonly AuditDraft[],
): Promise<void> {
  const audit = openAppender(tx);
  const at = now().toISOString();
  for (const draft of drafts) {
    await audit.append(await rowFor(audit.prepare, at, draft));
  }
}

async function rowFor(
  prepare: ReturnType<typeof openAppender>['prepare'],
  at: string,
  draft: AuditDraft,
): ReturnType<typeof prepare> {
  if (isKeepersOwn(draft)) {
    return prepare(at, { kind: 'keeper', outcome: 'refused', error: 'reserved kind of entry' });
  }
  try {
    return await prepare(at, draft);
  } catch (error) {
    if (!(error instanceof CanonicalJsonError)) throw error;
    return prepare(at, reducedEntry(draft, `${error.code} at ${error.path}`));
  }
}
