/** @module undo: a reversal is a new event; nothing is removed from the log. */
import * as z from 'zod';

import { check, resultOf, type Step } from '../context.ts';

const History = z.looseObject({
  events: z.array(z.looseObject({ seq: z.number(), type: z.string(), at: z.string() })),
});

export const undoStep: Step = {
  title: 'the family changes its mind: the agent undoes the deletion',
  async run(context) {
    const { geometry, spatial } = resultOf(context, 'agents');
    const event_id = resultOf(context, 'deletion_event_id');
    const undone = await geometry.call('undo', {
      event_id,
      dry_run: false,
      reasoning: 'the family wants the study back',
    });
    check(undone.success && undone.event_id !== null, 'the deletion to be undone', undone);
    const element_id = resultOf(context, 'deleted_id');
    const wall = await spatial.call('get_element', {
      element_id,
      reasoning: 'check that the wall is back',
    });
    check(wall.success, 'the wall to be back', wall);
    const history = await spatial.call('get_history', {
      element_id,
      limit: 5,
      reasoning: 'see the changes to the wall',
    });
    check(history.success, 'the history of the wall', history);
    context.print('the wall is back; its history, newest first:');
    const { events } = History.parse(history.data);
    check(events.length >= 3, 'a wall created, deleted and re-created', history.data);
    for (const { seq, type, at } of events) context.print(`event ${seq} ${type} at ${at}`);
  },
};
