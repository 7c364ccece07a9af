/** @module door-width: clear width of a door (ADA-2010, 404.2.3). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorClearWidth } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaDoorWidth = defineRule({
  id: 'ADA-2010.door-width',
  title: 'Clear width of a door',
  source: ada('404.2.3', 'H'),
  subject: 'door',
  parameters: { least: mm(815) },
  check: (door, run, { least }) =>
    offRoute(run, door.id) ??
    atLeast(
      doorClearWidth.of(run, door.id),
      least,
      'choose a wider door, or take away what stands in it',
    ),
  examples: {
    limit: aDoor({ width: 875 }, 'a door of 875 mm'),
    beyond: aDoor({ width: 874 }, 'a door of 874 mm'),
    not_applicable: aDoorAlone(),
  },
});
