/** @module circulation_check: the shortest route of a given width between two points of a level. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { requireLevel } from '../../../kernel/building/kinds/rules/lookup.ts';
import { shortestPath } from '../../../kernel/building/spatial/paths.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { PlanPoint } from '../../../schemas/units.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { ClearWidth } from '../clear-width.ts';
import { PathFields, shownPath } from '../shown-path.ts';

/** Finds the shortest route between two points of a level. */
export const circulationCheck = defineQuery({
  name: 'circulation_check',
  title: 'Check the route between two points',
  description:
    'Finds the shortest route between two points of a level for a disc of clear_width: length, turning points, doors, narrowest place; or why there is none. Everything 20 to 1800 mm above the level is an obstacle; doors count with the width of their opening.',
  branched: true,
  input: z.strictObject({
    level_id: elementId('Level of both points: id or @name.', 'level'),
    start: PlanPoint.describe('Start of the route, world mm.'),
    end: PlanPoint.describe('End of the route, world mm.'),
    clear_width: ClearWidth,
  }),
  output: z.object({ level_id: z.string(), ...PathFields }),
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH'),
  async answer({ level_id, start, end, clear_width }, view: BuildingView, { refuse }) {
    requireLevel(view, level_id, { refuse });
    const found = shortestPath(
      view,
      { level_id, point: start },
      { level_id, point: end },
      { clear_width_mm: clear_width },
    );
    const { data, warnings } = shownPath(found, clear_width);
    return { data: { level_id, ...data }, warnings };
  },
});
