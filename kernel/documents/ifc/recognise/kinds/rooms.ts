/** @module rooms: spaces that are upright prisms, also under several level or sloping faces. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { Point2 } from '../../../../building/geometry/vector.ts';
import type { ProductShape } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import { prismOf } from '../outlines/body-prism.ts';
import { cappedPrismOf } from '../outlines/capped-prism.ts';
import { gridRing } from '../outlines/plan-ring.ts';
import { outlineOf } from '../outlines/prism-outline.ts';
import { uncut, uprightPrism } from '../outlines/prism.ts';
import type { Product } from '../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../proposal.ts';
import { planesOf } from './member-planes.ts';
import { capPlanes, planeParams, type WallPlane } from './wall-planes.ts';

/** The room that a space is. */
export function proposeRoom(
  space: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const { ids, model, storeys } = context;
  const body = roomBodyOf(shape, context);
  if (isUnrecognised(body)) return body;
  const { boundary, low, high, planes } = body;
  const level = storeys.of(space.storey, low);
  const base_offset = toGrid(low - level.elevation);
  const long = model.has(space.row, 'LongName') ? model.text(space.row, 'LongName') : null;
  const [name, number] = namesOf(nameOf(space), long);
  const element: ElementRecord = {
    id: ids.of('room', space),
    kind: 'room',
    params: {
      level_id: level.id,
      name,
      number,
      boundary_points: boundary,
      point: null,
      usage: null,
      occupancy: null,
      ...(Math.abs(base_offset) > ON_LEVEL_MM ? { base_offset } : {}),
      height: toGrid(high - low),
      follows_level: false,
      ...planeParams(planes, level.elevation),
    },
  };
  return [{ product: space, element, expected: { items: shape.items, cuts: [] }, host_id: null }];
}

/** A room as its body shows it: its outline, its heights, and the planes that cut it; mm. */
type RoomBody = {
  readonly boundary: Point2[];
  readonly low: number;
  readonly high: number;
  readonly planes: readonly WallPlane[];
};

/** The room by its extrusion, less half spaces if there are some, else by its faces. */
function roomBodyOf(shape: ProductShape, context: Context): RoomBody | Unrecognised {
  const prism = prismOf(shape, context);
  if (isUnrecognised(prism)) return cutRoom(shape) ?? cappedRoom(shape, context) ?? prism;
  const { boundary, holes } = outlineOf(prism);
  if (boundary.length < 3) return { why: 'outline in plan has no area' };
  if (holes.length > 0) return { why: 'outline in plan has holes' };
  return { boundary, low: prism.low, high: prism.high, planes: [] };
}

/** The room that is an upright extrusion less half spaces; null for another body. */
function cutRoom({ items }: ProductShape): RoomBody | null {
  const [item, another] = items;
  if (item === undefined || another !== undefined) return null;
  const { body, cutters } = uncut(item);
  const prism = uprightPrism(body);
  const planes = planesOf(body, cutters);
  if (prism === null || planes === null) return null;
  const { boundary, holes } = outlineOf(prism);
  if (boundary.length < 3 || holes.length > 0) return null;
  return { boundary, low: prism.low, high: prism.high, planes };
}

/** The room whose foot is level and whose sides are upright; null for another body. */
function cappedRoom({ items }: ProductShape, { evaluator }: Context): RoomBody | null {
  const solid = evaluator.evaluate(items, []);
  const found = solid.ok && solid.closed ? cappedPrismOf(solid.mesh()) : null;
  if (found === null || found.boundary.length < 3) return null;
  const { low, high } = found;
  return { boundary: gridRing(found.boundary), low, high, planes: found.caps.flatMap(capPlanes) };
}

/** Largest distance of the foot of a room from its level at which it begins there, mm. */
const ON_LEVEL_MM = 0.5;
const [MAX_NAME, MAX_NUMBER] = [200, 60];

/** Name and number of a room: with a `LongName`, that is the name, and another `Name` the number. */
function namesOf(name: string | null, long: string | null): readonly [string, string | null] {
  const full = (long ?? '').trim().slice(0, MAX_NAME);
  if (full === '') return [name ?? 'Space', null];
  if (name === full) return [full, null];
  return [full, name === null ? null : name.slice(0, MAX_NUMBER)];
}
