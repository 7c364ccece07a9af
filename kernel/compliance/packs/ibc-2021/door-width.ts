/** @module door-width: clear width of a door (IBC-2021, 1010.1.1). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorClearWidth } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcDoorWidth = defineRule({
  id: 'IBC-2021.door-width',
  title: 'Clear width of a door',
  source: ibc('1010.1.1', 'M'),
  subject: 'door',
  parameters: { least: mm(813) },
  check: (door, run, { least }) =>
    offRoute(run, door.id) ??
    atLeast(
      doorClearWidth.of(run, door.id),
      least,
      'choose a wider door, or take away what stands in it',
    ),
  examples: {
    limit: aDoor({ width: 873 }, 'a door of 873 mm'),
    beyond: aDoor({ width: 872 }, 'a door of 872 mm'),
    not_applicable: aDoorAlone(),
  },
});
