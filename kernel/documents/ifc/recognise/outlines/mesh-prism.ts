/** @module mesh-prism: upright prisms among bodies that files describe by faces. */
import { type Mesh, meshBounds, meshVolume } from '../../../../building/geometry/mesh/mesh.ts';
import { signedArea } from '../../../../building/geometry/plan/polygon.ts';
import { sizeOf } from '../../../../building/geometry/plan/regions.ts';
import type { Loop } from '../../shape/shape-node.ts';
import { areaOn, facetsOf } from './facets.ts';
import { cleanRing } from './plan-ring.ts';
import type { Prism } from './prism.ts';

/** Largest distance of a face from the top of a body at which it is the top, mm. */
const TOP_MM = 0.5;
/** Smallest cosine of the angle between a normal and the vertical. */
const UPRIGHT = 0.999_99;
/** Largest relative difference of the volume of a body from that of its prism. */
const SAME_VOLUME = 1e-3;

/** The prism under the top faces of a closed body; null if the body is another one. */
export function prismOfMesh(mesh: Mesh): Prism | null {
  const facets = facetsOf(mesh);
  if (facets === null || facets.length === 0) return null;
  const { min, max } = meshBounds(mesh);
  const top = facets.filter(
    ({ normal, corners }) =>
      normal.z > UPRIGHT && corners.every(({ z }) => Math.abs(z - max.z) <= TOP_MM),
  );
  const area = areaOn(top, ({ x, y }) => ({ x, y }));
  const volume = Math.abs(meshVolume(mesh));
  const height = max.z - min.z;
  if (Math.abs(sizeOf(area) * height - volume) > SAME_VOLUME * volume) return null;
  const outer = area.filter((ring) => signedArea(ring) > 0);
  const [boundary, another] = outer;
  if (boundary === undefined || another !== undefined) return null;
  const inner = area.filter((ring) => signedArea(ring) < 0);
  return {
    outer: asLoop(cleanRing(boundary)),
    inner: inner.map((ring) => asLoop(cleanRing(ring).toReversed())),
    low: min.z,
    high: max.z,
  };
}

function asLoop(ring: readonly { readonly x: number; readonly y: number }[]): Loop {
  return ring.map((from, i) => ({ from, to: ring[(i + 1) % ring.length] ?? from, arc: null }));
}
