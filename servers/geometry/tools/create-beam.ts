/** @module create_beam: a straight member below the top of a level. */
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import { beam } from '../../../kernel/building/kinds/beam/beam.ts';
import { createElement } from '../../../kernel/building/model/plan/create.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { AngleDeg, CoordinateMm } from '../../../schemas/units.ts';
import {
  coordinate,
  End,
  LevelId,
  Name,
  Profile,
  SectionOutline,
  Start,
} from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

/** Creates a beam. */
export const createBeam = defineCommand({
  name: 'create_beam',
  title: 'Create a beam',
  description:
    'Creates a straight beam whose top is at the top of its level (elevation + height). An upright beam has the same start and end and another end_offset.',
  action: 'CREATE',
  input: z.strictObject({
    level_id: LevelId,
    start: Start,
    end: End,
    profile: Profile,
    outline: SectionOutline,
    elevation_offset: coordinate('Height of its top above the top of its level', 0),
    end_offset: CoordinateMm.exactOptional().describe(
      'Height of its top at the end above the top of its level, mm, for a sloping or upright beam. Default: elevation_offset.',
    ),
    roll_deg: AngleDeg.exactOptional().describe(
      'Turn of its section about its axis, degrees counter-clockwise as seen from its end. Default: none.',
    ),
    name: Name,
  }),
  output: z.object({ beam_id: z.string(), length_mm: z.number() }),
  refusals: hintsFor(
    'LEVEL_NOT_FOUND',
    'CROSS_BRANCH',
    'OUT_OF_RANGE',
    'INVALID_PROFILE',
    'OUT_OF_MODEL_BOUNDS',
  ),
  plan(input, view: ModelView, context) {
    const created = createElement(beam, { ...input, name: input.name ?? null }, view, context);
    return created.plan({ beam_id: created.id, ...created.facts });
  },
});
