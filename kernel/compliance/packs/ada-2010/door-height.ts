/** @module door-height: clear height of a door (ADA-2010, 404.2.3). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorClearHeight } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaDoorHeight = defineRule({
  id: 'ADA-2010.door-height',
  title: 'Clear height of a door',
  source: ada('404.2.3', 'H'),
  subject: 'door',
  parameters: { least: mm(2030) },
  check: (door, run, { least }) =>
    offRoute(run, door.id) ??
    atLeast(
      doorClearHeight.of(run, door.id),
      least,
      'choose a higher door, or take away what hangs in it',
    ),
  examples: {
    limit: aDoor({ height: 2030 }, 'a door of 2,030 mm height'),
    beyond: aDoor({ height: 2029 }, 'a door of 2,029 mm height'),
    not_applicable: aDoorAlone(),
  },
});
