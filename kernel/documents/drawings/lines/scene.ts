/** @module scene: the visible faces and edges of the building from one direction, and the cut bodies. */

import { checkpoint } from '../../../base/work/checkpoint.ts';
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Element } from '../../../building/kinds/elements.ts';
import { occupancyOf } from '../../../building/kinds/facets/per-element.ts';
import { shownBody } from '../../../building/kinds/shared/shown-body.ts';
import type { ModelView } from '../../../building/model/view.ts';
import { nearestFirst } from '../nearest-first.ts';
import { bothSides, hasFormOfFile, mayBeOpen, openParts } from '../open-parts.ts';
import { behindPlane } from './clip-mesh.ts';
import type { Extent } from './cover.ts';
import { Cover, extentOf } from './cover.ts';
import type { Edge, Face } from './faces.ts';
import { addBody, faceOver } from './faces.ts';
import { type Frame, inFrame, type Section, sectionOf } from './slice.ts';

/** Number of candidates between two checkpoints, if their meshes are not needed. */
const LOOKS = 1000;
/** Number of elements, or of meshes, between two checkpoints. */
const STRIDE = 100;

/** The parameters of a view: direction, cut and depth. */
export type Outlook = {
  readonly frame: Frame;
  /** Whether the plane of depth 0 cuts the model; everything in front of it is then left out. */
  readonly cuts: boolean;
  /** Depth of the view, mm; null if it is unlimited. */
  readonly depth: number | null;
};

/** The section of a body, or of its glass, by the cutting plane, in the frame of the view. */
export type Slice = Section & { readonly element: Element; readonly isGlass?: boolean };

/** The scene of a view. Faces and edges store the number of their body; edges also store that of their face. */
export type Scene = {
  readonly elements: readonly Element[];
  readonly faces: readonly Face[];
  readonly edges: readonly Edge[];
  readonly slices: readonly Slice[];
};

type Candidate = { readonly element: Element; readonly extent: Extent };

type Part = {
  readonly faces: Face[];
  readonly edges: Edge[];
  readonly slices: Slice[];
  /** Whether the body consists of pieces that touch. */
  readonly isInPieces: boolean;
};

/**
 * The scene without bodies that are certainly hidden, in the order of the model. Bodies are processed nearest first, so
 * that the meshes of hidden bodies are never generated.
 */
export function sceneOf(look: Outlook, view: ModelView): Scene {
  const all = candidatesOf(look, view);
  const order = nearestFirst(Float64Array.from(all, ({ extent }) => extent.nearest));
  const cover = new Cover(all.map(({ extent }) => extent));
  const parts: (Part | null)[] = all.map(() => null);
  let looked = 0;
  let made = 0;
  for (const [done, index] of order.entries()) {
    looked += 1;
    if (looked === LOOKS || made === STRIDE) {
      [looked, made] = [0, 0];
      checkpoint({ done, total: order.length, doing: 'bodies' });
    }
    const candidate = all[index];
    if (candidate === undefined || cover.hides(candidate.extent)) continue;
    made += 1;
    const part = partOf(candidate.element, look, view);
    if (part === null) continue;
    parts[index] = part;
    for (const face of part.faces) cover.add(face);
  }
  return sceneFrom(all, parts);
}

/** The elements whose body may be visible, with their boxes in the frame. */
function candidatesOf({ frame, cuts, depth }: Outlook, view: ModelView): readonly Candidate[] {
  const found: Candidate[] = [];
  const total = view.count();
  let looked = 0;
  for (const element of view.elements()) {
    if (looked % STRIDE === 0) checkpoint({ done: looked, total, doing: 'elements' });
    looked += 1;
    if (occupancyOf(element, view.kinds) !== 'matter') continue;
    const box = view.bounds(element.id);
    if (box === null) continue;
    const extent = extentOf(box, frame);
    if (cuts && depth !== null && extent.nearest > depth + NEAR_MM) continue;
    const nearest = cuts ? Math.max(0, extent.nearest) : extent.nearest;
    found.push({ element, extent: { ...extent, nearest } });
  }
  return found;
}

/** Tolerance for rounding errors of bounding boxes, mm. */
const NEAR_MM = 0.01;

