/** @module rooms: spaces that are upright prisms. */
import type { ElementRecord } from '../../../../../schemas/events.ts';
import { toGrid } from '../../../../../schemas/units.ts';
import type { ProductShape } from '../../shape/shape-node.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../ids.ts';
import { prismOf } from '../outlines/body-prism.ts';
import { outlineOf } from '../outlines/prism-outline.ts';
import type { Product } from '../products.ts';
import { isUnrecognised, type Proposal, type Unrecognised } from '../proposal.ts';

/** The room that a space is. */
export function proposeRoom(
  space: Product,
  shape: ProductShape,
  context: Context,
): readonly Proposal[] | Unrecognised {
  const { ids, model, storeys } = context;
  const prism = prismOf(shape, context);
  if (isUnrecognised(prism)) return prism;
  const level = storeys.of(space.storey, prism.low);
  const { boundary, holes } = outlineOf(prism);
  if (boundary.length < 3) return { why: 'outline in plan has no area' };
  if (holes.length > 0) return { why: 'outline in plan has holes' };
  const base_offset = toGrid(prism.low - level.elevation);
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
      height: toGrid(prism.high - prism.low),
      follows_level: false,
    },
  };
  return [{ product: space, element, expected: { items: shape.items, cuts: [] }, host_id: null }];
}

/** Largest distance of the foot of a room from its level at which it begins there, mm. */
const ON_LEVEL_MM = 0.5;
const [MAX_NAME, MAX_NUMBER] = [200, 60];

/** Name and number of a room: `LongName` is the name if `Name` is a number. */
function namesOf(name: string | null, long: string | null): readonly [string, string | null] {
  const full = (long ?? '').trim().slice(0, MAX_NAME);
  if (full === '') return [name ?? 'Space', null];
  return [full, name === null ? null : name.slice(0, MAX_NUMBER)];
}
