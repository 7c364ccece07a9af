/** @module planned-view: the plan of a command that defines a view. */
import * as z from 'zod';

import type { IdSource, Plan } from '../../schemas/plan.ts';
import type { ViewDefinition } from '../../schemas/views.ts';
import { recorded } from './drawings-of.ts';

/** What every such command answers. */
export const ViewOutput = z.object({
  view_id: z.string(),
  /** With its defaults. */
  definition: z.looseObject({}),
});

/** The event of a new view. Its levels must stay as they are until it is committed. */
export function planView(
  definition: ViewDefinition,
  level_ids: readonly string[],
  ids: IdSource,
): Plan<z.input<typeof ViewOutput>> {
  const view_id = ids.next('view');
  const payload = { definition: recorded(definition), level_ids };
  return {
    events: [{ type: 'view.created', aggregate_id: view_id, payload }],
    data: { view_id, definition: { ...definition } },
    relies_on: level_ids,
  };
}
