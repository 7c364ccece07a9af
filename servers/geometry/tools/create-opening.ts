/** @module create_opening: a void through a wall, floor or roof. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { KINDS } from '../../../kernel/building/kinds/elements.ts';
import { isOf } from '../../../kernel/building/kinds/kind.ts';
import { boxOfOutline } from '../../../kernel/building/kinds/opening/opening-outline.ts';
import { opening } from '../../../kernel/building/kinds/opening/opening.ts';
import { HOLE_SHAPES } from '../../../kernel/building/kinds/shared/hole-form.ts';
import { wall } from '../../../kernel/building/kinds/wall/wall.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { AngleDeg, DistanceMm, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { Anchored, distance, elementId, Name, Outline } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Kinds that can host openings. */
const HOSTS = KINDS.all.flatMap(({ kind, holds }) => (holds === 'none' ? [] : [kind]));

/** Creates an opening. */
export const createOpening = defineCommand({
  name: 'create_opening',
  title: 'Create an opening',
  description:
    'Cuts an opening: in a wall with offset, width, height and sill; in a floor or roof with location, width and height; or with an outline.',
  action: 'CREATE',
  input: z.strictObject({
    host_id: elementId('Wall, floor or roof to cut: id or @name.', ...HOSTS),
    offset: DistanceMm.describe(
      "In a wall: from the wall's start to the near edge, mm.",
    ).optional(),
    location: PlanPoint.describe('In a floor or roof: centre, world mm.').optional(),
    sill: distance('In a wall: bottom edge of the opening above the foot of the wall', 0),
    width: LengthMm.optional().describe('Width along the wall, else along x, mm.'),
    height: LengthMm.optional().describe('Height in a wall, else length along y, mm.'),
    turn_deg: AngleDeg.optional().describe(
      'In a floor or roof: rotation, degrees counter-clockwise. Default: 0.',
    ),
    outline: Outline.optional().describe(
      'Corners instead of position and sizes, mm: world x, y; in a wall x from its start, y above its foot.',
    ),
    shape: z
      .enum(HOLE_SHAPES)
      .optional()
      .describe(
        'Form within width and height, in walls only in straight ones. round: an ellipse, a circle if they are equal; arched: its top is an arc, in walls only. Default: rectangle.',
      ),
    rise: LengthMm.optional().describe(
      'arched only: height of the arch, mm, at most half the width. Default: half the width.',
    ),
    name: Name,
    anchor: Anchored,
  }),
  output: z.object({ opening_id: z.string(), host_id: z.string() }),
  refusals: hintsFor(
    'ELEMENT_NOT_FOUND',
    'CROSS_BRANCH',
    'NOT_A_HOST',
    'INVALID_ARGUMENT',
    'INVALID_BOUNDARY',
    'OPENING_EXCEEDS_HOST',
    'OPENING_OVERLAP',
    'OUT_OF_MODEL_BOUNDS',
    'OUT_OF_RANGE',
  ),
  plan(input, view: ModelView, context) {
    const {
      offset = null,
      location = null,
      name = null,
      turn_deg,
      outline,
      anchor,
      shape,
      rise,
      ...rest
    } = input;
    const anchored = {
      ...(anchor === undefined ? {} : { anchor }),
      ...(shape === undefined ? {} : { shape }),
      ...(rise === undefined ? {} : { rise }),
    };
    if (outline !== undefined) {
      const { width, height } = rest;
      if ([offset, location, width, height].some((one) => one !== undefined && one !== null)) {
        context.refuse(
          'INVALID_ARGUMENT',
          '`outline` was given with a position or sizes; expected only the outline',
        );
      }
      const box = boxOfOutline(outline, isOf(wall, view.element(rest.host_id)));
      const given = {
        ...rest,
        ...box,
        name,
        outline,
        ...(turn_deg === undefined ? {} : { turn_deg }),
        ...anchored,
      };
      const created = createElement(opening, given, view, context);
      return created.plan({ opening_id: created.id, ...created.facts });
    }
    const { width, height } = rest;
    if (width === undefined || height === undefined) {
      return context.refuse(
        'INVALID_ARGUMENT',
        isOf(wall, view.element(rest.host_id))
          ? 'expected `offset`, `width` and `height` in a wall, or an `outline`'
          : 'expected `location`, `width` and `height` in a floor or roof, or an `outline`',
      );
    }
    const turn = location === null && turn_deg === undefined ? {} : { turn_deg: turn_deg ?? 0 };
    const given = { ...rest, width, height, offset, location, name, ...turn, ...anchored };
    const created = createElement(opening, given, view, context);
    return created.plan({ opening_id: created.id, ...created.facts });
  },
});
