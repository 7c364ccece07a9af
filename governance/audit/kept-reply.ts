/** @module kept-reply: the digest of the row of an idempotency key, by which an audit entry pins it. */
import { digestOf } from '../../kernel/base/canonical/hash.ts';
import type { IdempotencyRow } from '../../kernel/ledger/ledger.ts';

/** SHA-256 over every column, as 64 hex digits. The key itself, which the caller chose, is not on the chain. */
export function keptReplyDigest(row: IdempotencyRow): string {
  const { scope, key, digest, operation_id, reply } = row;
  return digestOf(['idempotency-row/v1', scope, key, digest, operation_id, reply]);
}
