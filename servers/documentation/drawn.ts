/** @module drawn: draws a view, a sheet or a camera picture from the current model. */
import type * as z from 'zod';

import { ownView } from '../../kernel/building/view/own-view.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { drawView } from '../../kernel/documents/drawings/draw-view.ts';
import type { Drawing } from '../../kernel/documents/drawings/drawing.ts';
import { type SheetContent, sheet } from '../../kernel/documents/drawings/pages/sheet.ts';
import { paperTable } from '../../kernel/documents/schedules/print/paper.ts';
import { schedule } from '../../kernel/documents/schedules/schedule.ts';
import type { JsonObject } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { ViewDefinition } from '../../schemas/views.ts';
import { type Camera, cameraOf } from './camera.ts';
import { jsonDefinition, requireSheet, requireView } from './drawings-of.ts';
import { modelHead } from './model-head.ts';

/** The subject of a drawing: at most one of these; by default an axonometric view of the whole building. */
export type Subject = {
  readonly view_id?: string | undefined;
  readonly sheet_id?: string | undefined;
  readonly camera?: z.output<typeof Camera> | undefined;
};

/** A drawing and its subject. */
type DrawnSubject = {
  readonly drawing: Drawing;
  /** Id and definition of the subject, as JSON for the record of an export. */
  readonly of: JsonObject;
};

type DrawContext = { readonly refuse: Refuse<'INVALID_ARGUMENT' | 'ELEMENT_NOT_FOUND'> };

/** Hints for the refusals of every tool that draws. */
export const DRAWN_REFUSALS = {
  INVALID_ARGUMENT: 'correct the argument as the message says; nothing was written',
  ELEMENT_NOT_FOUND:
    'use a view_id from create_plan, create_section or create_elevation on this branch, or a sheet_id from create_sheet',
  EXTERNAL_FAILURE: 'call again to draw it again',
} as const;

/** Draws the subject. Refuses ELEMENT_NOT_FOUND if the subject, or everything that it shows, does not exist. */
export async function drawSubject(
  { view_id, sheet_id, camera }: Subject,
  view: BuildingView,
  context: DrawContext,
): Promise<DrawnSubject> {
  if ([view_id, sheet_id, camera].filter((one) => one !== undefined).length > 1) {
    return context.refuse(
      'INVALID_ARGUMENT',
      'expected only one of `view_id`, `sheet_id` and `camera`, received several',
    );
  }
  if (sheet_id !== undefined) return await drawnSheet(sheet_id, view, context);
  if (view_id === undefined) {
    const definition = cameraOf(camera ?? {});
    if (definition === null) {
      return context.refuse(
        'INVALID_ARGUMENT',
        'expected a `camera` with `eye` and `target` that differ, or with a `direction` that is not zero',
      );
    }
    return { drawing: await drawingOf(definition, view, context), of: jsonDefinition(definition) };
  }
  const { definition } = await requireView(view_id, view, context.refuse);
  return {
    drawing: await drawingOf(definition, view, context),
    of: { view_id, definition: jsonDefinition(definition) },
  };
}

/** Draws a sheet: its views at the scale that the sheet or the view defines, and its schedules with current values. */
async function drawnSheet(
  sheet_id: string,
  view: BuildingView,
  context: DrawContext,
): Promise<DrawnSubject> {
  const definition = await requireSheet(sheet_id, view, context.refuse);
  const warnings: string[] = [];
  const views: SheetContent['views'][number][] = [];
  const known = new Map<string, Drawing | null>();
  for (const { view_id, x, y, scale } of definition.views) {
    const key = JSON.stringify([view_id, scale]);
    if (!known.has(key)) {
      const { definition: shown } = await requireView(view_id, view, context.refuse);
      const scaled = scale === null || !('scale' in shown) ? shown : { ...shown, scale };
      known.set(key, drawView(scaled, view));
    }
    const drawing = known.get(key) ?? null;
    if (drawing === null) {
      warnings.push(`view \`${view_id}\` is omitted: the level that it shows is no longer visible`);
    } else {
      views.push({ drawing, x, y });
    }
  }
  const schedules: SheetContent['schedules'][number][] = [];
  for (const { schedule: wanted, x, y } of definition.schedules) {
    const table = schedule(ownView(view), wanted, (_, message, data) =>
      context.refuse('INVALID_ARGUMENT', message, data),
    );
    schedules.push({ table: paperTable(table, wanted), x, y });
  }
  const { branch, at } = await modelHead(view);
  const note = `${branch}, ${at ?? 'nothing built'}`;
  return {
    drawing: sheet(definition, { views, schedules, note, warnings }),
    of: { sheet_id, definition: jsonDefinition(definition) },
  };
}

async function drawingOf(
  definition: ViewDefinition,
  view: BuildingView,
  context: DrawContext,
): Promise<Drawing> {
  const drawing = drawView(definition, view);
  return (
    drawing ??
    context.refuse(
      'ELEMENT_NOT_FOUND',
      `branch \`${view.branch}\` does not have the level of this view`,
    )
  );
}
