/** @module storey-exits: ways off a storey (IBC-2021, 1006.3.3). */
import { aRoom, onLevel } from '../../examples/rooms.ts';
import { storeyExits, storeyLoad } from '../../measures/occupants.ts';
import { atLeast, exits, otherwise, persons, unknown } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ibc } from '../sources.ts';

export const ibcStoreyExits = defineRule({
  id: 'IBC-2021.storey-exits',
  title: 'Ways off a storey',
  source: ibc('1006.3.3', 'M'),
  subject: 'level',
  reach: 'storey',
  parameters: {
    few: persons(500),
    many: persons(1000),
    single: persons(29),
    single_lowest: persons(49),
  },
  check: (level, run, { few, many, single, single_lowest }) => {
    const ways = storeyExits.of(run, level.id);
    if (ways.kind !== 'value') return { outcome: ways.kind, because: ways.because };
    const load = storeyLoad(run, level.id);
    if (!load.known) return unknown(load.because);
    const lowest = run.view.levels()[0]?.id === level.id;
    const alone = (lowest ? single_lowest : single).value;
    if (load.persons <= alone) {
      return otherwise(`one way out does for ${alone} persons on this storey`);
    }
    const needed = load.persons > many.value ? 4 : load.persons > few.value ? 3 : 2;
    return atLeast(ways, exits(needed), 'add an exit, or another stair');
  },
  examples: {
    limit: onLevel(
      aRoom(
        { usage: 'meeting', width: 10_000, depth: 7000, doors: [500, 8000] },
        'a storey for 51 persons with two exits',
      ),
    ),
    beyond: onLevel(
      aRoom(
        { usage: 'meeting', width: 10_000, depth: 7000 },
        'a storey for 51 persons with one exit',
      ),
    ),
    not_applicable: onLevel(aRoom({}, 'a storey for 2 persons with one exit')),
  },
});
