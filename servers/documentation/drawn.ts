/** @module drawn: a view or a picture in space drawn from the model as it is now. */
import type * as z from 'zod';

import { drawView } from '../../kernel/drawings/draw-view.ts';
import type { Drawing } from '../../kernel/drawings/drawing.ts';
import type { JsonObject } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { ViewDefinition } from '../../schemas/views.ts';
import { type Asker, drained } from '../building/drained.ts';
import type { BuildingView } from '../building/view.ts';
import { type Camera, cameraOf } from './camera.ts';
import { recorded, requireView } from './drawings-of.ts';

/** What can be asked to be drawn: one of these, or the whole building aslant. */
export type Subject = {
  readonly view_id?: string | undefined;
  readonly camera?: z.output<typeof Camera> | undefined;
};

/** A drawing with what it was made of. */
type Drawn = {
  readonly drawing: Drawing;
  /** As it is recorded: id and definition. */
  readonly of: JsonObject;
};

type Asked = Asker & { readonly refuse: Refuse<'INVALID_ARGUMENT' | 'ELEMENT_NOT_FOUND'> };

export const DRAWN_REFUSALS = {
  INVALID_ARGUMENT: 'correct the argument as the message says; nothing was written',
  ELEMENT_NOT_FOUND:
    'use a view_id of this branch, as create_plan, create_section or create_elevation answered it',
  EXTERNAL_FAILURE: 'call again to draw it afresh',
} as const;

/** Draws what is asked for. Refuses ELEMENT_NOT_FOUND where it, or what it shows, is not there. */
export async function drawn(
  { view_id, camera }: Subject,
  view: BuildingView,
  asked: Asked,
): Promise<Drawn> {
  if (view_id !== undefined && camera !== undefined) {
    return asked.refuse('INVALID_ARGUMENT', 'got `view_id` and `camera`, expected one of them');
  }
  if (view_id === undefined) {
    const definition = cameraOf(camera ?? {});
    if (definition === null) {
      return asked.refuse(
        'INVALID_ARGUMENT',
        'expected a `camera` with `eye` and `target` that differ, or with a `direction` that is not zero',
      );
    }
    return { drawing: await drawingOf(definition, view, asked), of: recorded(definition) };
  }
  const { definition } = await requireView(view_id, view, asked.refuse);
  return {
    drawing: await drawingOf(definition, view, asked),
    of: { view_id, definition: recorded(definition) },
  };
}

async function drawingOf(
  definition: ViewDefinition,
  view: BuildingView,
  asked: Asked,
): Promise<Drawing> {
  const drawing = await drained(drawView(definition, view), asked);
  return (
    drawing ??
    asked.refuse('ELEMENT_NOT_FOUND', `branch \`${view.branch}\` has nothing that this would show`)
  );
}
