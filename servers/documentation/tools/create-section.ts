/** @module create_section: the definition of a section. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { LengthMm, SpacePoint } from '../../../schemas/units.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { Scale } from '../arguments.ts';
import { planView, ViewOutput } from '../planned-view.ts';

/** Shorter than this in plan (squared), a normal points nowhere. */
const NOWHERE = 1e-12;

const Normal = z.strictObject({
  x: z.number().min(-1e6).max(1e6),
  y: z.number().min(-1e6).max(1e6),
  z: z.number().min(-1e6).max(1e6).default(0),
});

/** Defines a section. */
export const createSection = defineCommand({
  name: 'create_section',
  title: 'Define a section',
  description:
    'Defines a section: the building cut open by an upright plane, with what lies behind it, hidden lines removed. normal points at who looks. Keeps the definition only: it is drawn anew from the model each time. Then export_drawing, render_view or create_sheet.',
  action: 'CREATE',
  input: z.strictObject({
    cut_plane: z
      .strictObject({
        origin: SpacePoint.describe('A point of it, mm.'),
        normal: Normal.describe('Towards who looks; level.'),
      })
      .describe('Where it is cut.'),
    depth: LengthMm.describe('How far is seen behind the plane, mm. Default: all.').optional(),
    scale: Scale,
  }),
  output: ViewOutput,
  refusals: hintsFor('INVALID_ARGUMENT'),
  plan({ cut_plane: { origin, normal }, depth, scale }, _view: BuildingView, { refuse, ids }) {
    const { x, y } = normal;
    if (x * x + y * y <= NOWHERE) {
      refuse('INVALID_ARGUMENT', 'got a `normal` that is upright or zero, expected a level one');
    }
    return planView({ view: 'section', origin, normal, depth: depth ?? null, scale }, [], ids);
  },
});
