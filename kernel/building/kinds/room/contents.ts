/**
 * @module contents: the construction elements in a room, with the floor that they cover and the volume that they take.
 *
 * Furniture is no construction element, nor are imported bodies of furniture, services and ground. Elements that only touch the room are not in it.
 */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { BoxMm } from '../../../../schemas/units.ts';
import type { ConvexPiece } from '../../geometry/convex/convex-piece.ts';
import { outlineOfPiece } from '../../geometry/convex/section-at.ts';
import { at } from '../../geometry/indexed.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import { type Ring, ringBounds } from '../../geometry/plan/polygon.ts';
import { type Area, common, sizeOf, united, without } from '../../geometry/plan/regions.ts';
import { isLooseBody } from '../body/body.ts';
import { furniture } from '../furniture/furniture.ts';
import { isOf } from '../kind.ts';
import { railing } from '../railing/railing.ts';
import type { HoldingView } from '../shared/held.ts';
import { counterClockwise, slabOf } from '../shared/slab-plan.ts';
import { stair } from '../stair/stair.ts';

/** Smaller areas in plan are rounding, mm²: a face of 20 m that is 5 µm out of place. */
const LEAST_MM2 = 100;
/** A foot that is at most this above the floor stands on it, mm. */
const ON_FLOOR_MM = 1;
/** The top of the floor of a room is at most this above or below its foot, mm. */
const FLOOR_MM = 500;

/** The space of a room, mm. */
export type RoomSpace = {
  /** In plan; free-standing walls are not cut out. */
  readonly area: Area;
  readonly low: number;
  readonly high: number;
  /** Convex pieces of a space that is no prism over `area`; null for a prism. */
  readonly pieces: readonly ConvexPiece[] | null;
};

/** An element in a room. */
export type Content = {
  readonly element: ElementRecord;
  readonly box: BoxMm;
  readonly isSlab: boolean;
};

/** The construction elements in a room, in the order of `inBox`. */
export function contentsOf(space: RoomSpace, view: HoldingView): readonly Content[] {
  const { min, max } = ringBounds(space.area.flat());
  const { low, high } = space;
  const near = view.inBox({ min: { ...min, z: low - FLOOR_MM }, max: { ...max, z: high } });
  return near.flatMap((id): readonly Content[] => {
    const [element, box] = [view.element(id), view.bounds(id)];
    if (element === undefined || box === null || isOf(furniture, element)) return [];
    const { body, fills, covers } = view.kinds.of(element);
    if (isLooseBody(element) || body === 'none' || fills !== 'none') return [];
    const { occupies } = body;
    if ((typeof occupies === 'function' ? occupies(element) : occupies) === 'space') return [];
    const isSlab = covers !== 'none' && covers.flat(element);
    const plan = common(space.area, planOf(element, view));
    return sizeOf(plan) < LEAST_MM2 ? [] : [{ element, box, isSlab }];
  });
}

/** What an element covers in plan. */
function planOf({ id }: ElementRecord, view: HoldingView): Area {
  const ring = view.outline(id);
  if (ring !== null) return [counterClockwise(ring)];
  const pieces = view.pieces(id);
  if (pieces !== null) return united([pieces.flatMap((one) => [outlineOfPiece(one) ?? []])]);
  const mesh = view.mesh(id);
  return mesh === null ? [] : united([trianglesOf(mesh)]);
}

function trianglesOf({ positions, triangles }: Mesh): readonly Ring[] {
  const rings: Ring[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [0, 1, 2].map((k) => 3 * at(triangles, i + k));
    const ring = corners.map((p) => ({ x: at(positions, p), y: at(positions, p + 1) }));
    rings.push(counterClockwise(ring));
  }
  return rings;
}

/**
 * The part of the floor of a room that is not free: what stands on it, and the holes and openings of the floor. A stair
 * covers the floor on which it begins with its whole plan. Railings cover nothing.
 */
export function takenFloor(
  contents: readonly Content[],
  space: RoomSpace,
  level_id: string,
  view: HoldingView,
): Area {
  const slabs = contents.filter(
    ({ box, isSlab }) => isSlab && Math.abs(box.max.z - space.low) <= FLOOR_MM,
  );
  const floor = slabs.reduce((top, { box }) => Math.max(top, box.max.z), space.low);
  const standing = contents.filter(({ element, box, isSlab }) => {
    if (isSlab || isOf(railing, element)) return false;
    if (isOf(stair, element) && element.params.level_id !== level_id) return false;
    return box.min.z <= floor + ON_FLOOR_MM && box.max.z > floor + ON_FLOOR_MM;
  });
  const plans = standing.map(({ element }) => planOf(element, view));
  return united([...plans, holesIn(slabs, view)]);
}

/** Holes of the floors that no other floor at the same height, or higher, closes. */
function holesIn(slabs: readonly Content[], view: HoldingView): Area {
  const drawn = slabs.map((slab) => ({ ...slabOf(slab.element, view), top: slab.box.max.z }));
  const open = drawn.map(({ holes, top }, i) => {
    const above = drawn.filter((other, k) => k !== i && other.top >= top - ON_FLOOR_MM);
    return without(holes, united(above.map(({ area }) => area)));
  });
  return united(open);
}
