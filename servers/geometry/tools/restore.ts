/** @module restore: returns a branch to an earlier state, as one change. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { hintsFor } from '../../building/hints.ts';

/** Maximum number of element ids in an answer. */
const MAX_LISTED = 100;

/** Restores an earlier state of a branch. */
export const restore = defineCommand({
  name: 'restore',
  title: 'Restore an earlier state',
  description:
    'Returns all elements and imports of the branch to their state after an earlier event, as one change with the same ids; deleted elements come back. Views, sheets, files and checks stay. If elements are deleted, a person must approve. Needs READ of the whole model.',
  toolset: 'more',
  action: 'MODIFY',
  input: z.strictObject({
    to_seq: z
      .number()
      .int()
      .min(1)
      .describe(
        '`seq` of an event of this branch, from get_history. The state after its whole operation is restored.',
      ),
  }),
  output: z.object({
    to_seq: z.number(),
    at: z.string(),
    element_ids: z.array(z.string()),
    element_count: z.number(),
  }),
  refusals: {
    ...hintsFor('NO_EFFECT'),
    INVALID_ARGUMENT: 'use the seq of an event of this branch from get_history',
    VERSION_CONFLICT: 'restore another state, or change single elements',
  },
  async plan({ to_seq: given }, view: BuildingView, { refuse }) {
    const restoration = await view.restoration(given);
    if (!restoration.ok) return refuse(restoration.code, restoration.reason, { to_seq: given });
    const { moment, events, changed } = restoration;
    const { seq: to_seq, at } = moment;
    if (events.length === 0) {
      refuse('NO_EFFECT', `\`${view.branch}\` is as it was after event ${to_seq}`, { to_seq });
    }
    return {
      events,
      // Any change of the branch meanwhile would leave another state than that of the preview.
      exclusive: true,
      data: {
        to_seq,
        at,
        element_ids: changed.slice(0, MAX_LISTED),
        element_count: changed.length,
      },
    };
  },
});
