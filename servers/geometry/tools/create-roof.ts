/** @module create_roof: flat, shed, gable or hip over an outline. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { Roof } from '../../../kernel/kinds/roof.ts';
import { openGable, roof, ROOF_TYPES, takesGable } from '../../../kernel/kinds/roof.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import type { PlanPoint } from '../../../schemas/units.ts';
import { distance, LevelId, Outline, size } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Slope of a form that has one, degrees. */
const SLOPE_DEG = 30;

type Asked = {
  readonly boundary_points: readonly PlanPoint[];
  readonly slope?: number | undefined;
  readonly roof_type?: (typeof ROOF_TYPES)[number] | undefined;
};

/** Form and slope of what is asked for. A slope alone is a gable where there can be one; refuses INVALID_ARGUMENT elsewhere. */
function formOf(
  { slope, roof_type, boundary_points }: Asked,
  context: PlanContext<'INVALID_ARGUMENT'>,
): Pick<Roof['params'], 'roof_type' | 'slope_deg'> {
  if (roof_type !== undefined) {
    return { roof_type, slope_deg: slope ?? (roof_type === 'flat' ? 0 : SLOPE_DEG) };
  }
  if (slope === undefined || slope === 0) return { roof_type: 'flat', slope_deg: 0 };
  if (takesGable(boundary_points)) return { roof_type: 'gable', slope_deg: slope };
  return context.refuse(
    'INVALID_ARGUMENT',
    `got slope ${slope} and no \`roof_type\` over an outline that is no rectangle, which a gable needs: expected \`roof_type\` shed, or one gable or hip roof for each rectangle`,
  );
}

function warningsFor(made: Roof, asked: Asked): readonly string[] {
  const gable = openGable(made);
  return [
    ...(asked.roof_type === undefined && gable !== null
      ? [
          `got slope ${made.params.slope_deg} and no \`roof_type\`: planned as a gable roof; give \`roof_type\` shed or hip for another form`,
        ]
      : []),
    ...(gable !== null && gable > 0
      ? [
          `the two gables, ${(gable / 1e6).toFixed(2)} m² each, stay open above the walls, which end level: \`roof_type\` hip leaves none open`,
        ]
      : []),
  ];
}

/** Creates a roof. */
export const createRoof = defineCommand({
  name: 'create_roof',
  title: 'Create a roof',
  description:
    'Creates a roof whose underside meets the outline at the level (use the level above the top storey). Gable and hip need a rectangle, the ridge runs along its longer side; a shed roof rises from the first side of the outline. Answers its area in plan with the overhang (the area_mm2 of get_element) and on the slope.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    boundary_points: Outline,
    slope: z
      .number()
      .min(0)
      .max(85)
      .optional()
      .describe(`Slope, degrees, 0 to 85; ${SLOPE_DEG} by default for a form that has one.`),
    thickness: size('Thickness square to the slope', 250),
    roof_type: z
      .enum(ROOF_TYPES)
      .optional()
      .describe('Form; by default gable where a slope is given, else flat.'),
    overhang: distance('Overhang beyond the outline', 0),
  }),
  output: z.object({
    roof_id: z.string(),
    roof_type: z.string(),
    area_mm2: z.number(),
    sloped_area_mm2: z.number(),
  }),
  refusals: hintsFor(
    'LEVEL_NOT_FOUND',
    'CROSS_BRANCH',
    'INVALID_ARGUMENT',
    'INVALID_BOUNDARY',
    'OUT_OF_MODEL_BOUNDS',
    'OUT_OF_RANGE',
  ),
  plan(input, view: ModelView, context) {
    const { level_id, boundary_points, thickness, overhang } = input;
    const form = formOf(input, context);
    const made = createElement(
      roof,
      { level_id, boundary_points, ...form, thickness, overhang, name: null, base_offset: 0 },
      view,
      context,
    );
    return made.plan(
      { roof_id: made.id, roof_type: form.roof_type, ...made.facts },
      { warnings: warningsFor(made.element, input) },
    );
  },
});
