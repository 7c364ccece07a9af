/** @module wall-element: the parameters of a recognised wall. */
import type { ElementRecord, JsonObject } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import type { Product } from '../products.ts';
import { planeParams, type WallPlane } from './wall-planes.ts';

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
  { ids, storeys, products }: Context,
): ElementRecord {
  const level = storeys.of(wall.storey, low);
  const isCurtain = wall.class === 'IfcCurtainWall';
  const common = isCurtain ? 'Pset_CurtainWallCommon' : 'Pset_WallCommon';
  const isExternal = products.flag(wall.row, common, 'IsExternal');
  const isBearing = products.flag(wall.row, 'Pset_WallCommon', 'LoadBearing');
  return {
    id: ids.of('wall', wall),
    kind: 'wall',
    params: {
      level_id: level.id,
      name: nameOf(wall),
      ...line,
      height: toGrid(high - low),
      thickness: toGrid(thickness),
      base_offset: toGrid(low - level.elevation),
      wall_type: isCurtain ? 'curtain' : 'basic',
      usage: isExternal === true ? 'exterior' : 'interior',
      fire_rating_min: null,
      load_bearing: isBearing ?? false,
      join_type: 'auto',
      follows_level: false,
      type_id: null,
      ...planeParams(planes, level.elevation),
    },
  };
}
