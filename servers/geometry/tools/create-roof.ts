/** @module create_roof: flat, shed, gable, hip or mansard over an outline, or what each of its sides does. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { unlisted } from '../../../governance/tool/unlisted.ts';
import type { Formed } from '../../../kernel/kinds/roof-form.ts';
import {
  gablesOf,
  kindOfEdges,
  MANSARD,
  ROOF_TYPES,
  slopeFor,
} from '../../../kernel/kinds/roof-form.ts';
import { roof } from '../../../kernel/kinds/roof.ts';
import { storedOutline } from '../../../kernel/kinds/rules/roof-outline.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import { typedParams } from '../../../kernel/model/plan/of-type.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { PlanContext } from '../../../schemas/plan.ts';
import { CoordinateMm, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { distance, LevelId, Name, Outline, TypeId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Slope of a form that has one, degrees; a mansard is steeper below its break. */
const SLOPE_DEG = 30;
const MANSARD_SLOPE_DEG = 70;
const PRESETS = {
  flat: 0,
  shed: SLOPE_DEG,
  gable: SLOPE_DEG,
  hip: SLOPE_DEG,
  mansard: MANSARD_SLOPE_DEG,
} as const satisfies Record<(typeof ROOF_TYPES)[number], number>;

/** Ranges are checked with the roof: in the listing of the tool they would cost as much as all other words. */
const Edge = z.strictObject({
  slope_deg: z.number().exactOptional(),
  gable: z.boolean().exactOptional(),
  upper_slope_deg: z.number().exactOptional(),
  break_height: z.number().exactOptional(),
});

const input = z.strictObject({
  level_id: LevelId,
  boundary_points: Outline,
  slope: z
    .number()
    .min(0)
    .max(85)
    .optional()
    .describe(`Slope, degrees; ${SLOPE_DEG}, of a mansard ${MANSARD_SLOPE_DEG}.`),
  ridge_height: z.number().optional().describe('Over the level, in place of slope, mm.'),
  thickness: LengthMm.optional().describe('Square to the slope; 250.'),
  roof_type: z.enum(ROOF_TYPES).optional().describe('Gable with slope, else flat.'),
  overhang: distance('Less on steeper sides', 0),
  edges: z
    .array(Edge)
    .optional()
    .describe('By side, not with roof_type: {} has slope, {slope_deg}, {gable: true}.'),
  holes: z.array(z.array(PlanPoint)).optional().describe('Courtyards; edges last.'),
  name: Name,
  type_id: TypeId,
  base_offset: unlisted(CoordinateMm.default(0).describe('Of the outline over the level, mm.')),
  upper_slope_deg: unlisted(z.number().optional().describe('Of a mansard above its break; 30.')),
  break_height: unlisted(
    z.number().optional().describe('Of a mansard, over the outline, mm; 2000.'),
  ),
});

type Asked = z.output<typeof input>;

type Code = 'INVALID_ARGUMENT' | 'INVALID_BOUNDARY';

/** The parameters of the form. A slope alone is a gable. Refuses INVALID_ARGUMENT for what says the same twice. */
function formOf(asked: Asked, context: PlanContext<Code>): Omit<Formed, 'overhang'> {
  const { boundary_points, slope, ridge_height, edges, holes } = asked;
  if (edges !== undefined && asked.roof_type !== undefined) {
    context.refuse('INVALID_ARGUMENT', 'got `edges` and `roof_type`: expected one of the two', {
      either: ['edges', 'roof_type'],
    });
  }
  if (slope !== undefined && ridge_height !== undefined) {
    context.refuse('INVALID_ARGUMENT', 'got `slope` and `ridge_height`: expected one of the two', {
      either: ['slope', 'ridge_height'],
    });
  }
  const broken = brokenAt(asked);
  if (Object.keys(broken).length > 0 && (edges !== undefined || asked.roof_type !== 'mansard')) {
    const names = Object.keys(broken).map((name) => `\`${name}\``);
    context.refuse(
      'INVALID_ARGUMENT',
      `got ${names.join(' and ')}: expected \`roof_type\` mansard, or both in the \`edges\` of sides that are broken`,
    );
  }
  const isSloped = ridge_height !== undefined || (slope !== undefined && slope > 0);
  const word = asked.roof_type ?? (isSloped ? (holes === undefined ? 'gable' : 'hip') : 'flat');
  const roof_type = edges === undefined ? word : kindOfEdges(edges);
  const form = {
    boundary_points,
    roof_type,
    slope_deg: slope ?? (edges === undefined ? PRESETS[roof_type] : slopeBeside(edges)),
    ...(edges === undefined ? {} : { edges }),
    ...(holes === undefined ? {} : { holes }),
    ...(word === 'mansard' ? { ...MANSARD, ...brokenAt(asked) } : {}),
  };
  return ridge_height === undefined
    ? form
    : { ...form, slope_deg: sloped(form, ridge_height, context) };
}

/** Where a mansard is broken and how it goes on, as far as that is said. */
function brokenAt({
  upper_slope_deg,
  break_height,
}: Asked): Partial<Pick<Formed, 'break_height' | 'upper_slope_deg'>> {
  return {
    ...(upper_slope_deg === undefined ? {} : { upper_slope_deg }),
    ...(break_height === undefined ? {} : { break_height }),
  };
}

/** The slope of sides that have none of their own; where all have, that of the first, so that none is told which no side has. */
function slopeBeside(edges: NonNullable<Asked['edges']>): number {
  const isLeft = edges.some(({ slope_deg, gable }) => slope_deg === undefined && gable !== true);
  const first = edges.find(({ slope_deg }) => slope_deg !== undefined)?.slope_deg;
  return isLeft ? SLOPE_DEG : (first ?? SLOPE_DEG);
}

/** The slope that gives this height to the ridge over the outline as it will be stored. */
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

/** What a form that nobody named is. */
function warningsFor(asked: Asked, gables: readonly number[]): readonly string[] {
  const unnamed = asked.roof_type === undefined && asked.edges === undefined;
  if (!unnamed || gables.length === 0) return [];
  return [
    `got a slope and no \`roof_type\`: planned as a gable roof with its gables on the sides ${gables.join(', ')} (0 is the first); give \`roof_type\` or \`edges\` for another form`,
  ];
}

/** Creates a roof. */
export const createRoof = defineCommand({
  name: 'create_roof',
  title: 'Create a roof',
  description:
    'Creates a roof whose underside meets the outline at the level (that above the top storey). Gables are its short ends, a shed rises from the first side. Answers areas, planes, ridges.',
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
  plan(asked, view: ModelView, context) {
    const { level_id, boundary_points, overhang, name = null, type_id, base_offset } = asked;
    const given = { thickness: asked.thickness };
    const { thickness } = typedParams(
      type_id,
      { given, presets: { thickness: 250 } },
      view,
      context,
    );
    const typed = type_id === undefined ? {} : { type_id };
    const form = formOf(asked, context);
    const made = createElement(
      roof,
      { level_id, ...form, boundary_points, thickness, overhang, name, base_offset, ...typed },
      view,
      context,
    );
    const { roof_type, slope_deg } = made.element.params;
    return made.plan(
      { roof_id: made.id, roof_type, slope_deg, ...made.facts },
      { warnings: warningsFor(asked, gablesOf(made.element.params)) },
    );
  },
});
