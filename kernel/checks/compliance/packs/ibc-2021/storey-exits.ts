/** @module storey-exits: exits of a storey (IBC-2021, 1006.3.3). */
import { aRoom, onLevel } from '../../examples/rooms.ts';
import { notApplicable } from '../../measured.ts';
import { storeyExits, storeyLoad } from '../../measures/occupants.ts';
import { atLeast, exits, persons } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';

export const ibcStoreyExits = defineRule({
  title: 'Exits of a storey',
  source: { clause: '1006.3.3', confidence: 'M' },
  subject: 'level',
  uses: [storeyExits],
  parameters: {
    few: persons(500),
    many: persons(1000),
    single: persons(29),
    single_lowest: persons(49),
  },
  check: (level, run, { few, many, single, single_lowest }) => {
    const ways = storeyExits.of(run, level.id);
    if (ways.outcome !== 'value') return ways;
    const load = storeyLoad(run, level.id);
    if (load.outcome !== 'value') return load;
    const lowest = run.view.levels()[0]?.id === level.id;
    const alone = (lowest ? single_lowest : single).value;
    if (load.value === 0) return notApplicable('no occupants are counted on the storey');
    const several = load.value > many.value ? 4 : load.value > few.value ? 3 : 2;
    const needed = load.value > alone ? several : 1;
    return atLeast(ways, exits(needed), 'add an exit, or another stair');
  },
  pass: onLevel(
    aRoom(
      { usage: 'meeting', width: 10_000, depth: 7000, doors: [500, 8000] },
      'a storey for 51 persons with two exits',
    ),
  ),
  fail: onLevel(
    aRoom(
      { usage: 'meeting', width: 10_000, depth: 7000 },
      'a storey for 51 persons with one exit',
    ),
  ),
  not_applicable: onLevel(aRoom({ usage: 'corridor' }, 'a storey without occupants')),
});
