/** @module furniture: example rooms with a washbasin or another unit at the wall opposite the door. */
import type { FurnitureType } from '../../../building/kinds/furniture/types.ts';
import type { Example } from '../rule.ts';
import { furniture } from './elements.ts';
import { aRoom } from './rooms.ts';

type Options = {
  /** Clear depth of the room from the wall with the door to the wall with the unit, mm. */
  readonly depth: number;
  readonly type?: FurnitureType;
  /** Middle of the unit along its wall, mm; the door opens between 950 and 1,950 mm, hinged at 950 mm. */
  readonly x?: number;
};

/** A unit of 600 mm by 500 mm, by default a washbasin, that faces the wall with the door. */
export function aUnit({ depth, type = 'washbasin', x = 4000 }: Options, shows: string): Example {
  const unit = furniture('U1', [x, depth], { furniture_type: type, direction_deg: 270 });
  return { ...aRoom({ depth, usage: 'toilet', furniture: [unit] }, shows), subject: 'U1' };
}
