/** @module door-movement: movement area before a door (DIN-18040-1, 4.3.3). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorDepthLesser } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { din } from '../sources.ts';

export const dinDoorMovement = defineRule({
  id: 'DIN-18040-1.door-movement',
  title: 'Movement area before a door',
  source: din('4.3.3', 'M'),
  subject: 'door',
  parameters: { least: mm(1500) },
  check: (door, run, { least }) =>
    offRoute(run, door.id) ??
    atLeast(doorDepthLesser.of(run, door.id), least, 'leave more floor free before the door'),
  examples: {
    limit: aDoor({ depths: [1500, 2000] }, '1,500 mm of free floor before the door'),
    beyond: aDoor({ depths: [1499, 2000] }, '1,499 mm of free floor before the door'),
    not_applicable: aDoorAlone(),
  },
});
