/** @module tints: faces of panels and roofs in a light colour, as far as they are seen. */
import type { Steps } from '../../findings/steps.ts';
import { at } from '../../geometry/indexed.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Rgb } from '../../raster/raster.ts';
import { common, without } from '../../spatial/disc/regions.ts';
import { GLASS, layerOf, tint } from '../pens.ts';
import type { DrawnView } from '../plan/storey.ts';
import type { Sketch } from '../sketch.ts';
import type { FaceGrid } from './face-grid.ts';
import { depthOf } from './face-grid.ts';
import type { Face } from './faces.ts';

/** Colours of what is seen, by category; everything else stays white. */
const TINTS: Readonly<Record<string, Rgb>> = {
  Windows: GLASS,
  Doors: [226, 222, 214],
  Roofs: [232, 232, 233],
};
/** Most faces that get a colour, and most that are held against one. */
const MOST = 3000;
const MOST_BEFORE = 400;
/** Faces with a colour between two stops. */
const STRIDE = 50;
/** A face hides what lies more than this behind it, and outlines are held on a grid, mm. */
const BEFORE_MM = 0.05;
const GRID_MM = 0.002;

type Scene = {
  readonly elements: readonly Element[];
  readonly faces: readonly Face[];
  readonly grid: FaceGrid;
};

/** Fills the seen parts of faces that have a colour. */
export function* addTints(
  sketch: Sketch,
  { elements, faces, grid }: Scene,
  view: DrawnView,
): Steps<void> {
  let done = 0;
  for (const [index, face] of faces.entries()) {
    const element = elements[face.body];
    if (element === undefined || (face.px === 0 && face.py === 0 && face.p0 === 0)) continue;
    const { category } = view.kinds.of(element);
    const colour = TINTS[category];
    if (colour === undefined || done === MOST) continue;
    if (done % STRIDE === 0) yield { done: index, total: faces.length, doing: 'colours' };
    done += 1;
    const rings = seenPart(index, faces, grid);
    sketch.area(rings, tint(layerOf(category, 'seen'), colour), { element: element.id });
  }
}

/** What no other face hides of a face. */
function seenPart(index: number, faces: readonly Face[], grid: FaceGrid): readonly Ring[] {
  const face = at(faces, index);
  const own = ringsOf(face);
  const before: Ring[] = [];
  for (const other of facesOver(face, index, { faces, grid })) {
    if (!comesBefore(other, face)) continue;
    if (coversAll(other, face)) return [];
    const shared = common(own, ringsOf(other));
    const [first] = shared;
    if (first === undefined) continue;
    const middle = middleOf(first);
    if (depthOf(other, middle.x, middle.y) < depthOf(face, middle.x, middle.y) - BEFORE_MM) {
      before.push(...shared);
    }
  }
  return without(own, before);
}

/** How much nearer a face lies than another at the corners of a box: least and most, mm. */
function nearerBy(
  { px, py, p0 }: Face,
  face: Face,
  { left, right, bottom, top }: Pick<Face, 'bottom' | 'left' | 'right' | 'top'>,
): readonly [number, number] {
  const [dx, dy, d0] = [face.px - px, face.py - py, face.p0 - p0];
  const [x0, x1, y0, y1] = [dx * left, dx * right, dy * bottom, dy * top];
  return [Math.min(x0, x1) + Math.min(y0, y1) + d0, Math.max(x0, x1) + Math.max(y0, y1) + d0];
}

/** Whether the boxes of two faces meet, and the first lies before the second somewhere in both of them. */
function comesBefore(other: Face, face: Face): boolean {
  const both = {
    left: Math.max(other.left, face.left) - GRID_MM,
    right: Math.min(other.right, face.right) + GRID_MM,
    bottom: Math.max(other.bottom, face.bottom) - GRID_MM,
    top: Math.min(other.top, face.top) + GRID_MM,
  };
  if (both.left > both.right || both.bottom > both.top) return false;
  return nearerBy(other, face, both)[1] > BEFORE_MM;
}

/** Whether an upright rectangle lies before all of a face. */
function coversAll(other: Face, face: Face): boolean {
  if (other.left > face.left || other.right < face.right) return false;
  if (other.bottom > face.bottom || other.top < face.top) return false;
  return isUpright(other) && nearerBy(other, face, face)[0] > BEFORE_MM + GRID_MM;
}

/** Whether the border is four sides, each along an axis: the box of the face and nothing less. */
function isUpright({ sides }: Face): boolean {
  if (sides.length !== 16) return false;
  for (let i = 0; i < 16; i += 4) {
    if (sides[i] !== sides[i + 2] && sides[i + 1] !== sides[i + 3]) return false;
  }
  return true;
}

function middleOf(ring: Ring): Point2 {
  const sum = ring.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / ring.length, y: sum.y / ring.length };
}

function facesOver(
  face: Face,
  index: number,
  { faces, grid }: { readonly faces: readonly Face[]; readonly grid: FaceGrid },
): readonly Face[] {
  const { left, bottom, size, columns, rows, cells } = grid;
  const found = new Set<number>();
  const last = Math.min(columns - 1, Math.floor((face.right - left) / size));
  const high = Math.min(rows - 1, Math.floor((face.top - bottom) / size));
  for (let row = Math.floor((face.bottom - bottom) / size); row <= high; row += 1) {
    for (let column = Math.floor((face.left - left) / size); column <= last; column += 1) {
      for (const other of at(cells, row * columns + column)) {
        if (at(faces, other).nearest >= face.farthest) break;
        if (other !== index) found.add(other);
      }
      if (found.size > MOST_BEFORE) return [];
    }
  }
  return [...found].map((other) => at(faces, other));
}

const RINGS = new WeakMap<Face, readonly Ring[]>();

/** The border of a face as rings; sides of one face share their ends exactly. */
function ringsOf(face: Face): readonly Ring[] {
  const known = RINGS.get(face);
  if (known !== undefined) return known;
  const next = new Map<string, number[]>();
  const { sides } = face;
  for (let i = 0; i + 3 < sides.length; i += 4) {
    const key = `${sides[i]} ${sides[i + 1]}`;
    const list = next.get(key);
    if (list === undefined) next.set(key, [i]);
    else list.push(i);
  }
  const rings: Ring[] = [];
  for (const starts of next.values()) {
    for (let side = starts.pop(); side !== undefined; side = starts.pop()) {
      const ring: Point2[] = [];
      for (let i: number | undefined = side; i !== undefined;) {
        ring.push({ x: at(sides, i), y: at(sides, i + 1) });
        i = next.get(`${sides[i + 2]} ${sides[i + 3]}`)?.pop();
      }
      if (ring.length > 2) rings.push(ring);
    }
  }
  RINGS.set(face, rings);
  return rings;
}
