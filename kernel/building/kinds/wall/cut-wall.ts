/** @module cut wall: faults of walls that planes cut. */
import type { ElementFor, Fault, Site } from '../kind.ts';
import { NO_BODY_MM3 } from '../rules/in-wall.ts';
import { isCutByPlanes } from '../shared/cut-planes.ts';
import type { WallParams } from './params.ts';
import { leastVolumeOf, storeyOf, volumeByPieces } from './wall-body.ts';

type Wall = ElementFor<'wall', typeof WallParams>;

/** The fault of a curtain wall with planes, which do not cut its panels; null without one. */
export function curtainCutFault({ params }: Wall): Fault | null {
  return params.wall_type === 'curtain' && isCutByPlanes(params)
    ? { why: 'is a curtain wall, which planes do not cut: expected `cut_planes` null' }
    : null;
}

/**
 * The fault of a wall of which its planes leave nothing; null if a body is left, without planes, and without the solid
 * kernel, as in a keeper, which does not know the neighbours of a wall.
 */
export function cutFault(element: Wall, site: Site): Fault | null {
  if (!isCutByPlanes(element.params) || site.solids === null) return null;
  try {
    if (leastVolumeOf(element, storeyOf(element, site), site) >= NO_BODY_MM3) return null;
    const volume = volumeByPieces(element, site) ?? site.volume(element);
    if (volume === null || volume >= NO_BODY_MM3) return null;
    return { why: 'would have no body left: its cut planes remove all of it' };
  } catch (error) {
    if (error instanceof RangeError) return { why: `cannot be built: ${error.message}` };
    throw error;
  }
}
