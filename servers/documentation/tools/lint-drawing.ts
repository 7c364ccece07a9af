/** @module lint_drawing: lists graphical faults of a view or a sheet. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { lintDrawing } from '../../../kernel/documents/drawings/lint/lint-drawing.ts';
import { SheetId, ViewId } from '../arguments.ts';
import { drawSubject, DRAWN_REFUSALS } from '../drawn.ts';

/** Checks a drawing. */
export const lintDrawingTool = defineQuery({
  name: 'lint_drawing',
  title: 'Check a drawing',
  description:
    'Lists graphical faults of a view or a sheet drawn from the current model: texts that overlap or are too small, dimensions that are wrong or do not add up, views off the sheet or on top of each other. Places are mm on paper.',
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
  async answer({ view_id, sheet_id }, view: BuildingView, { refuse }) {
    if (view_id === undefined && sheet_id === undefined) {
      refuse('INVALID_ARGUMENT', 'expected a `view_id` or a `sheet_id`, received neither');
    }
    const { drawing } = await drawSubject({ view_id, sheet_id }, view, { refuse });
    const faults = lintDrawing(drawing);
    return {
      data: {
        title: drawing.title,
        count: faults.length,
        faults: faults.slice(0, MAX_LISTED).map(({ fault, message, at, element_ids }) => {
          return { fault, message, at, element_ids: [...element_ids] };
        }),
      },
      warnings: [
        ...drawing.warnings,
        ...(faults.length > MAX_LISTED
          ? [`${MAX_LISTED} of ${faults.length} faults are shown`]
          : []),
      ],
    };
  },
});

/** Maximum number of faults in a result. */
const MAX_LISTED = 50;
