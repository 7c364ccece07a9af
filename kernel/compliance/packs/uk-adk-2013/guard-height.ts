/** @module guard-height: height of guarding outside dwellings (UK-ADK-2013, Diagram 3.1). */
import { aTerrace } from '../../examples/edges.ts';
import { guardHeight } from '../../measures/guards.ts';
import { servedOn } from '../../measures/served.ts';
import { atLeast, mm, otherwise, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkGuardHeight = defineRule({
  id: 'UK-ADK-2013.guard-height',
  title: 'Height of guarding outside dwellings',
  source: adk('Diagram 3.1', 'H'),
  subject: 'floor',
  reach: 'storey',
  parameters: { least: mm(1100), drop: mm(600) },
  check: (floor, run, { least, drop }) => {
    const served = servedOn(run, floor.params.level_id);
    if (served === 'dwelling') return otherwise('the floor is in a dwelling');
    if (served === 'unknown') {
      return unknown('no usage tells whether the floor is in a dwelling: set that of its rooms');
    }
    return atLeast(guardHeight(run, floor.id, drop.value), least, 'raise the railing or the wall');
  },
  examples: {
    limit: aTerrace({ drop: 3000, railing: 1100, occupancy: 'B' }, 'a railing of 1100 mm'),
    beyond: aTerrace({ drop: 3000, railing: 1099, occupancy: 'B' }, 'a railing of 1099 mm'),
    not_applicable: aTerrace({ drop: 3000, railing: 800, occupancy: 'R-3' }, 'a railing in a home'),
  },
});
