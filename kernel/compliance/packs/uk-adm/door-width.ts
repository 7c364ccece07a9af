/** @module door-width: effective clear width of a door approached straight on (UK-ADM, Table 2). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorClearWidth } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adm } from '../sources.ts';

export const admDoorWidth = defineRule({
  id: 'UK-ADM.door-width',
  title: 'Effective clear width of a door approached straight on',
  source: adm('Table 2', 'L'),
  subject: 'door',
  parameters: { least: mm(800) },
  check: (door, run, { least }) =>
    offRoute(run, door.id) ??
    atLeast(
      doorClearWidth.of(run, door.id),
      least,
      'choose a wider door, or take away what stands in it',
    ),
  examples: {
    limit: aDoor({ width: 860 }, 'a door of 860 mm'),
    beyond: aDoor({ width: 859 }, 'a door of 859 mm'),
    not_applicable: aDoorAlone(),
  },
});
