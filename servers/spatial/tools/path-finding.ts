/** @module path_finding: the shortest route from room to room. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { ElementOf } from '../../../kernel/building/kinds/elements.ts';
import { room } from '../../../kernel/building/kinds/room/room.ts';
import { requireKind } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { NoPath, Path } from '../../../kernel/building/spatial/paths.ts';
import { shortestPath } from '../../../kernel/building/spatial/paths.ts';
import { placeIn } from '../../../kernel/building/spatial/room-place.ts';
import type { Manner } from '../../../kernel/building/spatial/routes.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { ClearWidth } from '../clear-width.ts';
import { PathFields, shownPath } from '../shown-path.ts';

const MODES = ['walk', 'step_free'] as const;

/** Finds the shortest route from the middle of one room to that of another. */
export const pathFinding = defineQuery({
  name: 'path_finding',
  title: 'Find the route between rooms',
  description:
    'Finds the shortest route of a disc of clear_width from the middle of one room to that of another, over stairs and ramps: length, turning points, doors and stairs, narrowest place; or why there is none.',
  branched: true,
  input: z.strictObject({
    from_room: elementId('Room where the route starts.', 'room'),
    to_room: elementId('Room where the route ends.', 'room'),
    mode: z.enum(MODES).default('walk').describe('walk: any route; step_free: without stairs.'),
    clear_width: ClearWidth,
  }),
  output: z.object({ from_room: z.string(), to_room: z.string(), ...PathFields }),
  refusals: hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH', 'INVALID_ARGUMENT'),
  async answer({ from_room, to_room, mode, clear_width }, view: BuildingView, { refuse }) {
    const manner = { clear_width_mm: clear_width, step_free: mode === 'step_free' };
    const [start, end] = [from_room, to_room].map((id): ElementOf<'room'> => {
      const element = requireKind(view, id, room, { refuse });
      if (view.element(element.params.level_id) === undefined) {
        refuse('INVALID_ARGUMENT', `the level of room \`${id}\` is outside your READ permission`);
      }
      return element;
    });
    if (start === undefined || end === undefined) throw new RangeError('expected two rooms');
    const found = pathBetween(view, start, end, manner);
    const { data, warnings } = shownPath(found, clear_width);
    return { data: { from_room, to_room, ...data }, warnings };
  },
});

function pathBetween(
  view: BuildingView,
  start: ElementOf<'room'>,
  end: ElementOf<'room'>,
  manner: Manner,
): Path | NoPath {
  const from = placeIn(view, start, manner);
  return shortestPath(view, from, placeIn(view, end, manner), manner);
}
