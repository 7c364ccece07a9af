/** @module corridor-width: width of a corridor (IBC-2021, Table 1020.3). */
import { aCorridor, aRoom } from '../../examples/rooms.ts';
import { corridor } from '../../guards.ts';
import { corridorLoad, corridorWidth } from '../../measures/corridors.ts';
import { groupOf } from '../../measures/occupants.ts';
import { atLeast, inches, persons } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcCorridorWidth = defineRule({
  title: 'Width of a corridor',
  source: { clause: 'Table 1020.3', confidence: 'M' },
  subject: 'room',
  uses: [corridorWidth],
  parameters: {
    least: inches(44),
    few: inches(36),
    fewer_than: persons(50),
    school: inches(72),
    school_from: persons(100),
  },
  check: (room, run, { least, few, fewer_than, school, school_from }) => {
    const exempt = corridor.exempt(room, run);
    if (exempt !== null) return exempt;
    const load = corridorLoad(run, room);
    if (load.outcome !== 'value') return load;
    const at_school = groupOf(run, room) === 'E' && load.value >= school_from.value;
    const needed = at_school ? school : load.value < fewer_than.value ? few : least;
    return atLeast(
      corridorWidth.of(run, room.id),
      needed,
      'move a wall, or remove what obstructs the corridor',
    );
  },
  pass: aCorridor(
    { depth: 1117.6, room: 'meeting' },
    'a corridor of 1,117.6 mm from a room for 58 persons',
  ),
  fail: aCorridor(
    { depth: 1117.5, room: 'meeting' },
    'a corridor of 1,117.5 mm from a room for 58 persons',
  ),
  not_applicable: aRoom({ depth: 900, doors: [500, 3000] }, 'an office of 900 mm'),
});
