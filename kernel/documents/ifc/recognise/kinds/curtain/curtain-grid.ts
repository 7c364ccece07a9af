/** @module curtain-grid: the axis, grid and sizes of a curtain wall from its panels and mullions. */
import type { JsonObject } from '../../../../../../schemas/events.ts';
import { toGrid } from '../../../../../../schemas/units.ts';
import { MIN_PANEL_MM } from '../../../../../building/geometry/curtain/curtain-grid.ts';
import type { Point2 } from '../../../../../building/geometry/vector.ts';
import type { Context } from '../../context.ts';
import { extentAlong, pointAlong } from '../../outlines/bar.ts';
import { gridRing } from '../../outlines/plan-ring.ts';
import type { Product } from '../../products.ts';
import type { Unrecognised } from '../../proposal.ts';
import { pinsOf } from '../wall-axis.ts';
import type { Box, Face } from './face.ts';

/** The parameters of a wall with a grid, mm. */
export type Curtain = {
  readonly curtain: JsonObject;
  readonly line: JsonObject;
  readonly thickness: number;
  /** Where its axis begins along the face. */
  readonly from: number;
};

/** Largest difference of equal sizes and places, mm. */
const SAME_MM = 1;

/** The grid of a face. */
export function curtainGrid(wall: Product, face: Face, context: Context): Curtain | Unrecognised {
  const { along, panels, mullions, low, high } = face;
  const [panel] = panels;
  const straight = mullions.filter(isSquare);
  const uprights = straight.filter(({ u, z }) => z[1] - z[0] > u[1] - u[0]);
  const levels = straight.filter(({ u, z }) => z[1] - z[0] <= u[1] - u[0]);
  const [bar] = levels;
  const mullion = bar === undefined ? null : toGrid(bar.z[1] - bar.z[0]);
  const depth = toGrid(Math.max(...mullions.map(({ v }) => v[1] - v[0])));
  if (panel === undefined || mullion === null) return { why: 'it has no panels or no mullions' };
  const glass = toGrid(panel.v[1] - panel.v[0]);
  const middle = (panel.v[0] + panel.v[1]) / 2;
  const all = [...panels, ...mullions];
  const isFlat = all.every(({ v }) => Math.abs((v[0] + v[1]) / 2 - middle) <= SAME_MM);
  if (!isFlat) return { why: 'its panels and mullions are not in the middle of the wall' };
  const centres = uprights
    .filter(({ u }) => Math.abs(u[1] - u[0] - mullion) <= SAME_MM)
    .map(({ u }) => (u[0] + u[1]) / 2);
  const ends = endsOf(wall, { face, middle }, context);
  const length = ends.to - ends.from;
  const holes = face.fillings.map(({ box }) => box);
  const columns = partsAt(
    centres.map((one) => one - ends.from),
    length,
    (place) =>
      holes.some(
        ({ u, z }) =>
          isNearEnd(u, ends.from + place, mullion) ||
          (fills(z, [low, high], mullion) && isBetween(u, ends.from + place)),
      ),
  );
  const heights = levels.map(({ z }) => (z[0] + z[1]) / 2 - low);
  const rows = partsAt(heights, high - low, (place) =>
    holes.some(
      ({ u, z }) =>
        isNearEnd(z, low + place, mullion) ||
        (fills(u, [ends.from, ends.to], mullion) && isBetween(z, low + place)),
    ),
  );
  const thickness = Math.max(depth, widthOf(wall, context) ?? depth);
  const [start, end] = gridRing([
    pointAlong(along, ends.from, middle),
    pointAlong(along, ends.to, middle),
  ]);
  if (start === undefined || end === undefined) return { why: 'it has no axis' };
  return {
    curtain: {
      columns,
      rows,
      mullion_width: mullion,
      mullion_depth: depth,
      panel_thickness: glass,
    },
    line: {
      start: { ...start },
      end: { ...end },
      pins: endPins(face, { start, end, middle }, thickness),
    },
    thickness,
    from: ends.from,
  };
}

type Range = readonly [from: number, to: number];

/** Whether a grid line is so near to the end of a hole that the frame of the hole replaces it. */
function isNearEnd(hole: Range, place: number, mullion: number): boolean {
  return hole.some((end) => Math.abs(place - end) < mullion + MIN_PANEL_MM);
}

/** Whether a hole leaves no panels before and behind it. */
function fills([from, to]: Range, [low, high]: Range, mullion: number): boolean {
  const most = mullion + MIN_PANEL_MM;
  return from - low < most && high - to < most;
}

function isBetween([from, to]: Range, place: number): boolean {
  return place >= from && place <= to;
}

/** Whether a part is a box along the face: all its corners are at the ends of its extent. */
function isSquare({ u, points }: Box): boolean {
  return points.length === 8 && u[1] > u[0];
}

/** The largest number of equal parts whose lines are all among the given ones or replaced by the frame of a hole. */
function partsAt(
  lines: readonly number[],
  length: number,
  isReplaced: (place: number) => boolean,
): number {
  const most = lines.length + 1;
  for (let parts = most; parts > 1; parts -= 1) {
    const isGrid = Array.from({ length: parts - 1 }, (_, i) => (length * (i + 1)) / parts).every(
      (place) => isReplaced(place) || lines.some((line) => Math.abs(line - place) <= SAME_MM),
    );
    if (isGrid) return parts;
  }
  return 1;
}

type Ends = { readonly from: number; readonly to: number };

/**
 * The ends of the axis along the face. In files of Plumbline it begins at the placement of the wall, and its length is a
 * quantity; else it is as long as the parts.
 */
function endsOf(
  wall: Product,
  { face, middle }: { readonly face: Face; readonly middle: number },
  context: Context,
): Ends {
  const all = [...face.panels, ...face.mullions].map(({ u }) => u);
  const extent = {
    from: Math.min(...all.map(([from]) => from)),
    to: Math.max(...all.map(([, to]) => to)),
  };
  const place = context.shapes.place(wall.row);
  const { s, t } = extentAlong([{ x: place[3], y: place[7] }], face.along);
  const length = quantityOf(wall, 'Length', context);
  const isOnAxis = Math.abs(t[0] - middle) <= SAME_MM;
  if (!isOnAxis || length === null) return extent;
  return { from: s[0], to: s[0] + length };
}

function widthOf(wall: Product, context: Context): number | null {
  return quantityOf(wall, 'Width', context);
}

/** A length among the quantities of a product, mm; null if none states it. */
function quantityOf({ row }: Product, name: string, { products, mm }: Context): number | null {
  const value = products.quantity(row, name);
  return value === null ? null : value * mm;
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
  const half = corners.reduce((most, { v }) => Math.max(most, Math.abs(v)), 0);
  const line = (sign: 1 | -1): readonly [left: Point2, right: Point2] => {
    const reach = (side: 1 | -1): number =>
      corners
        .filter(({ v }) => Math.abs(v - side * half) <= SAME_MM)
        .reduce((most, { u }) => (sign * u > sign * most ? u : most), sign * -Infinity);
    const [left, right] = [reach(1), reach(-1)];
    const slope = (left - right) / (2 * half);
    const at = (v: number): Point2 => pointAlong(along, (left + right) / 2 + slope * v, middle + v);
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
