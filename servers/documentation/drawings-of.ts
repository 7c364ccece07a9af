/** @module drawings-of: views and sheets as they were defined, found again by id. */
import type { JsonObject } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { SheetDefinition, ViewDefinition } from '../../schemas/views.ts';
import type { BuildingView } from '../building/view.ts';

/** A view with its id. */
export type FoundView = {
  readonly view_id: string;
  readonly definition: ViewDefinition;
  readonly level_ids: readonly string[];
};

/** The view of an id that belongs to the branch. Refuses ELEMENT_NOT_FOUND. */
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

/** The sheet of an id that belongs to the branch. Refuses ELEMENT_NOT_FOUND. */
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

/** A definition as an event carries it. */
export function recorded(definition: ViewDefinition | SheetDefinition): JsonObject {
  return JSON.parse(JSON.stringify(definition));
}
