/** @module refusal: an invalid change is refused with a next step. */
import { check, resultOf, type Step } from '../context.ts';

export const refusalStep: Step = {
  title: 'a door past the end of its wall is refused',
  async run(context) {
    const { geometry } = resultOf(context, 'agents');
    const wall_id = resultOf(context, 'house').get('g_utility');
    const answer = await geometry.call('place_door', {
      wall_id,
      offset: 2500,
      width: 900,
      dry_run: false,
      reasoning: 'a second way out of the utility room',
    });
    const { error } = answer;
    check(!answer.success && error?.name === 'OPENING_EXCEEDS_HOST', 'a refusal', answer);
    context.print(`${error.code} ${error.name}: ${error.message}`);
    context.print(`hint: ${error.hint}`);
  },
};
