/** @module pending: a deletion that nobody has decided yet, for the person who looks at the page of the demo. */
import { check, resultOf, type Step } from '../context.ts';
import { pendingId } from './build.ts';
import { APPROVER, DEMO_PASSPHRASE } from './workspace.ts';

export const pendingStep: Step = {
  title: 'the agent requests another deletion, which is left for you to decide',
  async run(context) {
    const { geometry } = resultOf(context, 'agents');
    const wall = resultOf(context, 'house').get('g_hall_west');
    check(wall !== undefined, 'the wall between the living room and the hall');
    const approval_id = pendingId(
      await geometry.call('delete_elements', {
        element_ids: [wall],
        dry_run: false,
        reasoning: 'the family would like to see the garden from the hall',
      }),
    );
    context.print(`approval ${approval_id} waits for an hour`);
    context.print(`decide it as ${APPROVER}; the passphrase of that key is "${DEMO_PASSPHRASE}"`);
  },
};
