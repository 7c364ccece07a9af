/** @module holes: where a door, window or opening is in its wall, before and after an edit. */
import type { Element } from '../../../building/kinds/elements.ts';
import { directionBetween, placeAt } from '../../../building/kinds/ifc/local.ts';
import { fillingOf } from '../../../building/kinds/kind.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { type Matrix, product as times } from '../shape/matrix.ts';
import { placeMatrix } from './frame.ts';

/** A hole of a wall. Its frame: x along the wall from the side near its start, y to the left, z up from the sill; mm. */
export type WallHole = {
  readonly frame: Matrix;
  readonly width: number;
  readonly height: number;
  /** Thickness of the wall. */
  readonly depth: number;
  /** Corners of a hole that is not a rectangle; null for a rectangle. */
  readonly outline: unknown;
};

/** The hole of an element in a straight wall; null for any other element or host. */
export function wallHoleOf(element: Element, view: ModelView): WallHole | null {
  const cut = fillingOf(view.kinds, element)?.cut;
  if (cut === undefined || cut.offset === null) return null;
  const host = view.elementOf(cut.host_id, 'wall');
  const level = host === undefined ? undefined : view.elementOf(host.params.level_id, 'level');
  if (host === undefined || level === undefined || (host.params.via ?? null) !== null) return null;
  const { start, end, base_offset, thickness } = host.params;
  const foot = { ...start, z: level.params.elevation + base_offset };
  const place = placeMatrix(placeAt(foot, directionBetween(start, end)));
  const { offset, sill, width, height, outline = null } = cut;
  const frame = times(place, [1, 0, 0, offset, 0, 1, 0, 0, 0, 0, 1, sill]);
  return { frame, width, height, depth: thickness, outline };
}

/** How coordinates along one axis change when a size does: what is outside of it moves with its sides. */
export type Stretch = (value: number) => number;

/** The stretch of the interval from `low` to `before` to the one from `low` to `after`, mm. */
export function stretchOf(low: number, before: number, after: number): Stretch {
  const size = before - low;
  return (value) => {
    if (value <= low) return value;
    if (value >= before) return value + (after - before);
    return low + ((value - low) * (after - low)) / size;
  };
}

/** The stretch of a thickness about its middle. */
export function stretchAbout(before: number, after: number): Stretch {
  const more = (after - before) / 2;
  return (value) => {
    if (Math.abs(value) >= before / 2) return value + Math.sign(value) * more;
    return (value * after) / before;
  };
}
