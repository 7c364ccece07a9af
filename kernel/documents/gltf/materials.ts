/** @module materials: one glTF material for each kind, and one for each combination of a kind and a material of its elements. */
import { coloursOf, linearOf, lookName } from '../../building/kinds/facets/appearance.ts';
import { occupancyOf } from '../../building/kinds/facets/per-element.ts';
import type { AnyElement, KindTable } from '../../building/kinds/kind.ts';

export type Material = {
  readonly name: string;
  readonly pbrMetallicRoughness: {
    readonly baseColorFactor: readonly [number, number, number, number];
    readonly metallicFactor: number;
    readonly roughnessFactor: number;
  };
  readonly alphaMode?: 'BLEND';
};

/** Opacity of spaces: opaque spaces would hide their contents. */
const SPACE_ALPHA = 0.15;

/** Material of the glass of windows and curtain walls. */
export const GLASS: Material = {
  name: 'Glass',
  pbrMetallicRoughness: {
    baseColorFactor: [0.35, 0.6, 0.75, 0.4],
    metallicFactor: 0,
    roughnessFactor: 0.1,
  },
  alphaMode: 'BLEND',
};

/** Material of the frames of windows and curtain walls. */
export const FRAME: Material = {
  name: 'Frame',
  pbrMetallicRoughness: {
    baseColorFactor: [0.107, 0.119, 0.133, 1],
    metallicFactor: 0,
    roughnessFactor: 0.6,
  },
};

/** Colour of kinds without an appearance. */
const GREY = [0.5, 0.5, 0.5] as const;

/** The glTF material of an element by its kind, or its own material (`own`). */
export function materialOf(
  element: AnyElement,
  kinds: KindTable,
  own: { readonly name: string; readonly colour: string } | null = null,
): Material {
  const { appearance } = kinds.of(element);
  const [red, green, blue] =
    own !== null ? linearOf(own.colour) : (coloursOf(appearance, element)?.gltf ?? GREY);
  const isSpace = occupancyOf(element, kinds) === 'space';
  return {
    name: own?.name ?? lookName(element, kinds.of(element)),
    pbrMetallicRoughness: {
      baseColorFactor: [red, green, blue, isSpace ? SPACE_ALPHA : 1],
      metallicFactor: 0,
      roughnessFactor: 0.9,
    },
    ...(isSpace ? { alphaMode: 'BLEND' as const } : {}),
  };
}
