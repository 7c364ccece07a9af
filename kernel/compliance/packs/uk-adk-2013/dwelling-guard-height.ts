/** @module dwelling-guard-height: height of guarding in a dwelling (UK-ADK-2013, Diagram 3.1). */
import { aTerrace } from '../../examples/edges.ts';
import { guardHeight } from '../../measures/guards.ts';
import { servedOn } from '../../measures/served.ts';
import { atLeast, mm, otherwise, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adk } from '../sources.ts';

export const adkDwellingGuardHeight = defineRule({
  id: 'UK-ADK-2013.dwelling-guard-height',
  title: 'Height of guarding in a dwelling',
  source: adk('Diagram 3.1', 'H'),
  subject: 'floor',
  reach: 'storey',
  parameters: { least: mm(900), drop: mm(600) },
  check: (floor, run, { least, drop }) => {
    const served = servedOn(run, floor.params.level_id);
    if (served === 'other') return otherwise('the floor is in no dwelling');
    if (served === 'unknown') {
      return unknown('no usage tells whether the floor is in a dwelling: set that of its rooms');
    }
    return atLeast(guardHeight(run, floor.id, drop.value), least, 'raise the railing or the wall');
  },
  examples: {
    limit: aTerrace({ drop: 3000, railing: 900, occupancy: 'R-3' }, 'a railing of 900 mm'),
    beyond: aTerrace({ drop: 3000, railing: 899, occupancy: 'R-3' }, 'a railing of 899 mm'),
    not_applicable: aTerrace(
      { drop: 3000, railing: 800, occupancy: 'B' },
      'a railing in an office',
    ),
  },
});
