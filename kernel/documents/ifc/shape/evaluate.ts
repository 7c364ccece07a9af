/** @module evaluate: the bodies of products as solids, with their volumes, boxes and meshes. */
import Module, { type ManifoldToplevel } from 'manifold-3d';

import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import { createTrapGuard, type TrapGuard } from '../../../building/geometry/mesh/trap-guard.ts';
import type { Box3, Point3 } from '../../../building/geometry/vector.ts';
import { type Matrix, pointThrough, product } from './matrix.ts';
import type { ShapeItem, ShapeNode } from './shape-node.ts';
import { type Body, BodyBuilder, boxOfAll, haveOverlaps } from './solid/body-builder.ts';
import { EvaluateFault } from './solid/evaluate-fault.ts';
import type { Facets } from './solid/facets.ts';
import { SolidLibrary, solidMesh } from './solid/solid-library.ts';
import {
  compacted,
  mergedSurfaces,
  type Surface,
  surfaceBox,
  surfaceVolume,
} from './solid/surface.ts';
import { trianglesOf } from './solid/triangles.ts';

/** A computed body in the frame of the model. */
export type EvaluatedShape = {
  readonly ok: true;
  /** Null for an open surface. */
  readonly volume_mm3: number | null;
  readonly box: Box3;
  /** Whether the surface is closed. */
  readonly closed: boolean;
  /** Number of items with a body. Items that overlap are united. */
  readonly parts: number;
  /** Number of faces in the mesh of a closed body that enclose nothing, such as panes of windows. */
  readonly sheets: number;
  /** The surface as triangles; equal bodies have equal bytes. Throws if the library has crashed. */
  readonly mesh: () => Mesh;
};

/** The reason why a body cannot be computed. After a crash a new evaluator must be loaded. */
export type ShapeFailure = { readonly ok: false; readonly why: string; readonly crashed: boolean };

export type ShapeOptions = {
  /** Number of chords of a full turn; null for as many as keep each chord within 0.1 mm of its arc. Default: null. */
  readonly sides?: number | null;
};

/** Computes bodies. */
export type ShapeEvaluator = {
  /**
   * The union of items without the cuts, which are the bodies of openings. Cuts of open surfaces are not made. Never
   * throws for the content of a file.
   */
  readonly evaluate: (
    items: readonly ShapeItem[],
    cuts: readonly ShapeItem[],
    options?: ShapeOptions,
  ) => EvaluatedShape | ShapeFailure;
};

/** Thrown by `mesh` after a crash, and caught by `evaluate`. */
class LibraryCrash extends Error {}

/** Loads an instance of the library, which takes about 30 ms. */
export async function loadShapeEvaluator(): Promise<ShapeEvaluator> {
  const library = await Module();
  library.setup();
  const guarded = createTrapGuard(
    (message) => new LibraryCrash(`the solid kernel crashed: ${message}`),
  );
  return {
    evaluate: (items, cuts, options = {}) => {
      try {
        return evaluated({ library, guarded }, items, cuts, { sides: options.sides ?? null });
      } catch (error) {
        if (error instanceof LibraryCrash) return { ok: false, why: error.message, crashed: true };
        if (error instanceof EvaluateFault) {
          return { ok: false, why: error.message, crashed: false };
        }
        throw error;
      }
    },
  };
}

type Kernel = { readonly library: ManifoldToplevel; readonly guarded: TrapGuard };

