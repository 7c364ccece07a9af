/** @module create_roof: a flat, shed, gable, hip or mansard roof over an outline, or a roof with every side defined. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { Formed } from '../../../kernel/building/kinds/roof/roof-form.ts';
import {
  gablesOf,
  kindOfEdges,
  MANSARD,
  ROOF_TYPES,
  slopeFor,
} from '../../../kernel/building/kinds/roof/roof-form.ts';
import { roof } from '../../../kernel/building/kinds/roof/roof.ts';
import { storedOutline } from '../../../kernel/building/kinds/rules/roof-outline.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import { typedParams } from '../../../kernel/building/model/plan/of-type.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { CoordinateMm, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { distance, LevelId, Name, Outline, TypeId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Default slope of sloped forms, degrees; a mansard is steeper below its break. */
const SLOPE_DEG = 30;
const MANSARD_SLOPE_DEG = 70;
const PRESETS = {
  flat: 0,
  shed: SLOPE_DEG,
  gable: SLOPE_DEG,
  hip: SLOPE_DEG,
  mansard: MANSARD_SLOPE_DEG,
} as const satisfies Record<(typeof ROOF_TYPES)[number], number>;

/** One side of the outline. The kind checks the ranges, so that a refusal names the side. */
const Edge = z.strictObject({
  slope_deg: z
    .number()
    .exactOptional()
    .describe('Slope of this side, degrees. Default: as the roof.'),
  gable: z.boolean().exactOptional().describe('Upright gable without a slope. Default: false.'),
  upper_slope_deg: z
    .number()
    .exactOptional()
    .describe("Slope above this side's break, degrees; with break_height. Default: no break."),
  break_height: z
    .number()
    .exactOptional()
    .describe("This side's break above the outline, mm; with upper_slope_deg. Default: no break."),
});

const input = z.strictObject({
  level_id: LevelId,
  boundary_points: Outline,
  slope: z
    .number()
    .min(0)
    .max(85)
    .optional()
    .describe(
      `Slope, degrees. Default: by roof_type: ${SLOPE_DEG}, mansard ${MANSARD_SLOPE_DEG}, flat 0.`,
    ),
  ridge_height: z
    .number()
    .optional()
    .describe('Ridge underside above the outline, mm, instead of slope; not for flat or mansard.'),
  thickness: LengthMm.optional().describe(
    'Thickness across the slope, mm. Default: that of its type, else 250.',
  ),
  roof_type: z
    .enum(ROOF_TYPES)
    .optional()
    .describe(
      'shed: rises from the first side; gable: on the short sides; hip: every side slopes; mansard: every side breaks. Default: flat without slope and ridge_height, else gable (hip with holes).',
    ),
  overhang: distance('Overhang in plan at the flattest sides, less at steeper ones', 0),
  edges: z
    .array(Edge)
    .optional()
    .describe(
      'One entry per side, first from corner 1 to 2, instead of roof_type; {}: slope of the roof.',
    ),
  holes: z
    .array(z.array(PlanPoint))
    .optional()
    .describe('Outlines of courtyards, world mm; their edges follow those of the outline.'),
  name: Name,
  type_id: TypeId,
  base_offset: CoordinateMm.default(0).describe('Height of the outline above its level, mm.'),
  upper_slope_deg: z
    .number()
    .optional()
    .describe('mansard only: slope above the break, degrees. Default: 30.'),
  break_height: z
    .number()
    .optional()
    .describe('mansard only: break above the outline, mm. Default: 2000.'),
});

type RoofInput = z.output<typeof input>;

type Code = 'INVALID_ARGUMENT' | 'INVALID_BOUNDARY';

