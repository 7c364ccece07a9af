/** @module wall-frame: the axis of a curtain wall on its face, its thickness and the outlines of its ends. */
import type { JsonObject } from '../../../../../../schemas/events.ts';
import { toGrid } from '../../../../../../schemas/units.ts';
import type { Point2 } from '../../../../../building/geometry/vector.ts';
import type { Context } from '../../context.ts';
import { extentAlong, pointAlong } from '../../outlines/bar.ts';
import { gridRing } from '../../outlines/plan-ring.ts';
import type { Product } from '../../products.ts';
import { pinsOf } from '../wall-axis.ts';
import type { Face } from './face.ts';
import type { Sizes } from './mullion-sizes.ts';
import { type Range, SAME_MM } from './same-places.ts';

/** Where a wall is on its face, mm. */
export type Frame = {
  /** Where its axis begins and ends along the face. */
  readonly from: number;
  readonly to: number;
  /** Whether its parts end there. */
  readonly has_square_ends: boolean;
  /** Where its axis is across the face. */
  readonly middle: number;
  readonly thickness: number;
};

/**
 * The axis and thickness of a wall. In files of Plumbline the axis begins at the placement of the wall, and its length
 * and thickness are quantities; else it is in the middle of the mullions, or of all parts if panels are beyond them, and
 * as long as these.
 */
export function frameOf(
  wall: Product,
  { face, sizes }: { readonly face: Face; readonly sizes: Sizes },
  context: Context,
): Frame {
  const all = [...face.panels, ...face.mullions].map(({ u }) => u);
  const extent: Range = [
    all.reduce((least, [from]) => Math.min(least, from), Infinity),
    all.reduce((most, [, to]) => Math.max(most, to), -Infinity),
  ];
  const { whole, middle } = sizes;
  const half = Math.max(middle - whole.right, whole.left - middle);
  const deepest = face.mullions.reduce((most, { v }) => Math.max(most, v[1] - v[0]), 0);
  const isMiddle = half <= deepest / 2 + SAME_MM;
  const own = isMiddle ? middle : (whole.right + whole.left) / 2;
  const place = context.shapes.place(wall.row);
  const { s, t } = extentAlong([{ x: place[3], y: place[7] }], face.along);
  const [length, width] = [
    quantityOf(wall, 'Length', context),
    quantityOf(wall, 'Width', context) ?? 0,
  ];
  const reach = Math.max(t[0] - whole.right, whole.left - t[0]);
  const isStated =
    length !== null && (Math.abs(t[0] - own) <= SAME_MM || reach <= width / 2 + SAME_MM);
  const [from, to] = isStated ? [s[0], s[0] + length] : extent;
  const axis = isStated && Math.abs(t[0] - own) > SAME_MM ? t[0] : own;
  const most = Math.max(axis - whole.right, whole.left - axis);
  return {
    from,
    to,
    has_square_ends: Math.abs(from - extent[0]) <= SAME_MM && Math.abs(to - extent[1]) <= SAME_MM,
    middle: axis,
    thickness: Math.max(isMiddle && axis === own ? deepest : 2 * most, width),
  };
}

/** A length among the quantities of a product, mm; null if none states it. */
function quantityOf({ row }: Product, name: string, { products, mm }: Context): number | null {
  const value = products.quantity(row, name);
  return value === null ? null : value * mm;
}

/** The axis of a wall as parameters, with the outlines of its ends; null without a length. */
export function lineOf(face: Face, { from, to, middle, thickness }: Frame): JsonObject | null {
  const [start, end] = gridRing([
    pointAlong(face.along, from, middle),
    pointAlong(face.along, to, middle),
  ]);
  if (start === undefined || end === undefined) return null;
  const pins = endPins(face, { start, end, middle }, toGrid(thickness));
  return { start: { ...start }, end: { ...end }, pins };
}

type Axis = { readonly start: Point2; readonly end: Point2; readonly middle: number };

/** The outlines of both ends of the wall, from the outermost points of its parts on either side of its axis. */
function endPins(face: Face, { start, end, middle }: Axis, thickness: number): JsonObject {
  const { along } = face;
  const corners = [...face.panels, ...face.mullions]
    .flatMap(({ points }) => points)
    .map((point) => {
      const { s, t } = extentAlong([point], along);
      return { u: s[0], v: t[0] - middle };
    });
  const [least, most] = [
    corners.reduce((one, { v }) => Math.min(one, v), Infinity),
    corners.reduce((one, { v }) => Math.max(one, v), -Infinity),
  ];
  const line = (sign: 1 | -1): readonly [left: Point2, right: Point2] => {
    const reach = (side: number): number =>
      corners
        .filter(({ v }) => Math.abs(v - side) <= SAME_MM)
        .reduce((far, { u }) => (sign * u > sign * far ? u : far), sign * -Infinity);
    const [left, right] = [reach(most), reach(least)];
    const slope = (left - right) / (most - least);
    const at = (v: number): Point2 =>
      pointAlong(along, (left + right) / 2 + slope * (v - (least + most) / 2), middle + v);
    return [at(thickness / 2), at(0 - thickness / 2)];
  };
  const strip = {
    origin: pointAlong(along, 0, middle - thickness / 2),
    along,
    left: { x: 0 - along.y, y: along.x },
    thickness,
    start: line(-1),
    end: line(1).toReversed(),
    notches: [],
  };
  return pinsOf(strip, { start, end });
}
