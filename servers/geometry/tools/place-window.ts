/** @module place_window: a window in a wall. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { ParamsOf } from '../../../kernel/kinds/elements.ts';
import { WINDOW_TYPES } from '../../../kernel/kinds/types/operations.ts';
import { window } from '../../../kernel/kinds/window.ts';
import { createElement } from '../../../kernel/model/plan/create.ts';
import { typedParams } from '../../../kernel/model/plan/of-type.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import { LengthMm } from '../../../schemas/units.ts';
import { distance } from '../../building/arguments.ts';
import { NAMED_AND_TYPED, PLACING_HINTS, WALL_PLACE } from '../in-wall.ts';

type Sizes = Pick<ParamsOf<'window'>, 'width' | 'height' | 'window_type'>;

/** What a window has that neither its type nor its caller gives. */
const PRESETS: Sizes = { width: 1200, height: 1000, window_type: 'fixed' };

/** Places a window. */
export const placeWindow = defineCommand({
  name: 'place_window',
  title: 'Place a window in a wall',
  description: 'Cuts a wall, within its length and height, and places a window on its sill.',
  action: 'CREATE',
  input: z.strictObject({
    ...WALL_PLACE,
    width: LengthMm.optional().describe('mm; 1200.'),
    height: LengthMm.optional().describe('mm; 1000.'),
    sill_height: distance('Sill above the foot of the wall', 900),
    window_type: z.enum(WINDOW_TYPES).optional().describe('How it opens; fixed.'),
    ...NAMED_AND_TYPED,
  }),
  output: z.object({ window_id: z.string(), wall_id: z.string(), offset: z.number() }),
  refusals: PLACING_HINTS,
  plan({ wall_id, name = null, type_id, anchor, ...rest }, view: ModelView, context) {
    const { width, height, window_type } = rest;
    const sizes = typedParams(
      type_id,
      { given: { width, height, window_type }, presets: PRESETS },
      view,
      context,
    );
    const younger = {
      ...(type_id === undefined ? {} : { type_id }),
      ...(anchor === undefined ? {} : { anchor }),
    };
    const made = createElement(
      window,
      { ...rest, ...sizes, host_id: wall_id, name, ...younger },
      view,
      context,
    );
    return made.plan({ window_id: made.id, ...made.facts });
  },
});
