/** @module tints: fills the visible parts of faces with the colour of their kind in elevations and sections. */

import { checkpoint } from '../../../base/work/checkpoint.ts';
import { at } from '../../../building/geometry/indexed.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { signedArea } from '../../../building/geometry/plan/polygon.ts';
import { type Area, common, united, without } from '../../../building/geometry/plan/regions.ts';
import type { Point2 } from '../../../building/geometry/vector.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { coloursOf, DRAWN_GLASS } from '../../../building/kinds/facets/appearance.ts';
import type { ModelView } from '../../../building/model/view.ts';
import type { Rgb } from '../../raster/raster.ts';
import { layerOf, tint } from '../pens.ts';
import type { Sketch } from '../sketch.ts';
import { boxOf } from '../sketch.ts';
import type { FaceGrid } from './face-grid.ts';
import type { Face } from './faces.ts';
import { depthOf, isUpright } from './faces.ts';

/** Number of faces between two checkpoints. */
const STRIDE = 2000;
/** Number of comparisons between faces between two checkpoints. */
const COMPARISONS = 6000;
/** Cost of intersecting two faces, as a number of face comparisons. */
const SHARED = 100;
/** Number of occluding parts that are subtracted from a face at once. */
const AT_ONCE = 16;
/** A face hides only geometry that is more than this behind it, mm. */
const BEFORE_MM = 0.05;
/** Grid to which outlines are rounded, mm. */
const GRID_MM = 0.002;

/**
 * Overlap on paper of the fills of two faces of one colour that cross, mm: more than a pixel of a picture, so that the
 * paper does not show between them.
 */
const SEAM_MM = 0.4;

type Scene = {
  readonly elements: readonly Element[];
  readonly faces: readonly Face[];
  readonly grid: FaceGrid;
  /** Whether the plane of depth 0 cuts the model: faces in that plane are cut faces. */
  readonly cuts: boolean;
};

/** The faces of a scene, and by how much the fills of two faces that cross overlap, mm. */
type Faces = Pick<Scene, 'faces' | 'grid'> & { readonly seam: (other: Face) => number };

/** Fills the visible parts of faces whose kind has a colour in elevations. */
export function addTints(
  sketch: Sketch,
  { elements, faces, grid, cuts }: Scene,
  view: ModelView,
): void {
  const work = { comparisons: 0 };
  const place: { body: number; own: Place | null } = { body: -1, own: null };
  let last: Coloured | null = null;
  const add = ({ rings, own, element }: Coloured): void => {
    sketch.area(rings, tint(own.layer, own.colour), { element });
  };
  for (const [index, face] of faces.entries()) {
    if (index % STRIDE === 0) checkpoint({ done: index, total: faces.length, doing: 'colours' });
    if (grid.shown[index] === 0) continue;
    // The faces of one body are consecutive.
    if (place.body !== face.body) {
      place.body = face.body;
      place.own = placeOf(at(elements, face.body), view);
    }
    const own = ofPart(face, place.own);
    if (own === null) continue;
    if (cuts && face.px === 0 && face.py === 0 && face.p0 === 0) continue;
    const overlap = SEAM_MM * sketch.scale;
    const seam = (other: Face): number =>
      colourOf(other, { elements }, view) === own.colour ? overlap : 0;
    const rings = seenPart(index, { faces, grid, seam }, work);
    const element = at(elements, face.body).id;
    const coloured = { rings, own, element };
    const joined: Coloured | null = last === null ? null : joinedWith(last, coloured);
    if (last !== null && joined === null) add(last);
    last = joined ?? coloured;
  }
  if (last !== null) add(last);
}

/** Visible parts of the faces of one element in one colour. */
type Coloured = {
  readonly rings: readonly Ring[];
  readonly own: Place;
  readonly element: string;
};

/**
 * The union of both if they touch, as the facets of a curved surface do, so that no seam is visible between them;
 * otherwise null.
 */
function joinedWith(last: Coloured, next: Coloured): Coloured | null {
  if (last.element !== next.element || last.own.colour !== next.own.colour) return null;
  const [one, other] = [last.rings, next.rings];
  if (one.length !== 1 || other.length !== 1 || !boxesTouch(one, other)) return null;
  const rings = united([one, other].map((area) => area.map(counterClockwise)));
  return rings.length === 1 ? { ...next, rings } : null;
}

function boxesTouch(one: readonly Ring[], other: readonly Ring[]): boolean {
  const [a, b] = [boxOf(one.flat()), boxOf(other.flat())];
  return (
    a !== null &&
    b !== null &&
    a.min.x <= b.max.x + GRID_MM &&
    b.min.x <= a.max.x + GRID_MM &&
    a.min.y <= b.max.y + GRID_MM &&
    b.min.y <= a.max.y + GRID_MM
  );
}

function counterClockwise(ring: Ring): Ring {
  return signedArea(ring) < 0 ? ring.toReversed() : ring;
}

/** The colour of a face by its part: glass has the colour of glass, and frames around panes are not coloured. */
function ofPart({ part }: Face, own: Place | null): Place | null {
  if (part === 'glass') return GLAZED;
  if (part === undefined || own === null) return own;
  if (part === 'pane') return { ...own, colour: DRAWN_GLASS };
  return own.colour === DRAWN_GLASS ? null : own;
}

/** Layer and colour of the glass panels of curtain walls. */
const GLAZED: Place = { layer: layerOf('Walls', 'seen'), colour: DRAWN_GLASS };

/** Layer and colour of a filled face. */
type Place = { readonly layer: string; readonly colour: Rgb };

