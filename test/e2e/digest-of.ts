/** @module digest-of: the digest of a pending plan, as printed by `approvals show`. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Arguments for `approvals approve` that sign the plan in the store. */
export function approving(dir: string, id: string, approver: string): readonly string[] {
  return ['approvals', 'approve', id, '--as', approver, '--digest', digestOf(dir, id)];
}

/** The first 12 digits of the digest; zeros for an unknown approval. */
export function digestOf(dir: string, approval_id: string): string {
  const store = new DatabaseSync(join(dir, '.plumbline', 'ledger.db'), { readOnly: true });
  const row = store
    .prepare('SELECT plan_digest FROM approvals WHERE approval_id = ?')
    .get(approval_id);
  store.close();
  return String(row?.['plan_digest'] ?? '0'.repeat(64)).slice(0, 12);
}
