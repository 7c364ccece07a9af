/** @module finding: what a check found, in the one form in which it is stored, compared, shown and drawn. */
import type { FindingRecord } from '../../../schemas/events.ts';
import { digestOf } from '../../base/canonical/hash.ts';

/** `advisory`: its source has not been confirmed, so that it fails nothing. */
export type Severity = FindingRecord['severity'];

/** One thing that a check found; a run that records it adds since when it is found. */
export type Finding = Omit<FindingRecord, 'since'>;

/**
 * Id of a finding, from what it is about and nothing that changes from run to run: 16 hexadecimal digits. `part` tells
 * apart what one check finds more than once about the same elements.
 */
export function findingId(check: string, element_ids: readonly string[], part = ''): string {
  return digestOf([check, element_ids, part]).slice(0, 16);
}
