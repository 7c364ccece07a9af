/** @module railings: posts and a handrail along a path. */

import { at } from '../indexed.ts';
import { pointDistance } from '../mesh/measure.ts';
import type { Mesh } from '../mesh/mesh.ts';
import { mergeMeshes } from '../mesh/mesh.ts';
import type { Point3 } from '../vector.ts';
import { beamMesh, columnMesh } from './member-mesh.ts';
import type { Profile } from './profile.ts';

export type RailingSpec = {
  /** Foot line, at least two distinct points, mm. */
  readonly path: readonly Point3[];
  /** From the foot line to the middle of the handrail, mm. */
  readonly height: number;
  /** Posts of one straight part are no further apart than this, mm. */
  readonly postSpacing: number;
  readonly post: Profile;
  readonly rail: Profile;
};

export type RailingPlan = { readonly posts: readonly Point3[]; readonly mesh: Mesh };

/**
 * Posts at every corner of the path and evenly between, and a rail over each part. The solids are
 * closed one by one and overlap where they meet; they are not united. Throws `RangeError` for a path
 * with fewer than two points or a part without length.
 */
export function planRailing({ path, height, postSpacing, post, rail }: RailingSpec): RailingPlan {
  if (path.length < 2 || !(postSpacing > 0) || !(height > 0)) {
    throw new RangeError(
      `got ${path.length} points, spacing ${postSpacing} mm and height ${height} mm, want 2 points and lengths above 0`,
    );
  }
  const posts: Point3[] = [at(path, 0)];
  const rails: Mesh[] = [];
  for (let i = 0; i + 1 < path.length; i++) {
    const [from, to] = [at(path, i), at(path, i + 1)];
    const parts = Math.max(1, Math.ceil(pointDistance(from, to) / postSpacing - 1e-9));
    for (let k = 1; k <= parts; k++) {
      posts.push(k === parts ? to : between(from, to, k / parts));
    }
    rails.push(
      beamMesh({
        start: { ...from, z: from.z + height },
        end: { ...to, z: to.z + height },
        profile: rail,
      }),
    );
  }
  const uprights = posts.map((foot) =>
    columnMesh({ location: foot, z0: foot.z, z1: foot.z + height, profile: post }),
  );
  return { posts, mesh: mergeMeshes([...uprights, ...rails]) };
}

function between(a: Point3, b: Point3, share: number): Point3 {
  return {
    x: a.x + (b.x - a.x) * share,
    y: a.y + (b.y - a.y) * share,
    z: a.z + (b.z - a.z) * share,
  };
}
