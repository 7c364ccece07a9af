/**
 * @module marks: the marks over the bodies of a picture: the place of the finding, its lines, and letters that identify
 * elements.
 */

import type { Point2, Point3 } from '../../building/geometry/vector.ts';
import type { DepthBuffer } from '../drawings/camera/depth-buffer.ts';
import type { Lens } from '../drawings/camera/lens.ts';
import { spotIn } from '../drawings/camera/lens.ts';
import type { Item } from '../drawings/drawing.ts';
import { WHITE } from '../drawings/pens.ts';
import { caption, disc, line } from '../drawings/shapes.ts';
import { discRing } from '../drawings/sketch.ts';
import { textWidth } from '../drawings/text/fonts.ts';
import type { Rgb } from '../raster/raster.ts';
import { FAINT, INK, PLACE, WAY } from './colours.ts';

/** Radius of the ring around the place, mm on paper. */
const RING = 5;
/** Radius of the sign of an element, mm on paper. */
const SIGN = 2.5;
/** Distance from other marks beyond which a sign gains nothing, pixels. */
const APART = 104;
/** Spacing of the positions that are tried for a sign, pixels; the next one if a thin body shows at none of them. */
const GRIDS = [12, 4, 1] as const;
/** Distance at which a sign counts how far it is inside its body, pixels. */
const STEP = 12;

/** A ring with a cross of four lines that leave its centre free; in mm on paper. */
export function placeItems({ x, y }: Point2, radius = RING): readonly Item[] {
  const ring = discRing({ x, y }, radius);
  const cross = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ].map(([dx = 0, dy = 0]) =>
    [0.8, 1.5].map((far) => ({ x: x + dx * radius * far, y: y + dy * radius * far })),
  );
  return [
    { ink: WHITE, width_mm: radius / 3 },
    { ink: PLACE, width_mm: radius / 6 },
  ].flatMap((stroke) =>
    [[...ring, ...ring.slice(0, 1)], ...cross].map((points) => line(points, stroke)),
  );
}

/** A line with a disc at its start and a ring at its end; in mm on paper. */
export function wayItems(points: readonly Point2[]): readonly Item[] {
  const [first, last] = [points[0], points.at(-1)];
  return [
    line(points, { ink: WHITE, width_mm: 1.75 }),
    line(points, { ink: WAY, width_mm: 1 }),
    ...(first === undefined ? [] : wayEnd(first, WAY)),
    ...(last === undefined ? [] : wayEnd(last, WHITE)),
  ];
}

function wayEnd(at: Point2, inner: Rgb): readonly Item[] {
  return [disc(at, 2.1, WHITE), disc(at, 1.75, WAY), disc(at, 1.1, inner)];
}

/** The sign of element number `index`: A, B, C … Z; further elements share Z. */
export function signOf(index: number): string {
  return String.fromCharCode(65 + Math.min(index, 25));
}

/** Draws the sign of an element in its colour. */
export function signItems(at: Point2, sign: string, colour: Rgb): readonly Item[] {
  const isDark = colour[0] * 3 + colour[1] * 6 + colour[2] < 1250;
  return [
    disc(at, SIGN + 0.375, WHITE),
    disc(at, SIGN, INK),
    disc(at, SIGN - 0.375, colour),
    caption({ x: at.x, y: at.y - 1.15 }, sign, 2 * SIGN, {
      align: 'middle',
      bold: true,
      colour: isDark ? WHITE : INK,
    }),
  ];
}

/** The input for placing signs: the layers in which bodies are visible, and the positions of other marks in pixels. */
export type Signed = {
  readonly layers: readonly DepthBuffer[];
  /** The body of each surface, indexed by surface number minus one. */
  readonly bodies: Int32Array;
  readonly lens: Lens;
  readonly taken: readonly Point2[];
};

/** The best pixel for the sign of a body, inside its visible area; null if the body is not visible. */
export function signPlace(body: number, signed: Signed): Point2 | null {
  for (const grid of GRIDS) {
    const best = bestOf(body, signed, grid);
    if (best !== null) return best;
  }
  return null;
}

function bestOf(body: number, signed: Signed, grid: number): Point2 | null {
  const { width, height } = signed.lens;
  let best: Point2 | null = null;
  let most = -Infinity;
  for (let y = STEP; y < height - STEP; y += grid) {
    for (let x = STEP; x < width - STEP; x += grid) {
      if (!shows(body, x, y, signed)) continue;
      const worth = worthOf({ x, y }, body, signed);
      if (worth > most) [best, most] = [{ x, y }, worth];
    }
  }
  return best;
}

function shows(body: number, x: number, y: number, { layers, bodies, lens }: Signed): boolean {
  const pixel = y * lens.width + x;
  return layers.some(({ face }) => {
    const number = face[pixel] ?? 0;
    return number !== 0 && bodies[number - 1] === body;
  });
}

/**
 * The score of a position for a sign; greater is better. It rewards distance from other marks and from the border up to
 * `APART`, and positions inside the body, and breaks ties in favour of the centre.
 */
function worthOf({ x, y }: Point2, body: number, signed: Signed): number {
  const { width, height } = signed.lens;
  const distance = (to: Point2): number => Math.sqrt((x - to.x) ** 2 + (y - to.y) ** 2);
  const border = Math.min(x, y, width - x, height - y);
  const nearest = signed.taken.reduce((low, to) => Math.min(low, distance(to)), Infinity);
  const steps = [-STEP, 0, STEP];
  const inside = steps.flatMap((dx) =>
    steps.filter((dy) => shows(body, x + dx, y + dy, signed)),
  ).length;
  const free = Math.min(nearest, APART) * 4 + Math.min(border, APART);
  const middle = distance({ x: width / 2, y: height / 2 });
  return free + inside * 12 - Math.min(nearest, middle) / 10;
}

/** Maximum width of a room name and its text size, mm on paper, and its distance from the border, pixels. */
const [NAME_MM, NAME_SIZE, NAME_HEIGHT] = [44, 3.25, 34];

/** The name of a room at its centre; empty if it would cover a mark or cross the border. */
export function roomName(
  { name, at }: { readonly name: string; readonly at: Point3 },
  { lens, taken }: Pick<Signed, 'lens' | 'taken'>,
  paper: (spot: Point2) => Point2,
): readonly Item[] {
  const { x, y } = spotIn(lens, at);
  const middle = paper({ x, y });
  const item = caption({ x: middle.x, y: middle.y - 1.2 }, name, NAME_MM, {
    size_mm: NAME_SIZE,
    align: 'middle',
    colour: FAINT,
  });
  const width_mm = item.shape === 'text' ? textWidth(item.text, NAME_SIZE, false) : 0;
  const half = width_mm / 2 / (paper({ x: 1, y: 0 }).x - paper({ x: 0, y: 0 }).x);
  const isFree = taken.every(
    (to) => Math.abs(to.x - x) > half + APART || Math.abs(to.y - y) > APART,
  );
  const isWithin =
    x > half && x < lens.width - half && y > NAME_HEIGHT && y < lens.height - NAME_HEIGHT;
  return isFree && isWithin ? [item] : [];
}