/** The parameters of the form; a slope without a form is a gable roof. Refuses INVALID_ARGUMENT for contradictory arguments. */
function formOf(request: RoofInput, context: PlanContext<Code>): Omit<Formed, 'overhang'> {
  const { boundary_points, slope, ridge_height, edges, holes } = request;
  if (edges !== undefined && request.roof_type !== undefined) {
    context.refuse(
      'INVALID_ARGUMENT',
      'both `edges` and `roof_type` were given; expected one of them',
      {
        either: ['edges', 'roof_type'],
      },
    );
  }
  if (slope !== undefined && ridge_height !== undefined) {
    context.refuse(
      'INVALID_ARGUMENT',
      'both `slope` and `ridge_height` were given; expected one of them',
      {
        either: ['slope', 'ridge_height'],
      },
    );
  }
  const broken = brokenAt(request);
  if (Object.keys(broken).length > 0 && (edges !== undefined || request.roof_type !== 'mansard')) {
    const names = Object.keys(broken).map((name) => `\`${name}\``);
    context.refuse(
      'INVALID_ARGUMENT',
      `${names.join(' and ')}: expected with \`roof_type\` mansard, or both in the \`edges\` of sides with a break`,
    );
  }
  const isSloped = ridge_height !== undefined || (slope !== undefined && slope > 0);
  const word = request.roof_type ?? (isSloped ? (holes === undefined ? 'gable' : 'hip') : 'flat');
  const roof_type = edges === undefined ? word : kindOfEdges(edges);
  const form = {
    boundary_points,
    roof_type,
    slope_deg: slope ?? (edges === undefined ? PRESETS[roof_type] : defaultSlope(edges)),
    ...(edges === undefined ? {} : { edges }),
    ...(holes === undefined ? {} : { holes }),
    ...(word === 'mansard' ? { ...MANSARD, ...brokenAt(request) } : {}),
  };
  return ridge_height === undefined
    ? form
    : { ...form, slope_deg: sloped(form, ridge_height, context) };
}

/** The given break height and upper slope of a mansard. */
function brokenAt({
  upper_slope_deg,
  break_height,
}: RoofInput): Partial<Pick<Formed, 'break_height' | 'upper_slope_deg'>> {
  return {
    ...(upper_slope_deg === undefined ? {} : { upper_slope_deg }),
    ...(break_height === undefined ? {} : { break_height }),
  };
}

/**
 * The slope of sides without a slope of their own. If every side has one, that of the first is returned, so that the
 * answer shows a slope of the roof.
 */
function defaultSlope(edges: NonNullable<RoofInput['edges']>): number {
  const isUsed = edges.some(({ slope_deg, gable }) => slope_deg === undefined && gable !== true);
  const first = edges.find(({ slope_deg }) => slope_deg !== undefined)?.slope_deg;
  return isUsed ? SLOPE_DEG : (first ?? SLOPE_DEG);
}

/** The slope at which the ridge over the stored outline has this height. */
function sloped(
  form: Omit<Formed, 'overhang'>,
  ridge_height: number,
  context: PlanContext<Code>,
): number {
  const { stored } = storedOutline({ ...form, overhang: 0 }, context);
  const found = slopeFor(stored, ridge_height);
  if (found.ok) return found.slope_deg;
  return context.refuse('INVALID_ARGUMENT', `\`ridge_height\` ${ridge_height}: ${found.why}`);
}

/** Reports the form that was assumed because none was given. */
function warningsFor(request: RoofInput, gables: readonly number[]): readonly string[] {
  const unnamed = request.roof_type === undefined && request.edges === undefined;
  if (!unnamed || gables.length === 0) return [];
  return [
    `a slope was given without \`roof_type\`: planned as a gable roof with gables on sides ${gables.join(', ')} (0 is the first); pass \`roof_type\` or \`edges\` for another form`,
  ];
}

/** Creates a roof. */
export const createRoof = defineCommand({
  name: 'create_roof',
  title: 'Create a roof',
  description:
    'Creates a roof whose underside meets the outline at its level, usually the one above the top storey.',
  action: 'CREATE',
  input,
  output: z.looseObject({
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
    'ELEMENT_NOT_FOUND',
  ),
  plan(request, view: ModelView, context) {
    const { level_id, boundary_points, overhang, name = null, type_id, base_offset } = request;
    const given = { thickness: request.thickness };
    const { thickness } = typedParams(
      type_id,
      { given, presets: { thickness: 250 } },
      view,
      context,
    );
    const typed = type_id === undefined ? {} : { type_id };
    const form = formOf(request, context);
    const created = createElement(
      roof,
      { level_id, ...form, boundary_points, thickness, overhang, name, base_offset, ...typed },
      view,
      context,
    );
    const { roof_type, slope_deg } = created.element.params;
    return created.plan(
      { roof_id: created.id, roof_type, slope_deg, ...created.facts },
      { warnings: warningsFor(request, gablesOf(created.element.params)) },
    );
  },
});