/** Colour and layer of the faces of an element; null if it has no colour. */
function placeOf(element: Element, view: ModelView): Place | null {
  const { category, appearance } = view.kinds.of(element);
  const colour = coloursOf(appearance, element)?.elevation ?? null;
  return colour === null ? null : { layer: layerOf(category, 'seen'), colour };
}

/**
 * The part of a face that no other face hides. The hiding faces are subtracted nearest first, `AT_ONCE` parts at a
 * time, until nothing remains. This bounds the cost of a single subtraction.
 */
function seenPart(
  index: number,
  { faces, grid, seam }: Faces,
  work: { comparisons: number },
): readonly Ring[] {
  const face = at(faces, index);
  const own = ringsOf(face);
  const hiding: Face[] = [];
  const over = facesOver(face, index, { faces, grid });
  work.comparisons += 1 + over.length;
  for (const other of over) {
    if (!comesBefore(other, face)) continue;
    if (coversAll(other, face)) return [];
    hiding.push(other);
  }
  if (work.comparisons >= COMPARISONS) {
    work.comparisons = 0;
    checkpoint({ done: index, total: faces.length, doing: 'colours' });
  }
  let left: readonly Ring[] = own;
  let before: Ring[] = [];
  for (const other of hiding) {
    if (work.comparisons >= COMPARISONS) {
      work.comparisons = 0;
      checkpoint({ done: index, total: faces.length, doing: 'colours' });
    }
    work.comparisons += SHARED;
    before.push(...inFront(common(own, ringsOf(other)), [other, face], seam(other)));
    if (before.length < AT_ONCE) continue;
    left = without(left, before);
    if (left.length === 0) return left;
    before = [];
  }
  return without(left, before);
}

/** How much nearer one face is than another at the corners of a box: minimum and maximum, mm. */
function nearerBy(
  { px, py, p0 }: Face,
  face: Face,
  { left, right, bottom, top }: Pick<Face, 'bottom' | 'left' | 'right' | 'top'>,
): readonly [number, number] {
  const [dx, dy, d0] = [face.px - px, face.py - py, face.p0 - p0];
  const [x0, x1, y0, y1] = [dx * left, dx * right, dy * bottom, dy * top];
  return [Math.min(x0, x1) + Math.min(y0, y1) + d0, Math.max(x0, x1) + Math.max(y0, y1) + d0];
}

/** Whether the boxes of two faces overlap and the first face is in front of the second one somewhere in the overlap. */
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

/** Whether an axis-aligned rectangle is in front of the whole face and covers it. */
function coversAll(other: Face, face: Face): boolean {
  if (other.left > face.left || other.right < face.right) return false;
  if (other.bottom > face.bottom || other.top < face.top) return false;
  return isUpright(other) && nearerBy(other, face, face)[0] > BEFORE_MM + GRID_MM;
}

/**
 * The part of an area in which the first face is in front of the second one. Of two faces that cross this is the part on
 * one side of a line, less a strip of `seam` mm along the line.
 */
function inFront(area: Area, [other, face]: readonly [Face, Face], seam: number): Area {
  const slope = Math.hypot(face.px - other.px, face.py - other.py);
  const nearer = ({ x, y }: Point2): number =>
    depthOf(face, x, y) - depthOf(other, x, y) - BEFORE_MM;
  const depths = area.flat().map(nearer);
  if (depths.every((depth) => depth > 0)) return area;
  if (depths.every((depth) => depth <= 0)) return [];
  const least = slope * seam;
  return united([
    area.flatMap((ring) => {
      const part: Point2[] = [];
      for (const [i, to] of ring.entries()) {
        const from = ring.at(i - 1) ?? to;
        const [a, b] = [nearer(from) - least, nearer(to) - least];
        if (a > 0 !== b > 0) {
          const share = a / (a - b);
          part.push({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
        }
        if (b > 0) part.push(to);
      }
      return part.length > 2 ? [part] : [];
    }),
  ]);
}

/** The colour of a face; null if it has none. */
function colourOf(face: Face, { elements }: Pick<Scene, 'elements'>, view: ModelView): Rgb | null {
  return ofPart(face, placeOf(at(elements, face.body), view))?.colour ?? null;
}

/** The faces in the cells of a face that start in front of its farthest point, nearest first. */
function facesOver(
  face: Face,
  index: number,
  { faces, grid }: Pick<Scene, 'faces' | 'grid'>,
): readonly Face[] {
  const { left, bottom, size, columns, rows, cells } = grid;
  const found = new Set<number>();
  const last = Math.min(columns - 1, Math.floor((face.right - left) / size));
  const high = Math.min(rows - 1, Math.floor((face.top - bottom) / size));
  for (let row = Math.floor((face.bottom - bottom) / size); row <= high; row += 1) {
    for (let column = Math.floor((face.left - left) / size); column <= last; column += 1) {
      for (const other of cells[row * columns + column] ?? []) {
        if ((faces[other]?.nearest ?? Infinity) >= face.farthest) break;
        if (other !== index) found.add(other);
      }
    }
  }
  return Array.from(found, (other) => at(faces, other)).toSorted((a, b) => a.nearest - b.nearest);
}

/** Cache of `ringsOf`. */
const RINGS = new WeakMap<Face, readonly Ring[]>();

/** The border of a face as rings; the sides of one face share their end points exactly. */
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
        ring.push({ x: sides[i] ?? 0, y: sides[i + 1] ?? 0 });
        i = next.get(`${sides[i + 2]} ${sides[i + 3]}`)?.pop();
      }
      if (ring.length > 2) rings.push(ring);
    }
  }
  RINGS.set(face, rings);
  return rings;
}
