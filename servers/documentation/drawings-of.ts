/** @module drawings-of: finds the definitions of views and sheets by id. */

import type { BuildingView } from '../../kernel/building/view/view.ts';
import type { JsonObject } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { SheetDefinition, ViewDefinition } from '../../schemas/views.ts';

/** A view: its id, definition and levels. */
export type FoundView = {
  readonly view_id: string;
  readonly definition: ViewDefinition;
  readonly level_ids: readonly string[];
};

/** The view with an id on the branch. Refuses ELEMENT_NOT_FOUND for any other id. */
export async function requireView(
  id: string,
  view: BuildingView,
  refuse: Refuse<'ELEMENT_NOT_FOUND'>,
): Promise<FoundView> {
  const event = await view.drawing(id);
  if (event?.type !== 'view.created') {
    return refuse('ELEMENT_NOT_FOUND', `no view \`${id}\` on branch \`${view.branch}\``, { id });
  }
  const read = ViewDefinition.safeParse(event.payload.definition);
  if (!read.success) {
    return refuse('ELEMENT_NOT_FOUND', `this version cannot read the view \`${id}\``, { id });
  }
  return { view_id: id, definition: read.data, level_ids: event.payload.level_ids };
}

/** The sheet with an id on the branch. Refuses ELEMENT_NOT_FOUND for any other id. */
export async function requireSheet(
  id: string,
  view: BuildingView,
  refuse: Refuse<'ELEMENT_NOT_FOUND'>,
): Promise<SheetDefinition> {
  const event = await view.drawing(id);
  if (event?.type !== 'sheet.created') {
    return refuse('ELEMENT_NOT_FOUND', `no sheet \`${id}\` on branch \`${view.branch}\``, { id });
  }
  const read = SheetDefinition.safeParse(event.payload.definition);
  if (read.success) return read.data;
  return refuse('ELEMENT_NOT_FOUND', `this version cannot read the sheet \`${id}\``, { id });
}

/** A definition as JSON, as events store it. */
export function jsonDefinition(definition: ViewDefinition | SheetDefinition): JsonObject {
  return JSON.parse(JSON.stringify(definition));
}
