/** @module inks: the colours of the surfaces of a picture, by the role of their element and the light. */

import type { Point3 } from '../../building/geometry/vector.ts';
import { dot } from '../drawings/camera/lens.ts';
import type { Surfaces } from '../drawings/camera/stage.ts';
import { WHITE } from '../drawings/pens.ts';
import type { Rgb } from '../raster/raster.ts';
import { AROUND, AROUND_CUT, AROUND_EDGE, colourOf, INK, mixed, SHARED } from './colours.ts';

/**
 * The role of a body in a picture: a surrounding element, the intersection of two elements, or the element number
 * `index` of the finding. `opacity`: 0 to 1.
 */
export type Role =
  | { readonly role: 'around' }
  | { readonly role: 'shared' }
  | { readonly role: 'concerned'; readonly index: number; readonly opacity: number };

/** The style of a surface: colours of its face and its edges, whether it is a cut surface, and its opacity (0 to 1). */
export type Ink = {
  readonly face: Rgb;
  readonly edge: Rgb;
  readonly isCut: boolean;
  readonly opacity: number;
};

/** Unit vector towards the light, rounded to four decimals. */
const LIGHT: Point3 = { x: -0.3, y: -0.5196, z: 0.8 };
const BLACK: Rgb = [0, 0, 0];

/** The inks of the surfaces, indexed by surface number minus one; roles are indexed by body number. */
export function inksOf(
  surfaces: Surfaces,
  cuts: ReadonlySet<number>,
  roles: readonly Role[],
): readonly Ink[] {
  return Array.from({ length: surfaces.count }, (_, index) => {
    const role = roles[surfaces.bodies[index] ?? 0] ?? { role: 'around' };
    const isCut = cuts.has(index + 1);
    const light = 0.74 + 0.26 * Math.max(0, dot(surfaces.normalOf(index + 1), LIGHT));
    const [face, cut, edge] = coloursOf(role);
    return {
      face: isCut ? cut : mixed(BLACK, face, light),
      edge,
      isCut,
      opacity: role.role === 'concerned' ? role.opacity : 1,
    };
  });
}

/** Colours of a face in full light, of a cut and of an edge. */
function coloursOf(role: Role): readonly [face: Rgb, cut: Rgb, edge: Rgb] {
  switch (role.role) {
    case 'around':
      return [AROUND, AROUND_CUT, AROUND_EDGE];
    case 'shared':
      return [SHARED, SHARED, mixed(SHARED, INK, 0.6)];
    case 'concerned': {
      const colour = colourOf(role.index);
      return [mixed(colour, WHITE, 0.12), mixed(colour, INK, 0.15), mixed(colour, INK, 0.7)];
    }
    default:
      return role satisfies never;
  }
}
