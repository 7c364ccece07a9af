/** @module tints: faces of panels and roofs in a light colour, as far as they are seen. */
import type { Steps } from '../../findings/steps.ts';
import { at } from '../../geometry/indexed.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { signedArea } from '../../geometry/plan/polygon.ts';
import { common, united, without } from '../../geometry/plan/regions.ts';
import type { Point2 } from '../../geometry/vector.ts';
import type { Element } from '../../kinds/elements.ts';
import type { Rgb } from '../../raster/raster.ts';
import { GLASS, layerOf, tint } from '../pens.ts';
import type { DrawnView } from '../plan/storey.ts';
import type { Sketch } from '../sketch.ts';
import { boxOf } from '../sketch.ts';
import type { FaceGrid } from './face-grid.ts';
import type { Face } from './faces.ts';
import { depthOf, isUpright } from './faces.ts';

/** Colours of what is seen, by category; everything else stays white. */
const TINTS: Readonly<Record<string, Rgb>> = {
  Windows: GLASS,
  Doors: [226, 222, 214],
  Roofs: [232, 232, 233],
};
/** Faces between two stops, and faces that are held against others. */
const STRIDE = 2000;
const HELD = 6000;
/** How many looks at a face are as much work as taking the part that two faces share. */
const SHARED = 100;
/** Parts that hide a face are taken from it so many at a time. */
const AT_ONCE = 16;
/** A face hides what lies more than this behind it, and outlines are held on a grid, mm. */
const BEFORE_MM = 0.05;
const GRID_MM = 0.002;

type Scene = {
  readonly elements: readonly Element[];
  readonly faces: readonly Face[];
  readonly grid: FaceGrid;
  /** Whether the plane of depth 0 cuts: faces in it are those of what is cut. */
  readonly cuts: boolean;
};

/** Fills the seen parts of faces that have a colour. */
export function* addTints(
  sketch: Sketch,
  { elements, faces, grid, cuts }: Scene,
  view: DrawnView,
): Steps<void> {
  const work = { held: 0 };
  const place: { body: number; own: Place | null } = { body: -1, own: null };
  let last: Coloured | null = null;
  const add = ({ rings, own, element }: Coloured): void => {
    sketch.area(rings, tint(own.layer, own.colour), { element });
  };
  for (const [index, face] of faces.entries()) {
    if (index % STRIDE === 0) yield { done: index, total: faces.length, doing: 'colours' };
    if (grid.shown[index] === 0) continue;
    // Faces of one body follow each other.
    if (place.body !== face.body) {
      place.body = face.body;
      place.own = placeOf(at(elements, face.body), view);
    }
    const own = ofPart(face, place.own);
    if (own === null) continue;
    if (cuts && face.px === 0 && face.py === 0 && face.p0 === 0) continue;
    const rings = yield* seenPart(index, { faces, grid }, work);
    const element = at(elements, face.body).id;
    const coloured = { rings, own, element };
    const joined: Coloured | null = last === null ? null : joinedWith(last, coloured);
    if (last !== null && joined === null) add(last);
    last = joined ?? coloured;
  }
  if (last !== null) add(last);
}

/** Seen parts of faces of one element in one colour. */
type Coloured = {
  readonly rings: readonly Ring[];
  readonly own: Place;
  readonly element: string;
};

/** Both as one area where they touch, as facets of something round do: no seam is seen between them; null elsewhere. */
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

/** What a face is coloured with: glass as such, and what is around panes of windows not. */
function ofPart({ part }: Face, own: Place | null): Place | null {
  if (part === 'glass') return GLAZED;
  if (part === undefined || own === null) return own;
  if (part === 'pane') return { ...own, colour: GLASS };
  return own.colour === GLASS ? null : own;
}

/** Panels of curtain walls. */
const GLAZED: Place = { layer: layerOf('Walls', 'seen'), colour: GLASS };

type Place = { readonly layer: string; readonly colour: Rgb };

/** Colour and layer of the faces of an element; null without a colour. */
function placeOf(element: Element, view: DrawnView): Place | null {
  const { category } = view.kinds.of(element);
  const colour = TINTS[category];
  return colour === undefined ? null : { layer: layerOf(category, 'seen'), colour };
}

/**
 * What no other face hides of a face. What hides it is taken away nearest first and a few parts at a time, until nothing
 * is left: however many faces lie before it, no step is longer for it.
 */
function* seenPart(
  index: number,
  { faces, grid }: Pick<Scene, 'faces' | 'grid'>,
  work: { held: number },
): Steps<readonly Ring[]> {
  const face = at(faces, index);
  const own = ringsOf(face);
  const hiding: Face[] = [];
  const over = facesOver(face, index, { faces, grid });
  work.held += 1 + over.length;
  for (const other of over) {
    if (!comesBefore(other, face)) continue;
    if (coversAll(other, face)) return [];
    hiding.push(other);
  }
  if (work.held >= HELD) {
    work.held = 0;
    yield { done: index, total: faces.length, doing: 'colours' };
  }
  let left: readonly Ring[] = own;
  let before: Ring[] = [];
  for (const other of hiding) {
    if (work.held >= HELD) {
      work.held = 0;
      yield { done: index, total: faces.length, doing: 'colours' };
    }
    work.held += SHARED;
    const shared = common(own, ringsOf(other));
    const [first] = shared;
    if (first === undefined) continue;
    const middle = middleOf(first);
    if (depthOf(other, middle.x, middle.y) < depthOf(face, middle.x, middle.y) - BEFORE_MM) {
      before.push(...shared);
    }
    if (before.length < AT_ONCE) continue;
    left = without(left, before);
    if (left.length === 0) return left;
    before = [];
  }
  return without(left, before);
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

function middleOf(ring: Ring): Point2 {
  const sum = ring.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
  return { x: sum.x / ring.length, y: sum.y / ring.length };
}

/** Faces that begin before the end of a face in the cells that it lies in, the nearest first. */
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
        ring.push({ x: sides[i] ?? 0, y: sides[i + 1] ?? 0 });
        i = next.get(`${sides[i + 2]} ${sides[i + 3]}`)?.pop();
      }
      if (ring.length > 2) rings.push(ring);
    }
  }
  RINGS.set(face, rings);
  return rings;
}
