/** @module merge refusal: the next step for a merge whose result is invalid. */
import { Refusal } from '../../schemas/errors.ts';
import type { PlannedEvent } from '../../schemas/events.ts';

/**
 * Runs `work`, which applies the events. Nothing can be added to a merge; if the events are a merge, a
 * REGENERATION_FAILED refusal therefore states what to change on a branch before merging again.
 */
export function asMerge<T>(events: readonly PlannedEvent[], work: () => T): T {
  const [first] = events;
  if (first?.type !== 'branch.merged') return work();
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.body.name !== 'REGENERATION_FAILED') throw error;
    const { name, message, data } = error.body;
    const { source, target } = first.payload;
    const element = typeof data['element_id'] === 'string' ? `\`${data['element_id']}\`` : 'it';
    throw new Refusal(
      name,
      `\`${source}\` and \`${target}\` cannot be merged: ${message}`,
      `move, change or delete ${element}, or what it collides with, on the branch that contains it (pass \`branch\`), then merge again`,
      { ...data, source, target },
    );
  }
}
