/** @module deletion: the agent requests the deletion of a wall, which the person must approve. */
import { join } from 'node:path';

import { check, resultOf, type Step } from '../context.ts';
import { executedEvent, pendingId } from './build.ts';
import { showAndApprove } from './show-and-approve.ts';

export const deletionStep: Step = {
  title: 'the agent deletes a wall; a person must approve that through another channel',
  async run(context) {
    const { geometry, spatial } = resultOf(context, 'agents');
    const wall = resultOf(context, 'house').get('g_study');
    check(wall !== undefined, 'the wall between the living room and the study');
    const call = {
      element_ids: [wall],
      dry_run: false,
      reasoning: 'the family wants the study to be a part of the living room',
    };
    const approval_id = pendingId(await geometry.call('delete_elements', call));
    const again = pendingId(await geometry.call('delete_elements', call));
    check(again === approval_id, 'the same approval for the same call', again);
    const before = await spatial.call('get_element', {
      element_id: wall,
      reasoning: 'check that it still exists',
    });
    check(before.success, 'the wall to exist until someone approves', before);
    context.print(`answer to the agent: approval ${approval_id} is pending; the wall still exists`);

    const picture = join(context.dir, 'deletion.svg');
    await showAndApprove(context, approval_id, 'agreed with the family', ['--picture', picture]);
    context.listFile(picture, 'the deletion as the approver saw it, before and after');

    context.results.deletion_event_id = await executedEvent(geometry, approval_id, context);
    context.results.deleted_id = wall;
    const after = await spatial.call('get_element', {
      element_id: wall,
      reasoning: 'check that it is gone',
    });
    check(
      !after.success && after.error?.name === 'ELEMENT_NOT_FOUND',
      'the wall to be gone',
      after,
    );
    context.print('the spatial server confirms: the wall is gone');
  },
};
