/** @module door-width-deep: clear width of a deep doorway (ADA-2010, 404.2.3). */
import { aDoor } from '../../examples/doors.ts';
import { doorClearWidth, doorDeep } from '../../measures/doors.ts';
import { offRoute } from '../../measures/served.ts';
import { atLeast, mm, otherwise } from '../../outcome.ts';
import { defineRule } from '../../rule.ts';
import { ada } from '../sources.ts';

export const adaDoorWidthDeep = defineRule({
  id: 'ADA-2010.door-width-deep',
  title: 'Clear width of a deep doorway',
  source: ada('404.2.3', 'H'),
  subject: 'door',
  parameters: { least: mm(915), deep: mm(610) },
  check: (door, run, { least, deep }) => {
    const depth = doorDeep.of(run, door.id);
    if (depth.kind === 'value' && depth.value <= deep.value) {
      return otherwise(`one passes through no more than ${deep.value} mm of wall`);
    }
    return (
      offRoute(run, door.id) ??
      atLeast(doorClearWidth.of(run, door.id), least, 'choose a wider door, or a thinner wall')
    );
  },
  examples: {
    limit: aDoor({ width: 975, wall: 700 }, 'a door of 975 mm in a wall of 700 mm'),
    beyond: aDoor({ width: 974, wall: 700 }, 'a door of 974 mm in a wall of 700 mm'),
    not_applicable: aDoor({ width: 900, wall: 610 }, 'a door in a wall of 610 mm'),
  },
});
