/** @module undo: reverts one operation by its inverse. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { affectedIds } from '../../../schemas/element-changes.ts';
import { idOf } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Reverts an operation. */
export const undo = defineCommand({
  name: 'undo',
  title: 'Undo an operation',
  description:
    'Reverts an operation with new events. Refused if a parameter that it changed, or an element that it created or deleted, has been changed since; later changes of other parameters are kept. A warning names pinned wall ends that it cannot restore. An import is undone as a whole: its elements are deleted; a revision returns to the file before. If elements are deleted, a person must approve.',
  action: 'MODIFY',
  input: z.strictObject({
    event_id: idOf('Any event_id of the operation, from its answer or get_history.'),
  }),
  output: z.object({
    operation_id: z.string(),
    element_ids: z.array(z.string()),
    element_count: z.number(),
  }),
  refusals: {
    ...hintsFor('OPERATION_NOT_FOUND', 'CROSS_BRANCH'),
    VERSION_CONFLICT: 'do what the message says, or undo the later changes first',
  },
  async plan({ event_id }, view: BuildingView, { refuse }) {
    const operation = await view.operationOf(event_id);
    const first = operation?.[0];
    if (operation === null || first === undefined) {
      return refuse('OPERATION_NOT_FOUND', `no event \`${event_id}\``, { event_id });
    }
    if (!view.includes(first)) {
      refuse(
        'CROSS_BRANCH',
        `event \`${event_id}\` is on branch \`${first.branch}\`, not on \`${view.branch}\``,
        {
          event_id,
          branch: first.branch,
        },
      );
    }
    const inverse = await view.inverse(operation);
    if (!inverse.ok) {
      return refuse('VERSION_CONFLICT', `cannot be undone: ${inverse.reason}`, {
        event_id,
        element_ids: inverse.element_ids,
      });
    }
    const element_ids = [...affectedIds(inverse.events)];
    return {
      events: inverse.events,
      relies_on: inverse.relies_on,
      exclusive: inverse.exclusive,
      warnings: inverse.warnings,
      data: {
        operation_id: first.operation_id,
        element_ids: element_ids.slice(0, 100),
        element_count: inverse.element_count,
      },
    };
  },
});
