/** @module refusal: a change that makes no sense is refused with what to do instead. */
import { check, remembered, type Step } from '../context.ts';

export const refusalStep: Step = {
  title: 'a door past the end of its wall is refused',
  async run(context) {
    const { geometry } = remembered(context, 'agents');
    const wall_id = remembered(context, 'house').get('g_utility');
    const answer = await geometry.call('place_door', {
      wall_id,
      offset: 2500,
      width: 900,
      dry_run: false,
      reasoning: 'a second way out of the utility room',
    });
    const { error } = answer;
    check(!answer.success && error?.name === 'OPENING_EXCEEDS_HOST', 'a refusal', answer);
    context.say(`${error.code} ${error.name}: ${error.message}`);
    context.say(`hint: ${error.hint}`);
  },
};
