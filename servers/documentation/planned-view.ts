/** @module planned-view: plans the event of a command that defines a view. */
import * as z from 'zod';

import type { IdSource, Plan } from '../../schemas/plan.ts';
import type { ViewDefinition } from '../../schemas/views.ts';
import { jsonDefinition } from './drawings-of.ts';

/** Result of every command that defines a view. */
export const ViewOutput = z.object({
  view_id: z.string(),
  /** The definition, with defaults filled in. */
  definition: z.looseObject({}),
});

/** Plans the event of a new view. The levels of the view must not change until the event is committed. */
export function planView(
  definition: ViewDefinition,
  level_ids: readonly string[],
  ids: IdSource,
): Plan<z.input<typeof ViewOutput>> {
  const view_id = ids.next('view');
  const payload = { definition: jsonDefinition(definition), level_ids };
  return {
    events: [{ type: 'view.created', aggregate_id: view_id, payload }],
    data: { view_id, definition: { ...definition } },
    relies_on: level_ids,
  };
}
