/** @module merge refusal: what to do about a merge whose result does not hold together. */
import type { Steps } from '../../kernel/findings/steps.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { PlannedEvent } from '../../schemas/events.ts';

/**
 * The work, which applies the events. Where they are a merge, nothing can be added to them: a refusal of
 * REGENERATION_FAILED then says what to change on a branch before merging again.
 */
export function* asMerge<T>(events: readonly PlannedEvent[], work: Steps<T>): Steps<T> {
  const [first] = events;
  if (first?.type !== 'branch.merged') return yield* work;
  try {
    return yield* work;
  } catch (error) {
    if (!(error instanceof Refusal) || error.body.name !== 'REGENERATION_FAILED') throw error;
    const { name, message, data } = error.body;
    const { source, target } = first.payload;
    const element = typeof data['element_id'] === 'string' ? `\`${data['element_id']}\`` : 'it';
    throw new Refusal(
      name,
      `\`${source}\` and \`${target}\` do not go together: ${message}`,
      `move, change or delete ${element}, or what it collides with, on the branch that has it (pass \`branch\`), then merge again`,
      { ...data, source, target },
    );
  }
}
