/** @module carved-member: straight members with notches, pockets and drilled holes among bodies of faces. */
import { extrudeRegion } from '../../../../../building/geometry/mesh/extrude.ts';
import { type Mesh, meshVolume } from '../../../../../building/geometry/mesh/mesh.ts';
import {
  type SolidKernel,
  SolidKernelFault,
} from '../../../../../building/geometry/mesh/solid-kernel.ts';
import { signedArea } from '../../../../../building/geometry/plan/polygon.ts';
import { dot, onGrid, type Point2, type Point3 } from '../../../../../building/geometry/vector.ts';
import { areaOn, facetsOf } from '../facets.ts';
import type { MeshMember } from '../mesh-member.ts';
import { cleanRing } from '../plan-ring.ts';
import { SIDE } from './carving-faces.ts';
import { type Carving, carvingsOf } from './carvings.ts';

/** Unit vectors with axis = width × depth. */
export type MemberFrame = Pick<MeshMember, 'axis' | 'width' | 'depth'>;

/** Smallest share of the whole member that is left: with less, it is another body. */
const LEAST_LEFT = 0.5;
/** Maximum number of triangles. */
const MAX_TRIANGLES = 800;

/**
 * The member that is the prism over the silhouette of a closed body along an axis, without carvings. Each of these is a
 * prism in any direction, from a flat end in the body, or from none, to the outside. Null for another body.
 */
export function carvedMember(
  mesh: Mesh,
  frame: MemberFrame,
  solids: SolidKernel,
): MeshMember | null {
  const local = turned(mesh, frame);
  const facets = facetsOf(local);
  if (facets === null || facets.length === 0 || facets.length > MAX_TRIANGLES) return null;
  const heights = facets.flatMap(({ corners }) => corners.map(({ z }) => z));
  const low = heights.reduce((a, b) => Math.min(a, b), Infinity);
  const high = heights.reduce((a, b) => Math.max(a, b), -Infinity);
  const area = areaOn(
    facets.filter(({ normal }) => normal.z > SIDE),
    ({ x, y }) => ({ x, y }),
  );
  const [boundary, another] = area.filter((ring) => signedArea(ring) > 0);
  if (boundary === undefined || another !== undefined || !(high > low)) return null;
  const holes = area.filter((ring) => signedArea(ring) < 0);
  const section = { boundary, holes };
  try {
    const whole = extrudeRegion(section, low, high);
    const left = Math.abs(meshVolume(local)) / meshVolume(whole);
    if (left < LEAST_LEFT) return null;
    const { mesh: carved } = solids.subtractAll(whole, [local]);
    const sides = area.map((ring) => cleanRing(ring));
    const planes = carvingsOf(carved, { sides, low, high, mesh: whole }, solids);
    if (planes === null) return null;
    return asMember(frame, section, { low, high, planes });
  } catch (error) {
    if (error instanceof RangeError) return null;
    if (error instanceof SolidKernelFault && error.code !== 'crashed') return null;
    throw error;
  }
}

type Section = {
  readonly boundary: readonly Point2[];
  readonly holes: readonly (readonly Point2[])[];
};

function asMember(
  frame: MemberFrame,
  { boundary, holes }: Section,
  { low, high, planes }: Pick<MeshMember, 'low' | 'high' | 'planes'>,
): MeshMember {
  return {
    ...frame,
    boundary: cleanRing(boundary),
    holes: holes.map((ring) => cleanRing(ring)),
    low,
    high,
    planes: planes.map((plane) => planeIn(frame, plane)),
  };
}

/** A mesh in a frame, on the grid of the model, so that the silhouette has its corners. */
function turned({ positions, triangles }: Mesh, { axis, width, depth }: MemberFrame): Mesh {
  const made = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const point = { x: positions[i] ?? 0, y: positions[i + 1] ?? 0, z: positions[i + 2] ?? 0 };
    made[i] = onGrid(dot(point, width));
    made[i + 1] = onGrid(dot(point, depth));
    made[i + 2] = onGrid(dot(point, axis));
  }
  return { positions: made, triangles };
}

/** A plane of the frame of a member in the model. */
function planeIn({ axis, width, depth }: MemberFrame, { point, normal, within }: Carving): Carving {
  const out = ({ x, y, z }: Point3): Point3 => ({
    x: x * width.x + y * depth.x + z * axis.x,
    y: x * width.y + y * depth.y + z * axis.y,
    z: x * width.z + y * depth.z + z * axis.z,
  });
  return {
    point: out(point),
    normal: out(normal),
    within:
      within === null
        ? null
        : {
            origin: out(within.origin),
            axis: out(within.axis),
            x: out(within.x),
            points: within.points,
          },
  };
}
