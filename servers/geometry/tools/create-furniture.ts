/** @module create_furniture: a seat, table, bed, cupboard, sanitary or kitchen unit. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { furniture } from '../../../kernel/building/kinds/furniture/furniture.ts';
import { FURNITURE_TYPES, usualSize } from '../../../kernel/building/kinds/furniture/types.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { AngleDeg, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { coordinate, LevelId, Name } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

const sizeOf = (what: string): typeof LengthMm =>
  LengthMm.describe(`${what}, mm. Default: the usual size of the type.`);

/** Creates furniture. */
export const createFurniture = defineCommand({
  name: 'create_furniture',
  title: 'Create furniture',
  description:
    'Places furniture, a sanitary unit or a kitchen unit on a level. Routes, turning circles and doors are checked against it and its clear floor.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    furniture_type: z
      .enum(FURNITURE_TYPES)
      .describe('Type of furniture; sets the usual size, the plan symbol and the clear floor.'),
    location: PlanPoint.describe(
      'Middle of its back edge in plan, mm: a point on the face of the wall behind it.',
    ),
    direction_deg: AngleDeg.default(0).describe(
      'Direction in which its front faces, degrees counter-clockwise from +x (90: north).',
    ),
    width: sizeOf('Width from side to side').optional(),
    depth: sizeOf('Depth from back to front').optional(),
    height: sizeOf('Height above its foot').optional(),
    base_offset: coordinate('Height of its foot above its level', 0),
    name: Name,
  }),
  output: z.object({ furniture_id: z.string() }),
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH', 'OUT_OF_RANGE', 'OUT_OF_MODEL_BOUNDS'),
  plan({ name = null, width, depth, height, ...rest }, view: ModelView, context) {
    const usual = usualSize(rest.furniture_type);
    const created = createElement(
      furniture,
      {
        ...rest,
        name,
        width: width ?? usual.width,
        depth: depth ?? usual.depth,
        height: height ?? usual.height,
      },
      view,
      context,
    );
    return created.plan({ furniture_id: created.id });
  },
});
