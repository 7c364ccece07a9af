/** @module create_stair: flights and landings between two levels, with the opening above. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import {
  HANDRAILS,
  STAIR_SHAPES,
  STAIR_TURNS,
} from '../../../kernel/building/kinds/stair/stair-plan.ts';
import { stair } from '../../../kernel/building/kinds/stair/stair.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import { noFloor, stairOpenings } from '../../../kernel/building/model/plan/stair-openings.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { CoordinateMm, LengthMm, PlanPoint } from '../../../schemas/units.ts';
import { Direction, elementId, Name, size } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Hint for an opening above the stair that does not fit its floor. */
const NO_ROOM =
  'move start, use another direction_deg, shape or turn, or clear the space in the floor above';

/** Creates a stair. */
export const createStair = defineCommand({
  name: 'create_stair',
  title: 'Create a stair',
  description: 'Creates a stair to a higher level, straight or turning on a landing.',
  action: 'CREATE',
  input: z.strictObject({
    base_level_id: elementId('Level at its foot: id or @name.', 'level'),
    top_level_id: elementId('Level at its head: id or @name.', 'level'),
    start: PlanPoint.describe('Middle of the first riser, world mm.'),
    direction_deg: Direction,
    width: LengthMm.describe('Clear width of each flight, mm.'),
    shape: z
      .enum(STAIR_SHAPES)
      .optional()
      .describe(
        'l: quarter turn; u: half turn, flights 100 mm apart, so 2 × width + 100 wide. Default: straight.',
      ),
    turn: z.enum(STAIR_TURNS).optional().describe('Side of the turn, going up. Default: left.'),
    landing: LengthMm.optional().describe('Depth of landings, mm. Default: width; straight: none.'),
    handrails: z
      .enum(HANDRAILS)
      .optional()
      .describe('Sides with handrails, going up. Default: none.'),
    cut_floor: z
      .boolean()
      .optional()
      .describe('Also cuts floors of the upper level, for 2000 mm of headroom. Default: false.'),
    base_offset: CoordinateMm.optional().describe(
      'Height of its foot above base_level_id, mm. Default: 0.',
    ),
    top_offset: CoordinateMm.optional().describe(
      'Height of its head above top_level_id, mm. Default: 0.',
    ),
    top_tread: z
      .boolean()
      .optional()
      .describe('Whether its last tread is level with its head. Default: false.'),
    riser_max: size('Maximum height of a riser', 180),
    tread: size('Depth of a tread', 280),
    name: Name,
  }),
  output: z.object({
    stair_id: z.string(),
    risers: z.number(),
    riser_mm: z.number(),
    run_mm: z.number(),
    opening_ids: z.array(z.string()),
  }),
  refusals: {
    ...hintsFor(
      'LEVEL_NOT_FOUND',
      'CROSS_BRANCH',
      'ELEMENT_NOT_FOUND',
      'INVALID_ARGUMENT',
      'INVALID_BOUNDARY',
      'INVALID_STAIR',
      'NOT_A_HOST',
      'OUT_OF_MODEL_BOUNDS',
      'OUT_OF_RANGE',
    ),
    OPENING_EXCEEDS_HOST: NO_ROOM,
    OPENING_OVERLAP: NO_ROOM,
  },
  plan({ base_level_id, base_offset, top_offset, top_tread, ...rest }, view: ModelView, context) {
    const { name = null, shape = null, turn = null, landing = null, handrails = null } = rest;
    const cut_floor = rest.cut_floor ?? null;
    const ends = {
      ...(base_offset === undefined ? {} : { base_offset }),
      ...(top_offset === undefined ? {} : { top_offset }),
      ...(top_tread === undefined ? {} : { top_tread }),
    };
    const given = { ...rest, ...ends, name, shape, turn, landing, handrails, cut_floor };
    const created = createElement(stair, { ...given, level_id: base_level_id }, view, context);
    const { events, opening_ids, relies_on } = stairOpenings(null, created.element, view, context);
    if (cut_floor === true && opening_ids.length === 0) {
      context.refuse('INVALID_STAIR', noFloor(created.element), { cut_floor });
    }
    const answer = { stair_id: created.id, ...created.facts, opening_ids: [...opening_ids] };
    const plan = created.plan(answer, { relies_on });
    return { ...plan, events: [...plan.events, ...events] };
  },
});
