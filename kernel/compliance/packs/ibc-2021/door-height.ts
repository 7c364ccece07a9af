/** @module door-height: clear height of a door (IBC-2021, 1010.1.1). */
import { aDoor, aDoorAlone } from '../../examples/doors.ts';
import { doorClearHeight } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atLeast, mm } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcDoorHeight = defineRule({
  id: 'IBC-2021.door-height',
  title: 'Clear height of a door',
  source: ibc('1010.1.1', 'M'),
  subject: 'door',
  parameters: { least: mm(2032) },
  check: (door, run, { least }) =>
    offRoute(run, door.id) ??
    atLeast(
      doorClearHeight.of(run, door.id),
      least,
      'choose a higher door, or take away what hangs in it',
    ),
  examples: {
    limit: aDoor({ height: 2032 }, 'a door of 2,032 mm height'),
    beyond: aDoor({ height: 2031 }, 'a door of 2,031 mm height'),
    not_applicable: aDoorAlone(),
  },
});
