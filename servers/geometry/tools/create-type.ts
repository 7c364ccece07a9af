/** @module create_type: what walls, floors, roofs, doors or windows of one make share. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { ParamsOf } from '../../../kernel/kinds/elements.ts';
import { LAYER_FUNCTIONS } from '../../../kernel/kinds/types/layers.ts';
import { GLAZINGS, type, TYPED_KINDS } from '../../../kernel/kinds/types/type.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { hintsFor } from '../../building/hints.ts';

/** Ranges are checked with the type: in the listing of the tool they would cost as much as all other words. */
const mm = (what: string): z.ZodOptional<z.ZodNumber> => z.number().optional().describe(what);
const material = (what: string): z.ZodOptional<z.ZodString> => z.string().optional().describe(what);

const input = z.strictObject({
  name: z.string().describe('For people, and @name.'),
  for: z.enum(TYPED_KINDS).describe('What it is a type of.'),
  layers: z
    .array(
      z.strictObject({
        material: z.string(),
        thickness: z.number(),
        function: z.enum(LAYER_FUNCTIONS).default('structure'),
      }),
    )
    .default([])
    .describe('Floors, roofs: from the top; walls: from layer_side; mm.'),
  width: mm('Of all its doors or windows, mm.'),
  height: mm('As width.'),
  operation: z.string().optional().describe('A door_type or window_type.'),
  frame_width: mm('Face, mm.'),
  frame_depth: mm('mm.'),
  frame_material: material('Name.'),
  leaf_count: z.number().optional().describe('Leaves.'),
  leaf_thickness: mm('mm.'),
  leaf_material: material('Name.'),
  glazing: z.enum(GLAZINGS).optional().describe('Panes.'),
});

const NOTHING = {
  width: null,
  height: null,
  operation: null,
  frame_width: null,
  frame_depth: null,
  frame_material: null,
  leaf_count: null,
  leaf_thickness: null,
  leaf_material: null,
  glazing: null,
};

/** The parameters of a type, null where nothing is given. Refuses INVALID_ARGUMENT for one out of its range. */
function paramsFor(
  given: z.output<typeof input>,
  context: PlanContext<'INVALID_ARGUMENT'>,
): ParamsOf<'type'> {
  const parsed = type.params.safeParse({ ...NOTHING, ...given });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = (issue?.path ?? []).join('.');
  return context.refuse('INVALID_ARGUMENT', `\`${where}\`: ${issue?.message.toLowerCase() ?? ''}`);
}

/** Creates a type. */
export const createType = defineCommand({
  name: 'create_type',
  title: 'Create a type or build-up',
  description:
    'Creates a build-up of layers, or a door or window type, for type_id. Its elements take its thickness (or width, height, operation), also when modify_parameter changes it.',
  toolset: 'more',
  action: 'CREATE',
  input,
  output: z.object({ type_id: z.string(), thickness_mm: z.number().nullable() }),
  refusals: hintsFor('INVALID_ARGUMENT', 'OUT_OF_RANGE'),
  plan(given, view: ModelView, context) {
    const made = createElement(type, paramsFor(given, context), view, context);
    return made.plan({ type_id: made.id, ...made.facts });
  },
});
