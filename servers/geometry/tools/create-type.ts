/** @module create_type: shared properties of walls, floors, roofs, doors or windows of one type. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { ParamsOf } from '../../../kernel/building/kinds/elements.ts';
import {
  GLAZINGS,
  NO_FITTING,
  type,
  TYPED_KINDS,
} from '../../../kernel/building/kinds/type/type.ts';
import { LAYER_FUNCTIONS } from '../../../kernel/building/kinds/types/layers.ts';
import { CELL_OPERATIONS, POSITIONS } from '../../../kernel/building/kinds/types/operations.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { receivedWords } from '../../../schemas/issue-words.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { hintsFor } from '../../building/hints.ts';

/** The kind checks the ranges of these values. */
const mm = (what: string): z.ZodOptional<z.ZodNumber> => z.number().optional().describe(what);
const material = (what: string): z.ZodOptional<z.ZodString> => z.string().optional().describe(what);

const input = z.strictObject({
  name: z.string().describe('Name of the type, usable as @name.'),
  for: z.enum(TYPED_KINDS).describe('Kind of element that has this type.'),
  layers: z
    .array(
      z.strictObject({
        material: z.string().describe('Material of this layer.'),
        thickness: z.number().describe('Thickness of this layer, mm.'),
        function: z
          .enum(LAYER_FUNCTIONS)
          .default('structure')
          .describe('Purpose; structure carries loads.'),
      }),
    )
    .default([])
    .describe('Layers: of a wall from layer_side, else from the top.'),
  width: mm('Opening width of doors or windows, mm. Default: none.'),
  height: mm('Opening height of doors or windows, mm. Default: none.'),
  operation: z.string().optional().describe('A door_type or window_type. Default: none.'),
  frame_width: mm('Face width of the frame, mm. Default: none.'),
  frame_depth: mm('Depth of the frame, mm. Default: none.'),
  frame_material: material('Material of the frame. Default: none.'),
  leaf_count: z.number().optional().describe('Number of leaves or panels. Default: none.'),
  leaf_thickness: mm('Thickness of a leaf, mm. Default: none.'),
  leaf_material: material('Material of the leaves. Default: none.'),
  glazing: z
    .enum(GLAZINGS)
    .optional()
    .describe('Number of panes; none: an opaque leaf. Default: not stated.'),
  position: z
    .enum(POSITIONS)
    .optional()
    .describe('Frame in the depth of the wall; outside: at its first layer. Default: middle.'),
  leaf_width: mm('Face width of stiles and rails, mm. Default: window 50, glazed door 100.'),
  mullion_width: mm('Face width of mullions and transoms, mm. Default: as the frame.'),
  threshold: mm('Height of the threshold of a door, mm. Default: none.'),
  sill: mm('Height of the sill below a window frame, mm. Default: none.'),
  grid: z
    .strictObject({
      columns: z.array(z.number()).describe('Relative widths, from the wall start.'),
      rows: z.array(z.number()).describe('Relative heights, from the bottom.'),
      cells: z
        .array(z.enum(CELL_OPERATIONS))
        .describe('Operation of each cell, row by row from the bottom; left: hinged at the start.'),
    })
    .optional()
    .describe('Cells of a window between mullions and transoms. Default: one cell, or leaf_count.'),
});

/** The parameters of a type; null for those not given. Refuses INVALID_ARGUMENT for a value out of range. */
function paramsFor(
  given: z.output<typeof input>,
  context: PlanContext<'INVALID_ARGUMENT'>,
): ParamsOf<'type'> {
  const parsed = type.params.safeParse({ ...NO_FITTING, ...given });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = (issue?.path ?? []).join('.');
  return context.refuse(
    'INVALID_ARGUMENT',
    `\`${where}\` is ${receivedWords(Reflect.get(given, where))}: ${issue?.message ?? ''}`,
  );
}

/** Creates a type. */
export const createType = defineCommand({
  name: 'create_type',
  title: 'Create a type or build-up',
  description:
    'Creates a build-up of layers or a door or window type, used as type_id. Its elements follow its values.',
  action: 'CREATE',
  input,
  output: z.object({ type_id: z.string(), thickness_mm: z.number().nullable() }),
  refusals: hintsFor('INVALID_ARGUMENT', 'OUT_OF_RANGE'),
  plan(given, view: ModelView, context) {
    const created = createElement(type, paramsFor(given, context), view, context);
    return created.plan({ type_id: created.id, ...created.facts });
  },
});
