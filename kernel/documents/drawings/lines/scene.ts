/** @module scene: the faces and edges of what can be seen of the building from one side, and what a plane cuts. */
import type { Steps } from '../../findings/steps.ts';
import type { Mesh } from '../../geometry/mesh/mesh.ts';
import type { Ring } from '../../geometry/plan/polygon.ts';
import { glazed } from '../../kinds/curtain/glazed.ts';
import type { Element } from '../../kinds/elements.ts';
import { nearestFirst } from '../nearest-first.ts';
import type { DrawnView } from '../plan/storey.ts';
import { behindPlane } from './clip-mesh.ts';
import type { Extent } from './cover.ts';
import { Cover, extentOf } from './cover.ts';
import type { Edge, Face } from './faces.ts';
import { addBody, faceOver } from './faces.ts';
import { addFront } from './fronts.ts';
import type { Frame } from './slice.ts';
import { inFrame, sliceRings } from './slice.ts';

/** Elements that are looked at between two stops, and bodies. */
const LOOKS = 1000;
const STRIDE = 100;

/** What is seen of a building from where. */
export type Outlook = {
  readonly frame: Frame;
  /** Whether the plane of depth 0 cuts what it meets; what lies before it is left out then. */
  readonly cuts: boolean;
  /** How far is seen, mm; null without an end. */
  readonly depth: number | null;
};

/** A body where a plane cuts it. */
export type Slice = { readonly element: Element; readonly rings: readonly Ring[] };

/** Faces and edges have the number of their body, and edges that of their face. */
export type Scene = {
  readonly elements: readonly Element[];
  readonly faces: readonly Face[];
  readonly edges: readonly Edge[];
  readonly slices: readonly Slice[];
};

type Candidate = { readonly element: Element; readonly extent: Extent };

type Part = { readonly faces: Face[]; readonly edges: Edge[]; slice: Slice | null };

/**
 * What is not hidden for certain, in the order of the model. Bodies are taken nearest first, so that of those behind them
 * no mesh need be made.
 */
export function* sceneOf(look: Outlook, view: DrawnView): Steps<Scene> {
  const all = yield* candidatesOf(look, view);
  const order = nearestFirst(Float64Array.from(all, ({ extent }) => extent.nearest));
  const cover = new Cover(all.map(({ extent }) => extent));
  const parts: (Part | null)[] = all.map(() => null);
  let looked = 0;
  let made = 0;
  for (const [done, index] of order.entries()) {
    looked += 1;
    if (looked === LOOKS || made === STRIDE) {
      [looked, made] = [0, 0];
      yield { done, total: order.length, doing: 'bodies' };
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

/** What has a body that may be seen, with its box in the frame. */
function* candidatesOf(
  { frame, cuts, depth }: Outlook,
  view: DrawnView,
): Steps<readonly Candidate[]> {
  const found: Candidate[] = [];
  const total = view.count();
  let looked = 0;
  for (const element of view.elements()) {
    if (looked % STRIDE === 0) yield { done: looked, total, doing: 'elements' };
    looked += 1;
    const { body } = view.kinds.of(element);
    if (body === 'none' || body.occupies !== 'matter') continue;
    const box = view.bounds(element.id);
    if (box === null) continue;
    const extent = extentOf(box, frame);
    if (cuts && depth !== null && extent.nearest > depth + NEAR_MM) continue;
    const nearest = cuts ? Math.max(0, extent.nearest) : extent.nearest;
    found.push({ element, extent: { ...extent, nearest } });
  }
  return found;
}

/** Boxes are rounded, mm. */
const NEAR_MM = 0.01;

function partOf(element: Element, { frame, cuts, depth }: Outlook, view: DrawnView): Part | null {
  const mesh = view.mesh(element.id);
  if (mesh === null) return null;
  const spots = inFrame(mesh, frame);
  const part: Part = { faces: [], edges: [], slice: null };
  const { glass, rest } = glazed(element, mesh);
  const add = (of: Mesh, isGlass: boolean): void => {
    const whole = { spots: inFrame(of, frame), triangles: of.triangles };
    const first = part.faces.length;
    addBody(0, cuts ? behindPlane(whole) : whole, part);
    if (!isGlass) return;
    for (const [i, face] of part.faces.slice(first).entries()) {
      part.faces[first + i] = { ...face, part: 'glass' };
    }
  };
  const addAll = (): Part => {
    add(rest, false);
    if (glass !== null) add(glass, true);
    if (part.slice === null) addFront(part, { element, mesh }, { frame, view });
    return part;
  };
  if (!cuts) return addAll();
  let nearest = Infinity;
  for (let i = 2; i < spots.length; i += 3) nearest = Math.min(nearest, spots[i] ?? 0);
  if (depth !== null && nearest > depth) return null;
  if (nearest < 0) {
    const rings = sliceRings(spots, mesh.triangles);
    if (rings.length > 0) {
      part.slice = { element, rings };
      const sides = rings.flatMap((ring) =>
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

/** The parts one after the other, with the numbers of their bodies and faces. */
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
    for (const edge of part.edges) scene.edges.push({ ...edge, body, face: first + edge.face });
    if (part.slice !== null) scene.slices.push(part.slice);
  }
  return scene;
}
