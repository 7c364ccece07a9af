/** @module path_finding: the shortest way from room to room. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import type { Steps } from '../../../kernel/findings/steps.ts';
import type { ElementOf } from '../../../kernel/kinds/elements.ts';
import { room } from '../../../kernel/kinds/room.ts';
import { requireKind } from '../../../kernel/kinds/rules/lookup.ts';
import type { NoPath, Path } from '../../../kernel/spatial/paths.ts';
import { shortestPath } from '../../../kernel/spatial/paths.ts';
import { placeIn } from '../../../kernel/spatial/room-place.ts';
import type { Manner } from '../../../kernel/spatial/routes.ts';
import { elementId } from '../../building/arguments.ts';
import { drained } from '../../building/drained.ts';
import { hintsFor } from '../../building/hints.ts';
import type { BuildingView } from '../../building/view.ts';
import { ClearWidth } from '../clear-width.ts';
import { PathFields, shownPath } from '../shown-path.ts';

const MODES = ['walk', 'step_free'] as const;

/** Answers the shortest way from the middle of one room to that of another. */
export const pathFinding = defineQuery({
  name: 'path_finding',
  title: 'Find the way between rooms',
  description:
    'Answers the shortest way from the middle of one room to the middle of another (beside what stands there), over stairs and ramps where they are on different levels: length, turning points, doors and stairs on it, its narrowest place; or why there is none. mode step_free takes no stairs. The way is that of a disc of clear_width mm round all corners, not a line through the middles of doors.',
  branched: true,
  input: z.strictObject({
    from_room: elementId('Room to start in.', 'room'),
    to_room: elementId('Room to get to.', 'room'),
    mode: z.enum(MODES).default('walk').describe('step_free: without stairs.'),
    clear_width: ClearWidth,
  }),
  output: z.object({ from_room: z.string(), to_room: z.string(), ...PathFields }),
  refusals: hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH', 'INVALID_ARGUMENT'),
  async answer({ from_room, to_room, mode, clear_width }, view: BuildingView, { refuse, signal }) {
    const manner = { clear_width_mm: clear_width, step_free: mode === 'step_free' };
    const [start, end] = [from_room, to_room].map((id): ElementOf<'room'> => {
      const element = requireKind(view, id, room, { refuse });
      if (view.element(element.params.level_id) === undefined) {
        refuse('INVALID_ARGUMENT', `the level of room \`${id}\` is not among what you may see`);
      }
      return element;
    });
    if (start === undefined || end === undefined) throw new RangeError('expected two rooms');
    const steps = pathBetween(view, start, end, manner);
    const found = await drained(steps, { signal, progress: () => undefined });
    const { data, warnings } = shownPath(found, clear_width);
    return { data: { from_room, to_room, ...data }, warnings };
  },
});

function* pathBetween(
  view: BuildingView,
  start: ElementOf<'room'>,
  end: ElementOf<'room'>,
  manner: Manner,
): Steps<Path | NoPath> {
  const from = yield* placeIn(view, start, manner);
  return yield* shortestPath(view, from, yield* placeIn(view, end, manner), manner);
}
