/** @module guard-opening: openings in a guard (IBC-2021, 1015.4). */
import { aTerrace } from '../../examples/edges.ts';
import { floorGuardGap } from '../../measures/guards.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcGuardOpening = defineRule({
  id: 'IBC-2021.guard-opening',
  title: 'Openings in a guard',
  source: ibc('1015.4', 'M'),
  subject: 'floor',
  parameters: { most: mm(102) },
  check: (floor, run, { most }) =>
    atMost(floorGuardGap.of(run, floor.id), most, 'close the gap in what guards the edge'),
  examples: {
    limit: aTerrace({ drop: 3000, parapet: 1100, gap: 102 }, 'a gap of 102 mm in a parapet'),
    beyond: aTerrace({ drop: 3000, parapet: 1100, gap: 103 }, 'a gap of 103 mm in a parapet'),
    not_applicable: aTerrace({ drop: 0 }, 'a terrace on the ground'),
  },
});