function evaluated(
  { library, guarded }: Kernel,
  items: readonly ShapeItem[],
  cuts: readonly ShapeItem[],
  facets: Facets,
): EvaluatedShape {
  const [first] = items;
  if (first === undefined) throw new EvaluateFault('expected a body with items, found none');
  const origin = originOf(first);
  const local: Matrix = [1, 0, 0, -origin.x, 0, 1, 0, -origin.y, 0, 0, 1, -origin.z];
  return guarded((scope) => {
    const solids = new SolidLibrary(library, scope);
    const builder = new BodyBuilder(solids, facets);
    const built = items.map(({ node, place }) => builder.item(node, product(local, place)));
    const open = built.flatMap((one) => ('open' in one ? [one.open] : []));
    const closed = built.flatMap((one) => ('open' in one ? [] : [one]));
    const cutters = cuts.map(({ node, place }) => builder.cutter(node, product(local, place)));
    const sheets = closed.flatMap((body) => body.sheets ?? []);
    const parts = closed.map((body) => builder.without(body, cutters));
    const bodies = haveOverlaps(parts.map(({ box }) => box)) ? [builder.union(parts)] : parts;
    const box = boxOfAll([
      ...bodies.map((body) => body.box),
      ...[...open, ...sheets].map((one) => surfaceBox(one)),
    ]);
    if (box === null) throw new EvaluateFault('expected a body with a volume, found an empty one');
    const pieces = bodies.filter((body) => body.box !== null);
    const meshes = pieces.map((body) => body.surface ?? solidMesh(body.solid(), scope));
    return {
      ok: true,
      volume_mm3: open.length > 0 ? null : sumOf(pieces.map((body) => volumeOf(body))),
      box: movedBox(box, origin),
      closed: open.length === 0,
      parts: items.length,
      sheets: sheets.reduce((sum, { faces }) => sum + faces.length, 0),
      mesh: () => guarded(() => placedMesh(library, [...meshes, ...open, ...sheets], origin)),
    };
  });
}

function volumeOf(body: Body): number {
  return body.surface === null ? body.solid().volume() : surfaceVolume(body.surface);
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** A point of an item on whole millimetres: bodies are computed relative to it, so that distant ones stay exact. */
function originOf({ node, place }: ShapeItem): Point3 {
  const { x, y, z } = pointThrough(place, anchorOf(node));
  if (!Number.isFinite(x + y + z)) throw new EvaluateFault('expected a body at finite coordinates');
  return { x: Math.round(x), y: Math.round(y), z: Math.round(z) };
}

/** A point of a node. */
function anchorOf(node: ShapeNode): Point3 {
  let at = node;
  while (at.form === 'boolean') at = at.first;
  switch (at.form) {
    case 'extrusion':
    case 'revolution': {
      const { x, y } = at.profile.outer[0]?.from ?? { x: 0, y: 0 };
      return pointThrough(at.place, { x, y, z: 0 });
    }
    case 'primitive':
      return { x: at.place[3], y: at.place[7], z: at.place[11] };
    case 'pipe':
      return at.path[0] ?? { x: 0, y: 0, z: 0 };
    case 'sweep': {
      const [frame] = at.frames;
      return { x: frame?.[3] ?? 0, y: frame?.[7] ?? 0, z: frame?.[11] ?? 0 };
    }
    case 'faces':
      return at.points[0] ?? { x: 0, y: 0, z: 0 };
    case 'half_space':
      return at.point;
    case 'unsupported':
      return { x: 0, y: 0, z: 0 };
    default:
      return at satisfies never;
  }
}

function movedBox({ min, max }: Box3, { x, y, z }: Point3): Box3 {
  return {
    min: { x: min.x + x, y: min.y + y, z: min.z + z },
    max: { x: max.x + x, y: max.y + y, z: max.z + z },
  };
}

/** The surfaces and meshes as one mesh, moved to the model. */
function placedMesh(
  library: ManifoldToplevel,
  pieces: readonly (Surface | Mesh)[],
  { x, y, z }: Point3,
): Mesh {
  const surfaces = pieces.map((piece): Surface => ('faces' in piece ? piece : asSurface(piece)));
  const surface = compacted(mergedSurfaces(surfaces));
  const triangles = trianglesOf(library, surface);
  const positions = surface.points.map(
    (value, i) => value + (i % 3 === 0 ? x : i % 3 === 1 ? y : z),
  );
  return { positions, triangles };
}

function asSurface({ positions, triangles }: Mesh): Surface {
  const faces: number[][][] = [];
  for (let i = 0; i + 2 < triangles.length; i += 3) faces.push([[...triangles.subarray(i, i + 3)]]);
  return { points: positions, faces };
}
