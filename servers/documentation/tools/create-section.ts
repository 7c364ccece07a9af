/** @module create_section: defines a section. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { LengthMm, SpacePoint } from '../../../schemas/units.ts';
import { hintsFor } from '../../building/hints.ts';
import { Scale } from '../arguments.ts';
import { planView, ViewOutput } from '../planned-view.ts';

/** Minimum squared length in plan of a normal that has a direction in plan. */
const SQUARED_LENGTH_MIN = 1e-12;

const Normal = z.strictObject({
  x: z.number().min(-1e6).max(1e6),
  y: z.number().min(-1e6).max(1e6),
  z: z.number().min(-1e6).max(1e6).default(0).describe('Ignored: the plane is vertical.'),
});

/** Defines a section. */
export const createSection = defineCommand({
  name: 'create_section',
  title: 'Define a section',
  description:
    'Defines a section: the building cut by a vertical plane, with the parts behind it, hidden lines removed.',
  action: 'CREATE',
  input: z.strictObject({
    cut_plane: z
      .strictObject({
        origin: SpacePoint.describe('Any point of the plane, world mm.'),
        normal: Normal.describe('Horizontal normal in world x, y, towards the viewer.'),
      })
      .describe('Vertical plane that cuts the building.'),
    depth: LengthMm.describe('Depth shown behind the plane, mm. Default: everything.').optional(),
    scale: Scale,
  }),
  output: ViewOutput,
  refusals: hintsFor('INVALID_ARGUMENT'),
  plan({ cut_plane: { origin, normal }, depth, scale }, _view: BuildingView, { refuse, ids }) {
    const { x, y } = normal;
    if (x * x + y * y <= SQUARED_LENGTH_MIN) {
      refuse(
        'INVALID_ARGUMENT',
        'expected a horizontal `normal`, received one that is vertical or zero',
      );
    }
    return planView({ view: 'section', origin, normal, depth: depth ?? null, scale }, [], ids);
  },
});
