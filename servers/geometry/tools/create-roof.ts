/** @module create_roof: flat, shed, gable or hip over an outline. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { planRoof } from '../../../kernel/model/kinds/roof.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { ROOF_TYPES } from '../../../schemas/elements.ts';
import { distance, LevelId, Outline, size } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a roof. */
export const createRoof = defineCommand({
  name: 'create_roof',
  title: 'Create a roof',
  description:
    'Creates a roof whose underside meets the outline at the level (use the level above the top storey). Gable and hip need a rectangle, the ridge runs along its longer side; a shed roof rises from the first side of the outline.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    boundary_points: Outline,
    slope: z.number().min(0).max(85).default(30).describe('Slope, degrees, 0 to 85.'),
    thickness: size('Thickness square to the slope', 250),
    roof_type: z.enum(ROOF_TYPES).default('flat').describe('Form.'),
    overhang: distance('Overhang beyond the outline', 0),
  }),
  output: z.object({ roof_id: z.string(), area_mm2: z.number() }),
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH', 'INVALID_BOUNDARY', 'OUT_OF_MODEL_BOUNDS'),
  plan: ({ slope, ...rest }, view: ModelView, context) =>
    planRoof({ ...rest, slope_deg: slope, name: null, base_offset: 0 }, view, context),
});
