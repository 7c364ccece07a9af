/** @module guard-needed: guard along an edge above a drop (IBC-2021, 1015.2). */
import { aTerrace } from '../../examples/edges.ts';
import { floorOpenDrop } from '../../measures/guards.ts';
import { atMost, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcGuardNeeded = defineRule({
  id: 'IBC-2021.guard-needed',
  title: 'Guard along an edge above a drop',
  source: ibc('1015.2', 'H'),
  subject: 'floor',
  parameters: { most: mm(762) },
  check: (floor, run, { most }) =>
    atMost(floorOpenDrop.of(run, floor.id), most, 'set a railing or a wall along the edge'),
  examples: {
    limit: aTerrace({ drop: 762 }, 'an open terrace 762 mm above the ground'),
    beyond: aTerrace({ drop: 763 }, 'an open terrace 763 mm above the ground'),
    not_applicable: aTerrace({ drop: 0 }, 'a terrace on the ground'),
  },
});
