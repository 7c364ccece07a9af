import { drawView } from '../../kernel/drawings/draw-view.ts';
/** @module drawn: a view or a sheet drawn from the model as it is now. */
import type { Drawing } from '../../kernel/drawings/drawing.ts';
import type { JsonObject } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { ViewDefinition } from '../../schemas/views.ts';
import { drained, type Asker } from '../building/drained.ts';
import type { BuildingView } from '../building/view.ts';
import { recorded, requireView } from './drawings-of.ts';

/** What can be asked to be drawn: one of these. */
export type Subject = {
  readonly view_id?: string | undefined;
  readonly sheet_id?: string | undefined;
};

/** A drawing with what it was made of. */
export type Drawn = {
  readonly drawing: Drawing;
  /** As it is recorded: ids and definitions. */
  readonly of: JsonObject;
};

type Asked = Asker & { readonly refuse: Refuse<'INVALID_ARGUMENT' | 'ELEMENT_NOT_FOUND'> };

export const DRAWN_REFUSALS = {
  INVALID_ARGUMENT: 'correct the argument as the message says; nothing was written',
  ELEMENT_NOT_FOUND:
    'use a view_id or sheet_id of this branch, as create_plan, create_section, create_elevation or create_sheet answered it',
} as const;

/** Draws a view or a sheet. Refuses ELEMENT_NOT_FOUND where it, or what it shows, is not there. */
export async function drawn(subject: Subject, view: BuildingView, asked: Asked): Promise<Drawn> {
  const { view_id } = subject;
  if (view_id === undefined) {
    return asked.refuse('INVALID_ARGUMENT', 'got no `view_id`, expected one');
  }
  const { definition } = await requireView(view_id, view, asked.refuse);
  return {
    drawing: await drawnView(view_id, definition, view, asked),
    of: { view_id, definition: recorded(definition) },
  };
}

async function drawnView(
  id: string,
  definition: ViewDefinition,
  view: BuildingView,
  asked: Asked,
): Promise<Drawing> {
  const drawing = await drained(drawView(definition, view), asked);
  return (
    drawing ??
    asked.refuse(
      'ELEMENT_NOT_FOUND',
      `what the view \`${id}\` shows is not on branch \`${view.branch}\``,
    )
  );
}
