/** @module guard-opening: openings in guarding (UK-ADK-2013, 3.3). */
import { aTerrace } from '../../examples/edges.ts';
import { floorGuardGap } from '../../measures/guards.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkGuardOpening = defineRule({
  id: 'UK-ADK-2013.guard-opening',
  title: 'Openings in guarding',
  source: adk('3.3', 'H'),
  subject: 'floor',
  parameters: { most: mm(100) },
  check: (floor, run, { most }) =>
    atMost(floorGuardGap.of(run, floor.id), most, 'close the gap in what guards the edge'),
  examples: {
    limit: aTerrace({ drop: 3000, parapet: 1100, gap: 100 }, 'a gap of 100 mm in a parapet'),
    beyond: aTerrace({ drop: 3000, parapet: 1100, gap: 101 }, 'a gap of 101 mm in a parapet'),
    not_applicable: aTerrace({ drop: 0 }, 'a terrace on the ground'),
  },
});
