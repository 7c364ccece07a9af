/** @module clash body: the body of an element in clash detection: its solid, or the space that its use needs. */
import type { Bounds, ConvexPiece } from '../../building/geometry/convex/convex-piece.ts';
import { boundsUnion } from '../../building/geometry/convex/convex-piece.ts';
import { type Mesh, meshBounds } from '../../building/geometry/mesh/mesh.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { occupancyOf } from '../../building/kinds/facets/per-element.ts';
import type { ModelView } from '../../building/model/view.ts';

export type ClashBody = {
  readonly element: Element;
  /** The body itself, or the space that must stay free for its use. */
  readonly part: 'body' | 'workspace';
  /** Id of the host of the element; null without one. */
  readonly host: string | null;
  /** Null if the body is known as a mesh only. */
  readonly pieces: readonly ConvexPiece[] | null;
  readonly bounds: Bounds;
  readonly mesh: () => Mesh;
};

/** The clash bodies of an element; empty for spaces and elements without a body. @throws {RangeError} if a body cannot be built. */
export function clashBodies(element: Element, view: ModelView): readonly ClashBody[] {
  const { workspace } = view.kinds.of(element);
  const { host } = view.kinds.references(element);
  const found: ClashBody[] = [];
  if (occupancyOf(element, view.kinds) === 'matter') {
    const solid = bodyOf(element, host, view);
    if (solid !== null) found.push(solid);
  }
  if (workspace !== 'none') {
    const pieces = view.workspace(element.id);
    const none = (): never => {
      throw new RangeError(`the workspace of \`${element.id}\` has no mesh`);
    };
    if (pieces.length > 0) {
      const bounds = boundsAround(pieces);
      found.push({ element, part: 'workspace', host, pieces, bounds, mesh: none });
    }
  }
  return found;
}

function bodyOf(element: Element, host: string | null, view: ModelView): ClashBody | null {
  const pieces = view.pieces(element.id);
  const mesh = (): Mesh => {
    const made = view.mesh(element.id);
    if (made === null) throw new RangeError(`\`${element.id}\` has pieces, but no mesh`);
    return made;
  };
  if (pieces !== null) {
    return pieces.length === 0
      ? null
      : { element, part: 'body', host, pieces, bounds: boundsAround(pieces), mesh };
  }
  const made = view.mesh(element.id);
  if (made === null || made.triangles.length === 0) return null;
  const { min, max } = meshBounds(made);
  const bounds: Bounds = [min.x, min.y, min.z, max.x, max.y, max.z];
  return { element, part: 'body', host, pieces: null, bounds, mesh };
}

const AROUND = new WeakMap<readonly ConvexPiece[], Bounds>();

function boundsAround(pieces: readonly ConvexPiece[]): Bounds {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only.bounds;
  const known = AROUND.get(pieces);
  if (known !== undefined) return known;
  const around = pieces.map(({ bounds }) => bounds).reduce(boundsUnion);
  AROUND.set(pieces, around);
  return around;
}

/** Whether two boxes are more than `gap` mm apart along an axis. */
export function areApart(a: Bounds, b: Bounds, gap: number): boolean {
  return (
    a[0] - b[3] > gap ||
    b[0] - a[3] > gap ||
    a[1] - b[4] > gap ||
    b[1] - a[4] > gap ||
    a[2] - b[5] > gap ||
    b[2] - a[5] > gap
  );
}
