/** @module body-builder: the bodies of trees of shapes. */
import type { Box3, Point3 } from '../../../../building/geometry/vector.ts';
import { boxIntersects, boxUnion, cross, dot } from '../../../../building/geometry/vector.ts';
import { scaled, unit } from '../axes.ts';
import { directionThrough, type Matrix, pointThrough, product } from '../matrix.ts';
import { reversedLoop } from '../outlines.ts';
import type { HalfSpace, ProfileShape, ShapeNode } from '../shape-node.ts';
import { type ClosedPart, closedParts } from './closed-parts.ts';
import { EvaluateFault } from './evaluate-fault.ts';
import type { Facets } from './facets.ts';
import { ringOf } from './facets.ts';
import {
  FLUSH_MM,
  NO_PLANES,
  type Plane,
  PlaneSet,
  planesOf,
  turnedPlanes,
  widened,
} from './flush.ts';
import { hasLooseHoles } from './loose-holes.ts';
import { type Solid, solidBox, type SolidLibrary } from './solid-library.ts';
import {
  flattened,
  flippedFaces,
  mergedSurfaces,
  type Surface,
  surfaceBox,
  surfaceVolume,
  throughMatrix,
} from './surface.ts';
import {
  extrusionSurface,
  pipeSurface,
  primitiveSurface,
  revolutionSurface,
  sweepSurface,
} from './swept-surface.ts';

/** Points of a body nearer than this share of its size are one. */
const WELD_SHARE = 1e-6;

/** A closed body: by its faces, or as a solid of the library, which an operation on the faces also makes. */
export type Body = {
  /** Null if the body is empty. */
  readonly box: Box3 | null;
  readonly surface: Surface | null;
  readonly solid: () => Solid;
  readonly planes: () => PlaneSet;
  /** Faces of a body as written that enclose nothing; operations drop them. */
  readonly sheets: Surface | null;
};

/** An open surface, which has no volume. */
export type OpenSurface = { readonly open: Surface };

/** A body that is cut out of others. */
export type Cutter = {
  readonly body: Body;
  /** The body with its faces moved out where they are flush with planes of the body that it cuts. */
  readonly against: (planes: PlaneSet) => Body;
};

/** The surroundings of an operand. */
type Around = {
  /** Bounds half spaces; null for a body that must have its own limits. */
  readonly within: Box3 | null;
  /** Planes of the body that the operand cuts. */
  readonly against: PlaneSet;
};

const ALONE: Around = { within: null, against: NO_PLANES };

type Extrusion = Extract<ShapeNode, { readonly form: 'extrusion' }>;

/** Builds bodies in one frame. All methods throw `EvaluateFault`. */
export class BodyBuilder {
  readonly #library: SolidLibrary;
  readonly #facets: Facets;

  constructor(library: SolidLibrary, facets: Facets) {
    this.#library = library;
    this.#facets = facets;
  }

  /** The body of an item, or its open surface. `place` maps the coordinates of the node to those of the frame. */
  item(node: ShapeNode, place: Matrix): Body | OpenSurface {
    return node.form === 'boolean'
      ? this.#boolean(node, place, ALONE)
      : this.#leaf(node, place, ALONE.against);
  }

  /** The body of an opening. */
  cutter(node: ShapeNode, place: Matrix): Cutter {
    const body = this.#body(node, place, ALONE);
    return { body, against: (against) => this.#body(node, place, { within: null, against }) };
  }

  /** A body without others. */
  without(body: Body, cutters: readonly Cutter[]): Body {
    const near = cutters.filter((cutter) => meet(body.box, cutter.body.box));
    if (near.length === 0) return body;
    const planes = body.planes();
    return this.#difference(
      body,
      near.map((cutter) => cutter.against(planes)),
    );
  }

