/** @module concerned bodies: the drawn bodies of the elements of a finding, also of spaces, which have no matter. */

import { hullOf } from '../../building/geometry/convex/convex-piece.ts';
import type { Mesh } from '../../building/geometry/mesh/mesh.ts';
import { createMeshBuilder } from '../../building/geometry/mesh/mesh.ts';
import type { Box3 } from '../../building/geometry/vector.ts';
import type { Element } from '../../building/kinds/elements.ts';
import { occupancyOf } from '../../building/kinds/facets/per-element.ts';
import type { ModelView } from '../../building/model/view.ts';
import type { Finding } from '../../checks/findings/finding.ts';
import type { Role } from './inks.ts';

/** Height at which spaces are drawn, mm: so low that they look like floors. */
const FLOOR_MM = 20;
/** Opacity of spaces, and of elements above the cut. */
const FAINT = 0.5;
/** Name of the check in which an element (the second one) is in the workspace of another (the first one). */
const WORKSPACE = 'clash.workspace';

/**
 * A body to be drawn. `cut`: whether the visible box cuts it open. `shares`: whether it is one of the two bodies whose
 * intersection is drawn.
 */
export type Body = {
  readonly id: string;
  readonly mesh: Mesh;
  readonly role: Role;
  readonly cut: boolean;
  readonly shares: boolean;
};

type Cutting = {
  readonly view: Pick<ModelView, 'bounds' | 'kinds' | 'mesh' | 'workspace'>;
  /** Height of the cut of a plan, mm. */
  readonly cut_mm: number | null;
};

/** The bodies of the elements, in their order. For a clash with a workspace, the boxes of the workspace come last. */
export function concernedBodies(
  { check, element_ids }: Pick<Finding, 'check' | 'element_ids'>,
  concerned: readonly Element[],
  cutting: Cutting,
): readonly Body[] {
  const [user, other] = element_ids;
  const sharing = check === WORKSPACE ? [other] : check.startsWith('clash.') ? [user, other] : [];
  const bodies = concerned.flatMap((element, index) => {
    const body = bodyOf(element, cutting);
    const shares = sharing.includes(element.id);
    return body === null ? [] : [{ ...body, role: roleOf(index, body.opacity), shares }];
  });
  const index = concerned.findIndex(({ id }) => id === user);
  if (check !== WORKSPACE || user === undefined || index < 0) return bodies;
  const spaces = cutting.view.workspace(user).map((piece): Body => {
    const { corners, faces } = hullOf(piece);
    const mesh = { positions: Float64Array.from(corners), triangles: fans(faces) };
    return { id: user, mesh, role: roleOf(index, FAINT), cut: true, shares: true };
  });
  return [...bodies, ...spaces];
}

function roleOf(index: number, opacity: number): Role {
  return { role: 'concerned', index, opacity };
}

/** Triangulates convex faces as fans. */
function fans(faces: readonly (readonly number[])[]): Uint32Array {
  return Uint32Array.from(
    faces.flatMap(([first = 0, ...others]) =>
      others.slice(1).flatMap((corner, at) => [first, others[at] ?? first, corner]),
    ),
  );
}

/** The drawn body of an element, with its opacity from 0 to 1. */
type Drawn = Pick<Body, 'id' | 'mesh' | 'cut'> & { readonly opacity: number };

function bodyOf(element: Element, { view, cut_mm }: Cutting): Drawn | null {
  const { id } = element;
  const bounds = view.bounds(id);
  if (bounds === null) return null;
  const isMatter = occupancyOf(element, view.kinds) === 'matter';
  const mesh = isMatter ? view.mesh(id) : spaceMesh(view.mesh(id), bounds);
  if (mesh === null) return null;
  const isAbove = cut_mm !== null && bounds.min.z >= cut_mm;
  return { id, mesh, cut: !isAbove, opacity: isMatter && !isAbove ? 1 : FAINT };
}

/** The mesh of a space as a flat floor; the bounding box for a space without a mesh. */
function spaceMesh(mesh: Mesh | null, { min, max }: Box3): Mesh {
  if (mesh === null) return boxMesh({ min, max });
  const positions = Float64Array.from(mesh.positions, (value, index) =>
    index % 3 === 2 ? Math.min(value, min.z + FLOOR_MM) : value,
  );
  return { positions, triangles: mesh.triangles };
}

function boxMesh({ min, max }: Box3): Mesh {
  const builder = createMeshBuilder();
  const corners = [min.z, max.z].flatMap((z) => [
    builder.add(min.x, min.y, z),
    builder.add(max.x, min.y, z),
    builder.add(max.x, max.y, z),
    builder.add(min.x, max.y, z),
  ]);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = corners;
  builder.quad([d, c, b, a]);
  builder.quad([e, f, g, h]);
  builder.quad([a, b, f, e]);
  builder.quad([b, c, g, f]);
  builder.quad([c, d, h, g]);
  builder.quad([d, a, e, h]);
  return builder.finish();
}
