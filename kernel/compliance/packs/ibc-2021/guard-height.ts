/** @module guard-height: height of a guard (IBC-2021, 1015.3). */
import { aTerrace } from '../../examples/edges.ts';
import { guardHeight } from '../../measures/guards.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcGuardHeight = defineRule({
  id: 'IBC-2021.guard-height',
  title: 'Height of a guard',
  source: ibc('1015.3', 'H'),
  subject: 'floor',
  parameters: { least: mm(1067), drop: mm(762) },
  check: (floor, run, { least, drop }) =>
    atLeast(guardHeight(run, floor.id, drop.value), least, 'raise the railing or the wall'),
  examples: {
    limit: aTerrace({ drop: 3000, railing: 1067 }, 'a railing of 1,067 mm'),
    beyond: aTerrace({ drop: 3000, railing: 1066 }, 'a railing of 1,066 mm'),
    not_applicable: aTerrace({ drop: 762, railing: 900 }, 'a railing above a drop of 762 mm'),
  },
});
