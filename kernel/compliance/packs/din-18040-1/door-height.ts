/** @module door-height: clear height of a door (DIN-18040-1, 4.3.3). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorClearHeight } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { din } from '../sources.ts';

export const dinDoorHeight = defineRule({
  id: 'DIN-18040-1.door-height',
  title: 'Clear height of a door',
  source: din('4.3.3', 'M'),
  subject: 'door',
  parameters: { least: mm(2050) },
  check: (door, run, { least }) =>
    offRoute(run, door.id) ??
    atLeast(
      doorClearHeight.of(run, door.id),
      least,
      'choose a higher door, or take away what hangs in it',
    ),
  examples: {
    limit: aDoor({ height: 2050 }, 'a door of 2,050 mm height'),
    beyond: aDoor({ height: 2049 }, 'a door of 2,049 mm height'),
    not_applicable: aDoorAlone(),
  },
});
