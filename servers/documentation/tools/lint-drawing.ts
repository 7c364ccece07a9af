/** @module lint_drawing: what is wrong with a view or a sheet as a drawing. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { lintDrawing } from '../../../kernel/drawings/lint/lint-drawing.ts';
import type { BuildingView } from '../../building/view.ts';
import { SheetId, ViewId } from '../arguments.ts';
import { drawn, DRAWN_REFUSALS } from '../drawn.ts';

/** Checks a drawing. */
export const lintDrawingTool = defineQuery({
  name: 'lint_drawing',
  title: 'Check a drawing',
  description:
    'Tells what is wrong with a view or a sheet as it would be drawn now: texts that overlap or are too small, dimensions that are wrong or do not add up, views off the sheet or over each other. Places are mm on paper. Writes nothing.',
  branched: true,
  input: z.strictObject({ view_id: ViewId.optional(), sheet_id: SheetId.optional() }),
  output: z.object({
    title: z.string(),
    count: z.number(),
    faults: z.array(
      z.object({
        fault: z.string(),
        message: z.string(),
        at: z.object({ x: z.number(), y: z.number() }),
        element_ids: z.array(z.string()),
      }),
    ),
  }),
  refusals: DRAWN_REFUSALS,
  async answer({ view_id, sheet_id }, view: BuildingView, { refuse, signal }) {
    if (view_id === undefined && sheet_id === undefined) {
      refuse('INVALID_ARGUMENT', 'got neither `view_id` nor `sheet_id`, expected one');
    }
    const asked = { refuse, signal, progress: () => undefined };
    const { drawing } = await drawn({ view_id, sheet_id }, view, asked);
    const faults = lintDrawing(drawing);
    return {
      data: {
        title: drawing.title,
        count: faults.length,
        faults: faults.slice(0, SHOWN).map(({ fault, message, at, element_ids }) => {
          return { fault, message, at, element_ids: [...element_ids] };
        }),
      },
      warnings: [
        ...drawing.warnings,
        ...(faults.length > SHOWN ? [`${SHOWN} of ${faults.length} faults are shown`] : []),
      ],
    };
  },
});

/** Faults that are answered. */
const SHOWN = 50;
