/** @module door-approach: free depth before a door on its pull side, approached from the front (ADA-2010, 404.2.4). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorDepthGreater } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaDoorApproach = defineRule({
  id: 'ADA-2010.door-approach',
  title: 'Free depth before a door on its pull side, approached from the front',
  source: ada('404.2.4', 'M'),
  severity: 'warning',
  subject: 'door',
  parameters: { least: mm(1525) },
  check: (door, run, { least }) =>
    offRoute(run, door.id) ??
    atLeast(
      doorDepthGreater.of(run, door.id),
      least,
      'leave more floor free before one side of the door, or let it be approached from its side',
    ),
  examples: {
    limit: aDoor({ depths: [1525, 1000] }, '1,525 mm of free floor before one side of the door'),
    beyond: aDoor(
      { depths: [1524, 1000] },
      '1,524 mm of free floor before one side of the door and 1,000 mm before the other',
    ),
    not_applicable: aDoorAlone(),
  },
});
