/** @module unpinned ends: warnings about wall ends that lose their given outline, with the change of the body. */
import { type BoxMm, toGrid } from '../../../../schemas/units.ts';
import { listed } from '../../../base/text/id-list.ts';
import { checkpoint } from '../../../base/work/checkpoint.ts';
import { PINNED_CORNER_MM, UNPINNED_MM3 } from '../../geometry/tolerances.ts';
import type { WallEnd } from '../../geometry/walls/wall-contacts.ts';
import { pinnedEnds } from '../../kinds/wall/pins/kept-pins.ts';
import type { StateView } from '../state-view.ts';
import { ModelFault } from '../state/model-fault.ts';
import { changedParams } from './changed-params.ts';

/** Maximum number of walls whose change is measured; the ids of any others are listed. */
const MAX_MEASURED = 50;

const STEP = { done: 0, total: 0, doing: 'measuring ends of walls' };

type Sides = { readonly before: StateView; readonly after: StateView };

/** Explains the term in the first warning. */
const PINNED =
  'an imported end is pinned: it keeps the shape of the file until its wall or a wall at it is edited';

/**
 * Warns of each end of these walls that is pinned before and not after, with the change in volume and box. Ends that
 * keep their shape are merged into the last warning; there is none if all do.
 */
export function unpinnedWarnings(sides: Sides, ids: readonly string[]): readonly string[] {
  const all = ids.flatMap((id) => {
    const ends = unpinnedIn(sides, id);
    return ends.length === 0 ? [] : [{ id, ends }];
  });
  const same: string[] = [];
  const changed = all.slice(0, MAX_MEASURED).flatMap(({ id, ends }) => {
    checkpoint(STEP);
    const change = changeOf(sides, id);
    if (change === null) {
      same.push(id);
      return [];
    }
    const which = ends.length === 2 ? 'both ends' : `the ${ends.join()}`;
    const unpinned = `${which} of wall \`${id}\` ${ends.length === 2 ? 'are' : 'is'} no longer pinned`;
    return [`${unpinned}: ${change}`];
  });
  const others = all.slice(MAX_MEASURED).map(({ id }) => id);
  const [first, ...rest] = [
    ...changed,
    ...(others.length === 0
      ? []
      : [`ends of ${others.length} more walls are no longer pinned: ${listed(others)}`]),
  ];
  if (first === undefined) return [];
  const kept =
    same.length === 0
      ? []
      : [
          `ends of ${same.length} more ${same.length === 1 ? 'wall are' : 'walls are'} no longer pinned but keep their shape: ${listed(same)}`,
        ];
  return [`${first} (${PINNED})`, ...rest, ...kept];
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

/** The change of the body in words; null if it is within rounding. */
function changeOf({ before, after }: Sides, id: string): string | null {
  try {
    const [was, is] = [before.measures(id).volume_mm3, after.measures(id).volume_mm3];
    const [from, to] = [before.bounds(id), after.bounds(id)];
    if (was === null || is === null || from === null || to === null) return 'it has no body';
    const [volume, box] = [toGrid(is - was), boxChange(from, to)];
    if (Math.abs(volume) <= UNPINNED_MM3 && box <= PINNED_CORNER_MM) return null;
    const signed = volume > 0 ? `+${volume}` : `${volume}`;
    const cause = isEdited({ before, after }, id) ? ' with the edit' : '';
    return `its volume changes by ${signed} mm³, its box by up to ${box} mm${cause}`;
  } catch (error) {
    if (error instanceof RangeError || error instanceof ModelFault) return 'it has no body';
    throw error;
  }
}

/** Whether the wall itself changes, not only its ends with a neighbour. */
function isEdited({ before, after }: Sides, id: string): boolean {
  const [was, is] = [before.elementOf(id, 'wall'), after.elementOf(id, 'wall')];
  if (was === undefined || is === undefined) return false;
  return Object.keys(changedParams(was, is)).some((name) => name !== 'pins');
}

/** The greatest distance by which a side of a box moves, mm. */
function boxChange(from: BoxMm, to: BoxMm): number {
  const moves = (['x', 'y', 'z'] as const).flatMap((axis) => [
    Math.abs(to.min[axis] - from.min[axis]),
    Math.abs(to.max[axis] - from.max[axis]),
  ]);
  return toGrid(Math.max(...moves));
}
