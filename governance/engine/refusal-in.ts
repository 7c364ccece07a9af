/** @module refusal-in: the refusal that an error means for the caller of a tool. */
import { CanonicalJsonError } from '../../kernel/base/canonical/json.ts';
import { LedgerError } from '../../kernel/ledger/ledger.ts';
import { Refusal } from '../../schemas/errors.ts';

/** Errors of a log that cannot be read. */
const UNREADABLE: ReadonlySet<LedgerError['code']> = new Set(['CORRUPT', 'NEWER_VERSION']);

/** Whether a stored part of the log cannot be read. */
function isUnreadable(error: unknown): error is LedgerError {
  return error instanceof LedgerError && UNREADABLE.has(error.code);
}

/** The refusal for an error; null for a fault. Values that cannot be written as JSON come from the arguments. */
export function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  if (isUnreadable(error)) {
    return new Refusal(
      'STORE_UNAVAILABLE',
      `the log cannot be read: ${error.message}`,
      'run `plumbline doctor`; `plumbline repair` can remove a faulty event',
    );
  }
  // A body that cannot be built because its stored mesh cannot be read; the message names the element.
  if (error instanceof RangeError && isUnreadable(error.cause)) {
    return new Refusal(
      'STORE_UNAVAILABLE',
      error.message,
      'restore the store from a copy, or delete this element; `plumbline doctor` checks the store',
    );
  }
  if (!(error instanceof CanonicalJsonError)) return null;
  return new Refusal(
    'INVALID_ARGUMENT',
    `an argument cannot be written as JSON: ${error.message}`,
    'use well-formed text and finite numbers; nothing was changed',
  );
}
