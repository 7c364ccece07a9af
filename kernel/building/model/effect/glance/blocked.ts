/** @module blocked: walls and columns in front of doors, walls that end in windows. */
import { compareText } from '../../../../base/canonical/deep-equal.ts';
import { uprightPiece } from '../../../geometry/convex/convex-piece.ts';
import type { ConvexPiece } from '../../../geometry/convex/convex-piece.ts';
import { segmentLengthMm } from '../../../geometry/vector.ts';
import { sillOf } from '../../../kinds/door/door.ts';
import type { Element, ElementOf } from '../../../kinds/elements.ts';
import type { ModelView } from '../../view.ts';
import type { Glimpse } from './glimpse.ts';
import { meeting } from './meeting.ts';
import { sharedVolume, volumeOf } from './shared-volume.ts';
import { standingBody } from './upright.ts';

/** An obstacle this close to a jamb may touch it, mm. */
const NEAR_MM = 50;
/** Depth in front of both wall faces in which a door is kept free of columns, and a door or window of walls, mm. */
const BEFORE_DOOR_MM = 300;
const BEFORE_MM = 50;
/** An obstacle with no more than this fraction of the space only touches it. */
const TOUCHING = 1e-3;

type Filling = ElementOf<'door'> | ElementOf<'window'>;

/** Reports obstacles in front of a door or window, or the doors and windows that a wall or column blocks. */
export function blocked(element: Element, view: ModelView): readonly Glimpse[] {
  const box = ['door', 'window', 'wall', 'column'].includes(element.kind)
    ? view.bounds(element.id)
    : null;
  if (box === null) return [];
  const around = {
    min: { x: box.min.x - BEFORE_DOOR_MM, y: box.min.y - BEFORE_DOOR_MM, z: box.min.z },
    max: { x: box.max.x + BEFORE_DOOR_MM, y: box.max.y + BEFORE_DOOR_MM, z: box.max.z },
  };
  if (isFilling(element)) {
    return meeting(around, ['wall', 'column'], view).flatMap((other) =>
      inFront(element, other, view),
    );
  }
  return meeting(around, ['door', 'window'], view).flatMap((other) =>
    isFilling(other) ? inFront(other, element, view) : [],
  );
}

function isFilling(element: Element): element is Filling {
  return element.kind === 'door' || element.kind === 'window';
}

function inFront(filling: Filling, other: Element, view: ModelView): readonly Glimpse[] {
  const isPost = other.kind === 'column';
  // Columns behind windows are a common construction.
  if (isPost && filling.kind === 'window') return [];
  if (!isPost && (other.kind !== 'wall' || other.id === filling.params.host_id)) return [];
  const space = spaceBefore(filling, isPost ? BEFORE_DOOR_MM : BEFORE_MM, view);
  if (space === null) return [];
  const least = TOUCHING * volumeOf([space]);
  if (sharedVolume(standingBody(other.id, view), [space]) <= least) return [];
  return [
    {
      key: [filling.id, other.id].toSorted(compareText).join('\n'),
      text: `${other.kind} \`${other.id}\` stands in front of ${filling.kind} \`${filling.id}\`: move one of the two`,
    },
  ];
}

/** The space in front of the opening and behind it, between its jambs; null in a missing or curved wall. */
function spaceBefore(filling: Filling, before: number, view: ModelView): ConvexPiece | null {
  const wall = view.elementOf(filling.params.host_id, 'wall');
  const level = view.elementOf(wall?.params.level_id ?? '', 'level');
  if (wall === undefined || level === undefined || (wall.params.via ?? null) !== null) return null;
  const { start, end, thickness, base_offset } = wall.params;
  const { offset, width, height } = filling.params;
  const sill = filling.kind === 'window' ? filling.params.sill_height : sillOf(filling.params);
  const [from, to] = [offset + NEAR_MM, offset + width - NEAR_MM];
  if (to <= from) return null;
  const length = segmentLengthMm(start, end);
  if (length === 0) return null;
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const aside = thickness / 2 + before;
  const at = (along: number, left: number): { x: number; y: number } => ({
    x: start.x + ux * along - uy * left,
    y: start.y + uy * along + ux * left,
  });
  const low = level.params.elevation + base_offset + sill;
  const ring = [at(from, -aside), at(to, -aside), at(to, aside), at(from, aside)];
  return uprightPiece(ring, low + NEAR_MM, low + height - NEAR_MM);
}
