/** @module create_opening: a void through a wall, floor or roof. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { opening } from '../../../kernel/kinds/opening.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { AngleDeg, DistanceMm, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { distance, idOf } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates an opening. */
export const createOpening = defineCommand({
  name: 'create_opening',
  title: 'Create an opening',
  description:
    'Cuts a rectangular opening with nothing in it: in a wall at an offset along it, in a floor or roof at a location (shafts, stairwells). For doors and windows use place_door and place_window.',
  action: 'CREATE',
  input: z.strictObject({
    host_id: idOf('Wall, floor or roof to cut.'),
    offset: DistanceMm.describe('Wall: from its start to the near edge, mm.').optional(),
    location: PlanPoint.describe('Floor or roof: centre of the opening, mm.').optional(),
    sill: distance('Wall: bottom above its foot', 0),
    width: LengthMm.describe('Along the wall, or along x, mm.'),
    height: LengthMm.describe('Upwards, or along y in a floor or roof, mm.'),
    turn_deg: AngleDeg.optional().describe('Floor or roof: turn, degrees counter-clockwise.'),
  }),
  output: z.object({ opening_id: z.string(), host_id: z.string() }),
  refusals: hintsFor(
    'ELEMENT_NOT_FOUND',
    'CROSS_BRANCH',
    'NOT_A_HOST',
    'INVALID_ARGUMENT',
    'OPENING_EXCEEDS_HOST',
    'OPENING_OVERLAP',
    'OUT_OF_MODEL_BOUNDS',
    'OUT_OF_RANGE',
  ),
  plan(input, view: ModelView, context) {
    const { offset = null, location = null, turn_deg, ...rest } = input;
    const turn = location === null && turn_deg === undefined ? {} : { turn_deg: turn_deg ?? 0 };
    const given = { ...rest, offset, location, name: null, ...turn };
    const made = createElement(opening, given, view, context);
    return made.plan({ opening_id: made.id, ...made.facts });
  },
});