  /** All bodies as one. */
  union(bodies: readonly Body[]): Body {
    const [first, ...rest] = bodies.filter(({ box }) => box !== null);
    if (first === undefined) return EMPTY;
    if (rest.length === 0) return first;
    const all = [first, ...rest];
    return this.#ofSolid(
      this.#library.union(all.map((body) => body.solid())),
      () =>
        new PlaneSet(
          all.map((body) => body.planes()),
          [],
        ),
    );
  }

  #difference(body: Body, cutters: readonly Body[]): Body {
    const near = cutters.filter((cutter) => meet(body.box, cutter.box));
    if (near.length === 0) return body;
    const solids = [body, ...near].map((one) => one.solid());
    return this.#ofSolid(this.#library.difference(solids), () => {
      const cut = near.flatMap((cutter) => turnedPlanes(cutter.planes().planes()));
      return new PlaneSet([body.planes()], cut);
    });
  }

  #body(node: ShapeNode, place: Matrix, around: Around): Body {
    if (node.form === 'boolean') return this.#boolean(node, place, around);
    if (node.form === 'half_space') return this.#halfSpace(node, place, around);
    const body = this.#leaf(node, place, around.against);
    if (!('open' in body)) return body;
    throw new EvaluateFault('expected a closed body as operand, found an open surface');
  }

  #leaf(node: ShapeNode, place: Matrix, against: PlaneSet): Body | OpenSurface {
    if (node.form === 'extrusion' && node.end === null) return this.#prism(node, place, against);
    const surface = this.#leafSurface(node, place);
    const body = this.#closedBody(surface, against);
    if (body !== null) return body;
    if (node.form === 'faces') return { open: surface };
    throw new EvaluateFault('expected a swept area with a volume');
  }

  /** A prism is closed, and its points are apart, unless its holes are loose: these are cut out. */
  #prism(node: Extrusion, place: Matrix, against: PlaneSet): Body {
    const { profile } = node;
    const prism = (part: ProfileShape): Surface =>
      throughMatrix(extrusionSurface({ ...node, profile: part }, this.#facets), place);
    const rings = [profile.outer, ...profile.inner].map((loop) => ringOf(this.#facets, loop));
    if (rings.length === 1 || !hasLooseHoles(rings)) {
      return this.#ofSurface(widened(prism(profile), against));
    }
    const outer = this.#ofSurface(widened(prism({ ...profile, inner: [] }), against));
    const holes = profile.inner.map((loop) => {
      const hole = prism({ ...profile, outer: reversedLoop(loop), inner: [] });
      return this.#ofSurface(widened(hole, outer.planes()));
    });
    return this.#difference(outer, holes);
  }

  #boolean(
    node: Extract<ShapeNode, { readonly form: 'boolean' }>,
    place: Matrix,
    around: Around,
  ): Body {
    const { operation } = node;
    const isSwapped =
      operation === 'intersection' && node.first.form === 'half_space' && around.within === null;
    const [one, other] = isSwapped ? [node.second, node.first] : [node.first, node.second];
    const first = this.#body(one, place, around);
    if (operation === 'union') return this.union([first, this.#body(other, place, around)]);
    if (first.box === null) return first;
    if (other.form === 'half_space' && other.within === null) {
      return this.#trimmed(first, planeThrough(other, place), operation);
    }
    const within = extended(first.box);
    if (operation === 'difference') {
      const second = this.#body(other, place, { within, against: first.planes() });
      return this.#difference(first, [second]);
    }
    const second = this.#body(other, place, { within, against: around.against });
    if (!meet(first.box, second.box)) return EMPTY;
    return this.#ofSolid(
      this.#library.intersection([first.solid(), second.solid()]),
      () => new PlaneSet([first.planes(), second.planes()], []),
    );
  }

  /** A body without a half space, or only the part within it. */
  #trimmed(body: Body, plane: Plane, operation: 'difference' | 'intersection'): Body {
    const { normal, distance } = plane;
    if (operation === 'intersection') {
      return this.#ofSolid(
        this.#library.beyond(body.solid(), scaled(normal, -1), -distance),
        () => new PlaneSet([body.planes()], [plane]),
      );
    }
    const shift = body.planes().hasFlush(plane) ? FLUSH_MM : 0;
    return this.#ofSolid(
      this.#library.beyond(body.solid(), normal, distance + shift),
      () => new PlaneSet([body.planes()], turnedPlanes([plane])),
    );
  }

  /** The part of a half space within its boundary and a box. */
  #halfSpace(node: HalfSpace, place: Matrix, { within, against }: Around): Body {
    if (within === null) {
      throw new EvaluateFault('expected a body with limits, found a half space');
    }
    const plane = planeThrough(node, place);
    const prism =
      node.within === null ? boxSurface(within) : this.#boundary(node.within, place, within);
    const whole = this.#ofSurface(widened(prism, against));
    const shift = against.hasFlush(plane) ? FLUSH_MM : 0;
    const moved = { normal: plane.normal, distance: plane.distance + shift };
    return this.#trimmed(whole, moved, 'intersection');
  }

  /** The boundary of a half space as a prism that is longer than a box. */
  #boundary(
    { place: own, outer }: NonNullable<HalfSpace['within']>,
    place: Matrix,
    within: Box3,
  ): Surface {
    const frame = product(place, own);
    const normal = unit(directionThrough(frame, { x: 0, y: 0, z: 1 }));
    if (normal === null) throw new EvaluateFault('expected a boundary with a plane');
    const ring = ringOf(this.#facets, outer).map(({ x, y }) => pointThrough(frame, { x, y, z: 0 }));
    const heights = cornersOf(within).map((corner) => dot(corner, normal));
    const [low, high] = [Math.min(...heights), Math.max(...heights)];
    const layer = (height: number): readonly Point3[] =>
      ring.map((point) => {
        const by = height - dot(point, normal);
        return {
          x: point.x + by * normal.x,
          y: point.y + by * normal.y,
          z: point.z + by * normal.z,
        };
      });
    const count = ring.length;
    const faces = ring.map((_, i) => {
      const next = (i + 1) % count;
      return [[i, next, count + next, count + i]];
    });
    const surface = {
      points: flattened([...layer(low), ...layer(high)]),
      faces: [...faces, [ring.map((_, i) => count - 1 - i)], [ring.map((_, i) => count + i)]],
    };
    return surfaceVolume(surface) < 0
      ? { ...surface, faces: flippedFaces(surface.faces) }
      : surface;
  }

  #leafSurface(node: ShapeNode, place: Matrix): Surface {
    switch (node.form) {
      case 'extrusion':
        return throughMatrix(extrusionSurface(node, this.#facets), place);
      case 'revolution':
        return throughMatrix(revolutionSurface(node, this.#facets), place);
      case 'sweep':
        return throughMatrix(sweepSurface(node, this.#facets), place);
      case 'pipe':
        return throughMatrix(pipeSurface(node, this.#facets), place);
      case 'primitive':
        return throughMatrix(primitiveSurface(node, this.#facets), place);
      case 'faces':
        return throughMatrix({ points: flattened(node.points), faces: node.faces }, place);
      case 'unsupported':
        throw new EvaluateFault(`${node.entity}: ${node.why}`);
      case 'half_space':
      case 'boolean':
        throw new EvaluateFault('expected a body with limits, found a half space');
      default:
        return node satisfies never;
    }
  }

  /** The body of a closed surface, widened where it is flush with planes; null for an open one. */
  #closedBody(given: Surface, against: PlaneSet): Body | null {
    const box = surfaceBox(given);
    if (box === null) throw new EvaluateFault('expected a body with faces at finite coordinates');
    const size = Math.hypot(box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z);
    const tolerance = WELD_SHARE * size;
    const closed = closedParts(given, tolerance);
    if (closed === null) return null;
    const { parts, sheets } = closed;
    const [voids, solids] = [parts.filter(isVoid), parts.filter((part) => !isVoid(part))];
    if (!haveOverlaps(solids.map(({ surface }) => surfaceBox(surface)))) {
      const surface = mergedSurfaces(parts.map((part) => part.surface));
      return { ...this.#ofSurface(widened(surface, against)), sheets };
    }
    const whole = solids.map(({ surface }) => this.#ofSurface(widened(surface, against)));
    const body = this.#difference(
      this.union(whole),
      voids.map(({ surface }) =>
        this.#ofSurface({ points: surface.points, faces: flippedFaces(surface.faces) }),
      ),
    );
    return { ...body, sheets };
  }

  #ofSurface(surface: Surface): Body {
    let [solid, planes]: [Solid | null, PlaneSet | null] = [null, null];
    return {
      box: surfaceBox(surface),
      surface,
      sheets: null,
      solid: () => (solid ??= this.#library.solid(surface)),
      planes: () => (planes ??= new PlaneSet([], planesOf(surface))),
    };
  }

  #ofSolid(solid: Solid, makePlanes: () => PlaneSet): Body {
    let planes: PlaneSet | null = null;
    return {
      box: solidBox(solid),
      surface: null,
      sheets: null,
      solid: () => solid,
      planes: () => (planes ??= makePlanes()),
    };
  }
}

const EMPTY: Body = {
  box: null,
  surface: null,
  sheets: null,
  solid: () => {
    throw new EvaluateFault('expected a body with a volume, found an empty one');
  },
  planes: () => NO_PLANES,
};

function isVoid({ volume_mm3 }: ClosedPart): boolean {
  return volume_mm3 < 0;
}

/** Whether two boxes have a volume in common, or touch. */
function meet(a: Box3 | null, b: Box3 | null): boolean {
  return a !== null && b !== null && boxIntersects(a, b);
}

/** Whether two of some boxes have more than a skin in common. Boxes are compared in the order of their lowest x. */
export function haveOverlaps(boxes: readonly (Box3 | null)[]): boolean {
  const sorted = boxes.filter((box) => box !== null).toSorted((a, b) => a.min.x - b.min.x);
  return sorted.some((box, i) => {
    for (let k = i + 1; k < sorted.length; k += 1) {
      const other = sorted[k];
      if (other === undefined || other.min.x >= box.max.x - FLUSH_MM) return false;
      if (
        other.min.y < box.max.y - FLUSH_MM &&
        box.min.y < other.max.y - FLUSH_MM &&
        other.min.z < box.max.z - FLUSH_MM &&
        box.min.z < other.max.z - FLUSH_MM
      ) {
        return true;
      }
    }
    return false;
  });
}

/** A box with a margin of its size, and of 1 m. */
function extended(box: Box3): Box3 {
  const { min, max } = box;
  const margin = 1000 + Math.hypot(max.x - min.x, max.y - min.y, max.z - min.z);
  return {
    min: { x: min.x - margin, y: min.y - margin, z: min.z - margin },
    max: { x: max.x + margin, y: max.y + margin, z: max.z + margin },
  };
}

function cornersOf({ min, max }: Box3): readonly Point3[] {
  return [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => ({ x, y, z }))),
  );
}

function boxSurface(box: Box3): Surface {
  return {
    points: flattened(cornersOf(box)),
    faces: [
      [[0, 1, 3, 2]],
      [[4, 6, 7, 5]],
      [[0, 4, 5, 1]],
      [[2, 3, 7, 6]],
      [[0, 2, 6, 4]],
      [[1, 5, 7, 3]],
    ],
  };
}

/** The plane of a half space in another frame, whose map may scale and mirror. */
function planeThrough({ point, normal }: HalfSpace, place: Matrix): Plane {
  const axis = Math.abs(normal.x) < 0.6 ? { x: 1, y: 0, z: 0 } : { x: 0, y: 1, z: 0 };
  const u = cross(normal, axis);
  const image = cross(directionThrough(place, u), directionThrough(place, cross(normal, u)));
  const out = directionThrough(place, normal);
  const turned = unit(dot(image, out) < 0 ? scaled(image, -1) : image);
  if (turned === null) throw new EvaluateFault('expected a half space with a plane');
  return { normal: turned, distance: dot(turned, pointThrough(place, point)) };
}

/** The smallest box around some boxes; null without one. */
export function boxOfAll(boxes: readonly (Box3 | null)[]): Box3 | null {
  return boxes.reduce(
    (all, box) => (all === null ? box : box === null ? all : boxUnion(all, box)),
    null,
  );
}
