/** @module place_door: a door in a wall. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { door, DOOR_TYPES, SWINGS } from '../../../kernel/kinds/door.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { DistanceMm } from '../../../schemas/units.ts';
import { FireRating, idOf, size } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Places a door. */
export const placeDoor = defineCommand({
  name: 'place_door',
  title: 'Place a door in a wall',
  description:
    "Cuts a wall and places a door at its foot. offset is the distance from the wall's start to the near edge of the opening; offset + width must not exceed the wall length. Example: offset 1000, width 900.",
  action: 'CREATE',
  input: z.strictObject({
    wall_id: idOf('Wall to cut.'),
    offset: DistanceMm.describe('From the start of the wall to the near edge, mm.'),
    width: size('Clear width', 900),
    height: size('Clear height', 2100),
    door_type: z.enum(DOOR_TYPES).default('single').describe('Kind of leaf.'),
    swing: z.enum(SWINGS).default('left').describe('Hinge side.'),
    fire_rating_min: FireRating,
    is_exit: z.boolean().default(false).describe('Leads out of the building.'),
  }),
  output: z.object({ door_id: z.string(), wall_id: z.string(), offset: z.number() }),
  refusals: hintsFor(
    'ELEMENT_NOT_FOUND',
    'CROSS_BRANCH',
    'NOT_A_HOST',
    'OPENING_EXCEEDS_HOST',
    'OPENING_OVERLAP',
    'OUT_OF_RANGE',
  ),
  plan({ wall_id, fire_rating_min = null, ...rest }, view: ModelView, context) {
    const made = createElement(
      door,
      { ...rest, host_id: wall_id, fire_rating_min, name: null },
      view,
      context,
    );
    return made.plan({ door_id: made.id, ...made.facts });
  },
});
