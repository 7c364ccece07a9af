/** @module circulation_check: whether something as wide as asked gets from one point of a level to another. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { requireLevel } from '../../../kernel/kinds/rules/lookup.ts';
import { shortestPath } from '../../../kernel/spatial/paths.ts';
import { PlanPoint } from '../../../schemas/units.ts';
import { elementId } from '../../building/arguments.ts';
import { drained } from '../../building/drained.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { ClearWidth } from '../clear-width.ts';
import { PathFields, shownPath } from '../shown-path.ts';

/** Answers the shortest way between two points of a level. */
export const circulationCheck = defineQuery({
  name: 'circulation_check',
  title: 'Check the way between two points',
  description:
    'Answers the shortest way between two points of a level that a disc of clear_width mm can take: length, turning points, doors on it, its narrowest place; or why there is none and which elements are too narrow. Walls, columns and all else between 20 and 1800 mm above the level are in the way; doors count with the full width of their hole.',
  branched: true,
  input: z.strictObject({
    level_id: elementId('The level.', 'level'),
    start: PlanPoint.describe('Start, mm.'),
    end: PlanPoint.describe('End, mm.'),
    clear_width: ClearWidth,
  }),
  output: z.object({ level_id: z.string(), ...PathFields }),
  refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH'),
  async answer({ level_id, start, end, clear_width }, view: BuildingView, { refuse, signal }) {
    requireLevel(view, level_id, { refuse });
    const steps = shortestPath(
      view,
      { level_id, point: start },
      { level_id, point: end },
      { clear_width_mm: clear_width },
    );
    const found = await drained(steps, { signal, progress: () => undefined });
    const { data, warnings } = shownPath(found, clear_width);
    return { data: { level_id, ...data }, warnings };
  },
});
