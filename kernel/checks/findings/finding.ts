/** @module finding: a result of a check, in the form in which it is stored, compared, displayed and drawn. */
import type { FindingRecord } from '../../../schemas/events.ts';
import { digestOf } from '../../base/canonical/hash.ts';

/** `advisory`: the source of the requirement is unconfirmed, so the finding does not fail a check. */
export type Severity = FindingRecord['severity'];

/** One result of a check. A run that records it adds `since`, the run that first found it. */
export type Finding = Omit<FindingRecord, 'since'>;

/**
 * Id of a finding: 16 hexadecimal digits. It depends on the check and the elements, and on nothing that changes from run
 * to run. `part` distinguishes several findings of one check about the same elements.
 */
export function findingId(check: string, element_ids: readonly string[], part = ''): string {
  return digestOf([check, element_ids, part]).slice(0, 16);
}
