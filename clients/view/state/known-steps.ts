/** @module known-steps: the steps of the log by which the page names moments and places them on the slider. */
import { signal } from '@preact/signals';

import type { LogStep } from '../../../servers/view/protocol/log.ts';
import type { Moment } from '../../../servers/view/protocol/moment.ts';

/** Steps by branch, oldest first, of the branches whose steps are known. */
export const knownSteps = signal<ReadonlyMap<string, readonly LogStep[]>>(new Map());

/** Ids of approvals with their headings, where they are known. */
export const planNames = signal<ReadonlyMap<string, string>>(new Map());

/** Keeps the headings of approvals. */
export function namePlans(
  named: readonly (readonly [approval_id: string, heading: string])[],
): void {
  const known = planNames.peek();
  if (named.every(([id, heading]) => known.get(id) === heading)) return;
  planNames.value = new Map([...known, ...named]);
}

/**
 * Index of the last step that a moment contains; null for the present, and for a moment that is before all steps or unknown.
 *
 * @param seq ledger seq of the moment, if it is known: it places an event inside an operation, and a moment between steps
 */
export function stepIndex(
  steps: readonly LogStep[],
  moment: Exclude<Moment, { readonly plan: string }>,
  seq: number | null,
): number | null {
  const exact = steps.findIndex(({ event }) => event === moment.event);
  if (exact !== -1) return exact;
  const until = moment.seq ?? (moment.event === undefined ? null : seq);
  if (until === null) return null;
  const index = steps.findLastIndex((step) => step.seq !== null && step.seq <= until);
  return index === -1 ? null : index;
}