function partOf(element: Element, { frame, cuts, depth }: Outlook, view: ModelView): Part | null {
  const shown = shownBody(element, view);
  if (shown === null) return null;
  const { mesh, glass, rest, file } = shown;
  const spots = inFrame(mesh, frame);
  const isPanel = view.kinds.of(element).fills !== 'none';
  const isInPieces = isInArc(element, view) || isCutByPlanes(element);
  const part: Part = { faces: [], edges: [], slices: [], isInPieces };
  const restPart = (isPanel || file !== null) && glass !== null ? 'frame' : null;
  const isOpen = mayBeOpen(element, file);
  const isOfFile = hasFormOfFile(element, file);
  const add = (of: Mesh, name: NonNullable<Face['part']> | null): void => {
    const triangles = isOpen ? bothSides(of.triangles) : of.triangles;
    const whole = { spots: inFrame(of, frame), triangles, isOfFile };
    const first = part.faces.length;
    addBody(0, cuts ? { ...behindPlane(whole), isOfFile } : whole, part);
    if (name === null) return;
    for (const [i, face] of part.faces.slice(first).entries()) {
      part.faces[first + i] = { ...face, part: name };
    }
  };
  const addAll = (): Part => {
    add(rest, restPart);
    if (glass !== null) add(glass, isPanel || file !== null ? 'pane' : 'glass');
    return part;
  };
  if (!cuts) return addAll();
  let nearest = Infinity;
  for (let i = 2; i < spots.length; i += 3) nearest = Math.min(nearest, spots[i] ?? 0);
  if (depth !== null && nearest > depth) return null;
  if (nearest < 0) {
    const whole = isPanel && file === null ? rest : mesh;
    const slices = [sliceOf(element, inFrame(whole, frame), whole.triangles, isOpen)];
    if (whole === rest && glass !== null) {
      const pane = sliceOf(element, inFrame(glass, frame), glass.triangles);
      slices.push(pane === null ? null : { ...pane, isGlass: true });
    }
    for (const slice of slices) {
      if (slice === null) continue;
      part.slices.push(slice);
      if (slice.rings.length === 0) continue;
      const sides = slice.rings.flatMap((ring) =>
        ring.flatMap((to, i) => {
          const from = ring.at(i - 1) ?? to;
          return [from.x, from.y, to.x, to.y];
        }),
      );
      part.faces.push(faceOver(0, Float64Array.from(sides), { px: 0, py: 0, p0: 0 }));
    }
  }
  return addAll();
}

/** The section of an element by the plane of depth 0; null if the plane misses its surface. */
export function sliceOf(
  element: Element,
  spots: Float64Array,
  triangles: Uint32Array,
  may_be_open = mayBeOpen(element),
): Slice | null {
  const isOpen = may_be_open ? openParts(spots.length / 3, triangles) : undefined;
  const section = sectionOf(spots, triangles, isOpen);
  return section.rings.length + section.lines.length === 0 ? null : { element, ...section };
}

/** Whether it is a door or window in an arc, whose frame consists of boxes along its facets. */
function isInArc({ params }: Element, view: ModelView): boolean {
  if (!('host_id' in params)) return false;
  return (view.elementOf(params.host_id, 'wall')?.params.via ?? null) !== null;
}

/** Whether planes cut the body of an element, which leaves several pieces that touch. */
function isCutByPlanes({ params }: Element): boolean {
  return 'cut_planes' in params && (params.cut_planes ?? []).length > 0;
}

/** Concatenates the parts and renumbers their bodies and faces. */
function sceneFrom(all: readonly Candidate[], parts: readonly (Part | null)[]): Scene {
  const scene = {
    elements: Array<Element>(),
    faces: Array<Face>(),
    edges: Array<Edge>(),
    slices: Array<Slice>(),
  };
  for (const [index, part] of parts.entries()) {
    const candidate = all[index];
    if (part === null || candidate === undefined) continue;
    const body = scene.elements.push(candidate.element) - 1;
    const first = scene.faces.length;
    for (const face of part.faces) scene.faces.push({ ...face, body });
    const mayBeSeam = part.isInPieces;
    for (const edge of part.edges) {
      scene.edges.push({ ...edge, body, face: first + edge.face, mayBeSeam });
    }
    scene.slices.push(...part.slices);
  }
  return scene;
}
