/** @module storey-exits: escape routes of a storey (UK-ADB, Table 2.2). */
import { aRoom, onLevel } from '../../examples/rooms.ts';
import { notApplicable } from '../../measured.ts';
import { storeyExits, storeyLoad } from '../../measures/occupants.ts';
import { atLeast, exits, persons } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const adbStoreyExits = defineRule({
  title: 'Escape routes of a storey',
  source: { clause: 'Table 2.2', confidence: 'L' },
  subject: 'level',
  uses: [storeyExits],
  parameters: { one: persons(60), two: persons(600) },
  check: (level, run, { one, two }) => {
    const ways = storeyExits.of(run, level.id);
    if (ways.outcome !== 'value') return ways;
    const load = storeyLoad(run, level.id);
    if (load.outcome !== 'value') return load;
    if (load.value === 0) return notApplicable('no occupants are counted on the storey');
    const needed = load.value > two.value ? 3 : load.value > one.value ? 2 : 1;
    return atLeast(ways, exits(needed), 'add an exit, or another stair');
  },
  pass: onLevel(
    aRoom(
      { usage: 'meeting', width: 12_000, depth: 7200, doors: [500, 8000] },
      'a storey for 63 persons with two exits',
    ),
  ),
  fail: onLevel(
    aRoom(
      { usage: 'meeting', width: 12_000, depth: 7200 },
      'a storey for 63 persons with one exit',
    ),
  ),
  not_applicable: onLevel(aRoom({ usage: 'corridor' }, 'a storey without occupants')),
});
