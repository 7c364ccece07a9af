/** @module drawn: a view, a sheet or a picture in space drawn from the model as it is now. */
import type * as z from 'zod';

import { drawView } from '../../kernel/drawings/draw-view.ts';
import type { Drawing } from '../../kernel/drawings/drawing.ts';
import { type SheetContent, sheet } from '../../kernel/drawings/pages/sheet.ts';
import { paperTable } from '../../kernel/schedules/print/paper.ts';
import { schedule } from '../../kernel/schedules/schedule.ts';
import type { JsonObject } from '../../schemas/events.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { ViewDefinition } from '../../schemas/views.ts';
import { type Asker, drained } from '../building/drained.ts';
import type { BuildingView } from '../building/view.ts';
import { type Camera, cameraOf } from './camera.ts';
import { recorded, requireSheet, requireView } from './drawings-of.ts';
import { modelHead } from './model-head.ts';

/** What can be asked to be drawn: one of these, or the whole building aslant. */
export type Subject = {
  readonly view_id?: string | undefined;
  readonly sheet_id?: string | undefined;
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
    'use a view_id of this branch, as create_plan, create_section or create_elevation answered it, or a sheet_id of create_sheet',
  EXTERNAL_FAILURE: 'call again to draw it afresh',
} as const;

/** Draws what is asked for. Refuses ELEMENT_NOT_FOUND where it, or what it shows, is not there. */
export async function drawn(
  { view_id, sheet_id, camera }: Subject,
  view: BuildingView,
  asked: Asked,
): Promise<Drawn> {
  if ([view_id, sheet_id, camera].filter((one) => one !== undefined).length > 1) {
    return asked.refuse(
      'INVALID_ARGUMENT',
      'got several of `view_id`, `sheet_id` and `camera`, expected one',
    );
  }
  if (sheet_id !== undefined) return await drawnSheet(sheet_id, view, asked);
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

/** A sheet with its views, each drawn anew, at its own scale or that of the sheet, and its schedules, counted anew. */
async function drawnSheet(sheet_id: string, view: BuildingView, asked: Asked): Promise<Drawn> {
  const definition = await requireSheet(sheet_id, view, asked.refuse);
  const warnings: string[] = [];
  const views: SheetContent['views'][number][] = [];
  const known = new Map<string, Drawing | null>();
  for (const { view_id, x, y, scale } of definition.views) {
    const key = JSON.stringify([view_id, scale]);
    if (!known.has(key)) {
      const { definition: shown } = await requireView(view_id, view, asked.refuse);
      const scaled = scale === null || !('scale' in shown) ? shown : { ...shown, scale };
      known.set(key, await drained(drawView(scaled, view), asked));
    }
    const drawing = known.get(key) ?? null;
    if (drawing === null) warnings.push(`view \`${view_id}\` shows nothing now, and is left out`);
    else views.push({ drawing, x, y });
  }
  const schedules: SheetContent['schedules'][number][] = [];
  for (const { schedule: wanted, x, y } of definition.schedules) {
    const table = await drained(
      schedule(view, wanted, (_, message, data) => asked.refuse('INVALID_ARGUMENT', message, data)),
      asked,
    );
    schedules.push({ table: paperTable(table, wanted), x, y });
  }
  const { branch, at } = await modelHead(view);
  const note = `${branch}, ${at ?? 'nothing built'}`;
  return {
    drawing: sheet(definition, { views, schedules, note, warnings }),
    of: { sheet_id, definition: recorded(definition) },
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
