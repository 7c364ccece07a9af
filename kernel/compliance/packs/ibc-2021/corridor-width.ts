/** @module corridor-width: width of a corridor (IBC-2021, Table 1020.3). */
import { aCorridor, aRoom } from '../../examples/rooms.ts';
import {
  corridorLoad,
  corridorWidth,
  notCorridor,
  prepareCorridors,
} from '../../measures/corridors.ts';
import { groupOf } from '../../measures/occupants.ts';
import { atLeast, mm, persons, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcCorridorWidth = defineRule({
  id: 'IBC-2021.corridor-width',
  title: 'Width of a corridor',
  source: ibc('Table 1020.3', 'M'),
  subject: 'room',
  reach: 'storey',
  prepare: prepareCorridors,
  parameters: {
    least: mm(1118),
    few: mm(914),
    fewer_than: persons(50),
    school: mm(1829),
    school_from: persons(100),
  },
  check: (room, run, { least, few, fewer_than, school, school_from }) => {
    const beside = notCorridor(run, room);
    if (beside !== null) return beside;
    const load = corridorLoad(run, room);
    if (!load.known) return unknown(load.because);
    const at_school = groupOf(run, room) === 'E' && load.persons >= school_from.value;
    const needed = at_school ? school : load.persons < fewer_than.value ? few : least;
    return atLeast(
      corridorWidth.of(run, room.id),
      needed,
      'move a wall, or take away what stands in the corridor',
    );
  },
  examples: {
    limit: aCorridor(
      { depth: 1118, room: 'meeting' },
      'a corridor of 1,118 mm from a room for 58 persons',
    ),
    beyond: aCorridor(
      { depth: 1117, room: 'meeting' },
      'a corridor of 1,117 mm from a room for 58 persons',
    ),
    not_applicable: aRoom({ depth: 900, doors: [500, 3000] }, 'an office of 900 mm'),
  },
});
