/** @module marks: what is drawn over the bodies of a picture: its place, its ways, and which element is which. */
import type { Point3 } from '../geometry/vector.ts';
import type { Raster, Rgb } from '../raster/raster.ts';
import type { Point } from '../raster/smooth-shapes.ts';
import { disc, line } from '../raster/smooth-shapes.ts';
import type { Camera } from './camera.ts';
import { spotOf } from './camera.ts';
import { CAPITAL, drawText, fitted, LETTER, LINE } from './caption.ts';
import { FAINT, INK, PLACE, WAY, WHITE } from './colours.ts';
import type { Corner } from './compose.ts';
import type { Layer } from './layer.ts';
import type { Surfaces } from './surfaces.ts';

/** Radius of the ring around the place, dots. */
const RING = 40;
const CORNERS = 32;
/** Radius of the sign of an element, and how far it stays from everything else, dots. */
const SIGN = 20;
const APART = 104;
/** Dots between the places that are tried for a sign. */
const GRID = 12;

/** Where marks are drawn: the raster, the camera and where its picture lies in the raster. */
export type Sheet = { readonly raster: Raster; readonly camera: Camera; readonly corner: Corner };

/** Where a point of space lies in the raster. */
export function onSheet({ camera, corner }: Sheet, point: Point3): Point {
  const { x, y } = spotOf(camera, point);
  return [corner.x + x, corner.y + y];
}

/** A ring with a cross in it that leaves the middle free. */
export function drawPlace(raster: Raster, [x, y]: Point, radius = RING): void {
  for (const [colour, thickness] of [
    [WHITE, radius / 3],
    [PLACE, radius / 6],
  ] as const) {
    for (let step = 0; step < CORNERS; step += 1) {
      line(
        raster,
        colour,
        [onRing([x, y], radius, step), onRing([x, y], radius, step + 1)],
        thickness,
      );
    }
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const from: Point = [x + dx * radius * 0.8, y + dy * radius * 0.8];
      const to: Point = [x + dx * radius * 1.5, y + dy * radius * 1.5];
      line(raster, colour, [from, to], thickness);
    }
  }
}

/** A corner of a regular polygon that passes for a circle; by half angles, which every machine computes alike. */
function onRing([x, y]: Point, radius: number, step: number): Point {
  let [cosine, sine] = [1, 0];
  for (let turned = 0; turned < step; turned += 1) {
    [cosine, sine] = [cosine * STEP_X - sine * STEP_Y, cosine * STEP_Y + sine * STEP_X];
  }
  return [x + radius * cosine, y + radius * sine];
}
/** Cosine and sine of a 32nd of a turn. */
const [STEP_X, STEP_Y] = [0.980_785_280_4, 0.195_090_322];

/** A line with a dot where it begins and an open one where it ends. */
export function drawWay(sheet: Sheet, way: readonly Point3[]): void {
  const points = way.map((point) => onSheet(sheet, point));
  for (const [colour, thickness] of [
    [WHITE, 14],
    [WAY, 8],
  ] as const) {
    for (const [index, to] of points.entries()) {
      const from = points[index - 1];
      if (from !== undefined) line(sheet.raster, colour, [from, to], thickness);
    }
  }
  const [first, last] = [points[0], points.at(-1)];
  if (first !== undefined) spot(sheet.raster, first, WAY);
  if (last !== undefined) spot(sheet.raster, last, WHITE);
}

function spot(raster: Raster, at: Point, inner: Rgb): void {
  disc(raster, WHITE, at, 17);
  disc(raster, WAY, at, 14);
  disc(raster, inner, at, 9);
}

/** The sign by which the legend names an element: A, B, C … */
export function signOf(index: number): string {
  return String.fromCharCode(65 + Math.min(index, 25));
}

/** Draws the sign of an element in its colour. */
export function drawSign(raster: Raster, [x, y]: Point, sign: string, colour: Rgb): void {
  disc(raster, WHITE, [x, y], SIGN + 3);
  disc(raster, INK, [x, y], SIGN);
  disc(raster, colour, [x, y], SIGN - 3);
  const dark = colour[0] * 3 + colour[1] * 6 + colour[2] < 1250;
  drawText(raster, sign, [x - LETTER / 2 + 2, y - CAPITAL / 2 + 1], dark ? WHITE : INK);
}

/** What signs are put on: layers of elements, and what is taken already. */
export type Signed = {
  readonly layers: readonly Layer[];
  readonly surfaces: Surfaces;
  readonly camera: Camera;
  readonly taken: readonly Point[];
};

/** A place for the sign of an element, inside of what is seen of it; null where nothing is. */
export function signPlace(element: number, signed: Signed): Point | null {
  const { camera } = signed;
  let [best, bestWorth]: [Point | null, number] = [null, -Infinity];
  for (let y = GRID; y < camera.height - GRID; y += GRID) {
    for (let x = GRID; x < camera.width - GRID; x += GRID) {
      if (!shows(element, [x, y], signed)) continue;
      const worth = worthOf([x, y], element, signed);
      if (worth > bestWorth) [best, bestWorth] = [[x, y], worth];
    }
  }
  return best;
}

function shows(element: number, [x, y]: Point, { layers, surfaces, camera }: Signed): boolean {
  const pixel = y * camera.width + x;
  return layers.some(({ surface }) => surfaces[surface[pixel] ?? 0]?.element === element);
}

/** How good a place for a sign is: free of other marks, within its element, and near to what else is marked. */
function worthOf([x, y]: Point, element: number, signed: Signed): number {
  const { width, height } = signed.camera;
  const border = Math.min(x, y, width - x, height - y);
  const distances = signed.taken.map(([ox, oy]) => Math.sqrt((x - ox) ** 2 + (y - oy) ** 2));
  const nearest = distances.reduce((a, b) => Math.min(a, b), Infinity);
  const middle = Math.sqrt((x - width / 2) ** 2 + (y - height / 2) ** 2);
  const inside = [-GRID, 0, GRID].flatMap((dx) =>
    [-GRID, 0, GRID].filter((dy) => shows(element, [x + dx, y + dy], signed)),
  ).length;
  const free = Math.min(nearest, APART) * 4 + Math.min(border, APART);
  return free + inside * 12 - Math.min(nearest, middle) / 10;
}

/** A room by its name, where that hides no mark and stays within the picture. */
type RoomName = { readonly name: string; readonly at: Point3; readonly taken: readonly Point[] };
const NAME_LETTERS = 22;

/** Writes the name of a room in its middle, unless it would lie on a mark or beyond the border. */
export function drawRoomName(
  { raster, camera, corner }: Sheet,
  { name, at, taken }: RoomName,
): void {
  const text = fitted(name, NAME_LETTERS);
  const half = (text.length * LETTER) / 2;
  const { x, y } = spotOf(camera, at);
  const isFree = taken.every(
    ([ox, oy]) => Math.abs(ox - x) > half + APART || Math.abs(oy - y) > APART,
  );
  const isWithin = x > half && x < camera.width - half && y > LINE && y < camera.height - LINE;
  if (isFree && isWithin) {
    drawText(raster, text, [corner.x + x - half, corner.y + y - CAPITAL / 2], FAINT);
  }
}
