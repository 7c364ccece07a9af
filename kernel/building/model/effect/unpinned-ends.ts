/** @module unpinned ends: warnings about wall ends that lose their given outline, with the change of the body. */
import { type BoxMm, toGrid } from '../../../../schemas/units.ts';
import { listed } from '../../../base/text/id-list.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { WallEnd } from '../../geometry/walls/wall-contacts.ts';
import { pinnedEnds } from '../../kinds/wall/pins/kept-pins.ts';
import type { StateView } from '../state-view.ts';
import { ModelFault } from '../state/model-fault.ts';

/** Maximum number of walls whose change is measured; the ids of any others are listed. */
const MAX_MEASURED = 50;

const STEP = { done: 0, total: 0, doing: 'measuring ends of walls' };

type Sides = { readonly before: StateView; readonly after: StateView };

/** Warns of each end of these walls that is pinned before and not after, with the change in volume and box. */
export function unpinnedWarnings(sides: Sides, ids: readonly string[]): readonly string[] {
  const all = ids.flatMap((id) => {
    const ends = unpinnedIn(sides, id);
    return ends.length === 0 ? [] : [{ id, ends }];
  });
  const measured = all.slice(0, MAX_MEASURED).map(({ id, ends }) => {
    checkpoint(STEP);
    const which = ends.length === 2 ? 'both ends' : `the ${ends.join()}`;
    return `${which} of wall \`${id}\` ${ends.length === 2 ? 'are' : 'is'} no longer pinned: ${changeOf(sides, id)}`;
  });
  const others = all.slice(MAX_MEASURED);
  return others.length === 0
    ? measured
    : [
        ...measured,
        `ends of ${others.length} more walls are no longer pinned: ${listed(others.map(({ id }) => id))}`,
      ];
}

/** Pinned ends that a wall loses; of a mirrored wall, whose ends change places, the number counts. */
function unpinnedIn({ before, after }: Sides, id: string): readonly WallEnd[] {
  const [was, is] = [before.elementOf(id, 'wall'), after.elementOf(id, 'wall')];
  if (was === undefined || is === undefined || was === is) return [];
  const [had, has] = [pinnedEnds(was.params), pinnedEnds(is.params)];
  return had.length <= has.length
    ? []
    : had.filter((end) => has.length === 0 || !has.includes(end));
}

function changeOf({ before, after }: Sides, id: string): string {
  try {
    const [was, is] = [before.measures(id).volume_mm3, after.measures(id).volume_mm3];
    const [from, to] = [before.bounds(id), after.bounds(id)];
    if (was === null || is === null || from === null || to === null) return 'it has no body';
    const volume = toGrid(is - was);
    const signed = volume > 0 ? `+${volume}` : `${volume}`;
    return `its volume changes by ${signed} mm³, its box by up to ${boxChange(from, to)} mm`;
  } catch (error) {
    if (error instanceof RangeError || error instanceof ModelFault) return 'it has no body';
    throw error;
  }
}

/** The greatest distance by which a side of a box moves, mm. */
function boxChange(from: BoxMm, to: BoxMm): number {
  const moves = (['x', 'y', 'z'] as const).flatMap((axis) => [
    Math.abs(to.min[axis] - from.min[axis]),
    Math.abs(to.max[axis] - from.max[axis]),
  ]);
  return toGrid(Math.max(...moves));
}
