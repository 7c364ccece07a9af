/** @module straight wall: a wall as input of the join solver. */
import type { StraightWall } from '../../geometry/walls/wall-contacts.ts';
import { lineOffsetOf } from '../rules/location-line.ts';
import type { WallGiven } from './params.ts';

/**
 * The wall as input of the join solver; heights are relative to its level. A wall that ends under a roof or floor meets
 * walls of any height above its foot.
 */
export function straightWall({ id, params: values }: Walled): StraightWall {
  const {
    start,
    end,
    via,
    pins,
    thickness,
    join_type,
    base_offset: low,
    height,
    top_under,
  } = values;
  const join = join_type === 'auto' ? undefined : join_type;
  const line = lineOffsetOf(values);
  const infill = values.wall_type === 'curtain' && (values.curtain ?? null) !== null;
  const high = typeof top_under === 'string' ? Infinity : low + height;
  return { id, start, end, via, pins, thickness, join, low, high, line, infill };
}

type Walled = { readonly id: string; readonly params: WallGiven };
