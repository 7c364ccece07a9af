/** @module door-width: clear width of a door (DIN-18040-1, 4.3.3). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorClearWidth } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { din } from '../sources.ts';

export const dinDoorWidth = defineRule({
  id: 'DIN-18040-1.door-width',
  title: 'Clear width of a door',
  source: din('4.3.3', 'M'),
  subject: 'door',
  parameters: { least: mm(900) },
  check: (door, run, { least }) =>
    offRoute(run, door.id) ??
    atLeast(
      doorClearWidth.of(run, door.id),
      least,
      'choose a wider door, or take away what stands in it',
    ),
  examples: {
    limit: aDoor({ width: 960 }, 'a door of 960 mm'),
    beyond: aDoor({ width: 959 }, 'a door of 959 mm'),
    not_applicable: aDoorAlone(),
  },
});
