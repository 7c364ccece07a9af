/** @module place_door: a door in a wall. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { door, SWINGS } from '../../../kernel/building/kinds/door/door.ts';
import type { ParamsOf } from '../../../kernel/building/kinds/elements.ts';
import { DOOR_TYPES } from '../../../kernel/building/kinds/types/operations.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import { typedParams } from '../../../kernel/building/model/plan/of-type.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { DistanceMm, LengthMm } from '../../../schemas/units.ts';
import { FireRating } from '../../building/arguments.ts';
import { NAMED_AND_TYPED, PLACING_HINTS, WALL_PLACE } from '../in-wall.ts';

type Sizes = Pick<ParamsOf<'door'>, 'width' | 'height' | 'door_type'>;

/** Sizes of a door without a type or arguments. */
const PRESETS: Sizes = { width: 900, height: 2100, door_type: 'single' };

/** Places a door. */
export const placeDoor = defineCommand({
  name: 'place_door',
  title: 'Place a door in a wall',
  description: "Cuts a wall and places a door at its foot or on a sill, within the wall's length.",
  action: 'CREATE',
  input: z.strictObject({
    ...WALL_PLACE,
    width: LengthMm.optional().describe(
      'Width of its opening, mm; leaf and stop reduce the clear width by 60 mm. Default: that of its type, else 900.',
    ),
    height: LengthMm.optional().describe(
      'Height of its opening, mm. Default: that of its type, else 2100.',
    ),
    sill: DistanceMm.exactOptional().describe(
      'Threshold of the door above the foot of the wall, mm. Default: at the foot.',
    ),
    door_type: z
      .enum(DOOR_TYPES)
      .optional()
      .describe('How it opens. Default: as its type, else single.'),
    swing: z
      .enum(SWINGS)
      .default('left')
      .describe(
        "left, right: hinge nearer the wall's start or end; both open to the left of the wall seen from start to end. both: opens both ways; none: no swing.",
      ),
    fire_rating_min: FireRating,
    is_exit: z
      .boolean()
      .default(false)
      .describe('Counts as an exit even if it does not lead outside at ground level.'),
    ...NAMED_AND_TYPED,
  }),
  output: z.object({ door_id: z.string(), wall_id: z.string(), offset: z.number() }),
  refusals: PLACING_HINTS,
  plan(input, view: ModelView, context) {
    const { wall_id, fire_rating_min = null, name = null, type_id, anchor, ...rest } = input;
    const { width, height, door_type } = input;
    const sizes = typedParams(
      type_id,
      { given: { width, height, door_type }, presets: PRESETS },
      view,
      context,
    );
    const optional = {
      ...(type_id === undefined ? {} : { type_id }),
      ...(anchor === undefined ? {} : { anchor }),
    };
    const created = createElement(
      door,
      { ...rest, ...sizes, host_id: wall_id, fire_rating_min, name, ...optional },
      view,
      context,
    );
    return created.plan({ door_id: created.id, ...created.facts });
  },
});
