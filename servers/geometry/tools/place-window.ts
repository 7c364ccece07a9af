/** @module place_window: a window in a wall. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { window, WINDOW_TYPES } from '../../../kernel/kinds/window.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { DistanceMm } from '../../../schemas/units.ts';
import { distance, idOf, size } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Places a window. */
export const placeWindow = defineCommand({
  name: 'place_window',
  title: 'Place a window in a wall',
  description:
    "Cuts a wall and places a window on its sill. offset is the distance from the wall's start to the near edge of the opening; sill_height + height must not exceed the wall height.",
  action: 'CREATE',
  input: z.strictObject({
    wall_id: idOf('Wall to cut.'),
    offset: DistanceMm.describe('From the start of the wall to the near edge, mm.'),
    width: size('Width', 1200),
    height: size('Height', 1000),
    sill_height: distance('Sill above the foot of the wall', 900),
    window_type: z.enum(WINDOW_TYPES).default('fixed').describe('How it opens.'),
  }),
  output: z.object({ window_id: z.string(), wall_id: z.string(), offset: z.number() }),
  refusals: hintsFor(
    'ELEMENT_NOT_FOUND',
    'CROSS_BRANCH',
    'NOT_A_HOST',
    'OPENING_EXCEEDS_HOST',
    'OPENING_OVERLAP',
    'OUT_OF_RANGE',
  ),
  plan({ wall_id, ...rest }, view: ModelView, context) {
    const made = createElement(window, { ...rest, host_id: wall_id, name: null }, view, context);
    return made.plan({ window_id: made.id, ...made.facts });
  },
});
