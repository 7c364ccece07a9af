/** @module wall-element: the parameters of a recognised wall. */
import type { ElementRecord, JsonObject } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { Point3 } from '../../../../building/geometry/vector.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import { gridRing } from '../outlines/plan-ring.ts';
import type { Product } from '../products.ts';
import type { WallPlane } from './wall-planes.ts';

/** What its body shows of a wall: parameters of its axis and ends, sizes and planes; mm. */
export type WallBody = {
  readonly line: JsonObject;
  readonly thickness: number;
  readonly low: number;
  readonly high: number;
  readonly planes: readonly WallPlane[];
};

/** The wall with the parameters that its body and its properties show. */
export function wallElement(
  wall: Product,
  { line, thickness, low, high, planes }: WallBody,
  { ids, storeys, products, model }: Context,
): ElementRecord {
  const level = storeys.of(wall.storey, low);
  const isExternal = products.flag(wall.row, 'Pset_WallCommon', 'IsExternal');
  const isBearing = products.flag(wall.row, 'Pset_WallCommon', 'LoadBearing');
  return {
    id: ids.of('wall', wall, String(model.file.idOf(wall.row))),
    kind: 'wall',
    params: {
      level_id: level.id,
      name: nameOf(wall),
      ...line,
      height: toGrid(high - low),
      thickness: toGrid(thickness),
      base_offset: toGrid(low - level.elevation),
      wall_type: 'basic',
      usage: isExternal === true ? 'exterior' : 'interior',
      fire_rating_min: null,
      load_bearing: isBearing ?? false,
      join_type: 'auto',
      follows_level: false,
      type_id: null,
      ...(planes.length === 0
        ? {}
        : { cut_planes: planes.map((plane) => planeParams(plane, level.elevation)) }),
    },
  };
}

/** A plane as a parameter: heights are above the elevation of the level. */
function planeParams({ point, normal, within }: WallPlane, elevation: number) {
  return {
    point: gridPoint(point, elevation),
    normal: direction(normal),
    within:
      within === null
        ? null
        : {
            origin: gridPoint(within.origin, elevation),
            axis: direction(within.axis),
            x: direction(within.x),
            points: gridRing(within.points),
          },
  };
}

function gridPoint({ x, y, z }: Point3, elevation: number) {
  return { x: toGrid(x), y: toGrid(y), z: toGrid(z - elevation) };
}

/** A unit vector without negative zeros. */
function direction({ x, y, z }: Point3): Point3 {
  return { x: x + 0, y: y + 0, z: z + 0 };
}
