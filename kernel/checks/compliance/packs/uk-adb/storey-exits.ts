/** @module storey-exits: escape routes of a storey (UK-ADB, Table 2.2). */
import { aRoom, onLevel } from '../../examples/rooms.ts';
import { storeyExits, storeyLoad } from '../../measures/occupants.ts';
import { atLeast, exits, otherwise, persons, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { adb } from '../sources.ts';

export const adbStoreyExits = defineRule({
  id: 'UK-ADB.storey-exits',
  title: 'Escape routes of a storey',
  source: adb('Table 2.2', 'L'),
  subject: 'level',
  reach: 'storey',
  parameters: { one: persons(60), two: persons(600) },
  check: (level, run, { one, two }) => {
    const ways = storeyExits.of(run, level.id);
    if (ways.kind !== 'value') return { outcome: ways.kind, because: ways.because };
    const load = storeyLoad(run, level.id);
    if (!load.known) return unknown(load.because);
    if (load.persons === 0) return otherwise('nobody is counted on the storey');
    const needed = load.persons > two.value ? 3 : load.persons > one.value ? 2 : 1;
    return atLeast(ways, exits(needed), 'add an exit, or another stair');
  },
  examples: {
    limit: onLevel(
      aRoom(
        { usage: 'meeting', width: 12_000, depth: 7200, doors: [500, 8000] },
        'a storey for 62 persons with two exits',
      ),
    ),
    beyond: onLevel(
      aRoom(
        { usage: 'meeting', width: 12_000, depth: 7200 },
        'a storey for 62 persons with one exit',
      ),
    ),
    not_applicable: onLevel(aRoom({ usage: 'corridor' }, 'a storey without people')),
  },
});
