/** @module railing: posts and a handrail along a path. */

import { at } from '../indexed.ts';
import { pointDistance } from '../mesh/measure.ts';
import { mergeMeshes, type Mesh } from '../mesh/mesh.ts';
import { COUNT_ROUND_OFF } from '../tolerances.ts';
import type { Point3 } from '../vector.ts';
import { beamMesh, columnMesh } from './member-mesh.ts';
import type { Profile } from './profile.ts';

export type RailingSpec = {
  /** The line of the feet of the posts: at least two points, mm. */
  readonly path: readonly Point3[];
  /** Height of the middle of the handrail above the feet of the posts, mm. */
  readonly height: number;
  /** Maximum distance between the posts of a straight part, mm. */
  readonly postSpacing: number;
  readonly post: Profile;
  readonly rail: Profile;
};

/** The feet of the posts in the order of the path, and the solids of posts and handrails. */
export type RailingPlan = { readonly posts: readonly Point3[]; readonly mesh: Mesh };

/**
 * Posts at every corner of the path and at equal distances between corners, and a rail over each part. Each solid is
 * closed; solids that meet overlap and are not united. Throws `RangeError` for a path with fewer than two points or a
 * part of length zero.
 */
export function planRailing({ path, height, postSpacing, post, rail }: RailingSpec): RailingPlan {
  if (path.length < 2 || !(postSpacing > 0) || !(height > 0)) {
    throw new RangeError(
      `the railing has ${path.length} points, spacing ${postSpacing} mm and height ${height} mm, expected at least 2 points and lengths above 0`,
    );
  }
  const posts: Point3[] = [at(path, 0)];
  const rails: Mesh[] = [];
  for (let i = 0; i + 1 < path.length; i++) {
    const [from, to] = [at(path, i), at(path, i + 1)];
    const parts = Math.max(1, Math.ceil(pointDistance(from, to) / postSpacing - COUNT_ROUND_OFF));
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
  const postMeshes = posts.map((foot) =>
    columnMesh({ location: foot, z0: foot.z, z1: foot.z + height, profile: post }),
  );
  return { posts, mesh: mergeMeshes([...postMeshes, ...rails]) };
}

function between(a: Point3, b: Point3, share: number): Point3 {
  return {
    x: a.x + (b.x - a.x) * share,
    y: a.y + (b.y - a.y) * share,
    z: a.z + (b.z - a.z) * share,
  };
}
