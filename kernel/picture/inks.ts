/** @module inks: the colours of each surface of a picture, worked out once. */
import type { Point3 } from '../geometry/vector.ts';
import type { Rgb } from '../raster/raster.ts';
import { dot } from './camera.ts';
import { AROUND, AROUND_CUT, AROUND_EDGE, colourOf, INK, mixed, SHARED, WHITE } from './colours.ts';
import type { Surface, Surfaces } from './surfaces.ts';

/** How an element takes part; `opacity` 0 to 1. */
export type Role =
  | { readonly role: 'around' }
  | { readonly role: 'shared' }
  | { readonly role: 'concerned'; readonly index: number; readonly opacity: number };

/** How a surface is drawn: inside of it, and where it ends. */
export type Ink = {
  readonly face: Rgb;
  readonly edge: Rgb;
  readonly cut: boolean;
  readonly opacity: number;
};

/** Towards the light; of length 1 to four digits. */
const LIGHT: Point3 = { x: -0.3, y: -0.5196, z: 0.8 };

/** The inks of the surfaces, by their numbers. */
export function inksOf(surfaces: Surfaces, roles: readonly Role[]): readonly (Ink | null)[] {
  return surfaces.map((surface) => {
    if (surface === null) return null;
    const role = roles[surface.element] ?? { role: 'around' };
    return {
      face: faceColour(role, surface),
      edge: edgeColour(role),
      cut: surface.cut,
      opacity: role.role === 'concerned' ? role.opacity : 1,
    };
  });
}

function edgeColour(role: Role): Rgb {
  switch (role.role) {
    case 'around':
      return AROUND_EDGE;
    case 'concerned':
      return mixed(colourOf(role.index), INK, 0.7);
    case 'shared':
      return mixed(SHARED, INK, 0.6);
    default:
      return role satisfies never;
  }
}

function faceColour(role: Role, { normal, cut }: Surface): Rgb {
  const light = 0.74 + 0.26 * Math.max(0, dot(normal, LIGHT));
  switch (role.role) {
    case 'around':
      return cut ? AROUND_CUT : mixed([0, 0, 0], AROUND, light);
    case 'concerned': {
      const colour = colourOf(role.index);
      return cut ? mixed(colour, INK, 0.15) : mixed([0, 0, 0], mixed(colour, WHITE, 0.12), light);
    }
    case 'shared':
      return mixed([0, 0, 0], SHARED, light);
    default:
      return role satisfies never;
  }
}
