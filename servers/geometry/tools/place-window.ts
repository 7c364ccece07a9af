/** @module place_window: a window in a wall. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { ParamsOf } from '../../../kernel/building/kinds/elements.ts';
import { HOLE_SHAPES } from '../../../kernel/building/kinds/shared/hole-form.ts';
import { WINDOW_TYPES } from '../../../kernel/building/kinds/types/operations.ts';
import { window } from '../../../kernel/building/kinds/window/window.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import { typedParams } from '../../../kernel/building/model/plan/of-type.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { LengthMm } from '../../../schemas/units.ts';
import { distance, Outline } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { NAMED_AND_TYPED, PLACING_HINTS, WALL_PLACE } from '../in-wall.ts';

type Sizes = Pick<ParamsOf<'window'>, 'width' | 'height' | 'window_type'>;

/** Sizes of a window without a type or arguments. */
const PRESETS: Sizes = { width: 1200, height: 1000, window_type: 'fixed' };

/** Places a window. */
export const placeWindow = defineCommand({
  name: 'place_window',
  title: 'Place a window in a wall',
  description: 'Cuts a wall, within its length and height, and places a window on a sill.',
  action: 'CREATE',
  input: z.strictObject({
    ...WALL_PLACE,
    width: LengthMm.optional().describe('Width, mm. Default: that of its type, else 1200.'),
    height: LengthMm.optional().describe('Height, mm. Default: that of its type, else 1000.'),
    sill_height: distance('Sill above the wall foot', 900),
    window_type: z
      .enum(WINDOW_TYPES)
      .optional()
      .describe('How it opens. Default: as its type, else fixed.'),
    shape: z
      .enum(HOLE_SHAPES)
      .optional()
      .describe(
        'round: an ellipse in width and height, a circle if they are equal; arched: its top is an arc. In straight walls only. Default: rectangle.',
      ),
    rise: LengthMm.optional().describe(
      'arched only: height of the arch, mm, at most half the width. Default: half the width, a semicircle.',
    ),
    outline: Outline.optional().describe(
      'Corners instead of shape, width and height, mm: x from its left edge (nearer the wall start), y above its sill, both from 0.',
    ),
    ...NAMED_AND_TYPED,
  }),
  output: z.object({ window_id: z.string(), wall_id: z.string(), offset: z.number() }),
  refusals: { ...PLACING_HINTS, ...hintsFor('INVALID_BOUNDARY') },
  plan(input, view: ModelView, context) {
    const { wall_id, name = null, type_id, anchor, shape, rise, outline, ...rest } = input;
    const { width, height, window_type } = rest;
    if (outline !== undefined && (width ?? height ?? shape ?? rise) !== undefined) {
      context.refuse(
        'INVALID_ARGUMENT',
        '`outline` was given with `shape`, `rise` or sizes; expected only the outline',
      );
    }
    const sizes = typedParams(
      type_id,
      { given: { width, height, window_type }, presets: PRESETS },
      view,
      context,
    );
    const optional = {
      ...(type_id === undefined ? {} : { type_id }),
      ...(anchor === undefined ? {} : { anchor }),
      ...(shape === undefined ? {} : { shape }),
      ...(rise === undefined ? {} : { rise }),
      ...(outline === undefined ? {} : { outline }),
    };
    const created = createElement(
      window,
      { ...rest, ...sizes, host_id: wall_id, name, ...optional },
      view,
      context,
    );
    return created.plan({ window_id: created.id, ...created.facts });
  },
});
