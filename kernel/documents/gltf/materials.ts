/** @module materials: one material for each category, in colours that tell kinds apart. */
import type { AnyKind } from '../kinds/kind.ts';

type Material = {
  readonly name: string;
  readonly pbrMetallicRoughness: {
    readonly baseColorFactor: readonly [number, number, number, number];
    readonly metallicFactor: number;
    readonly roughnessFactor: number;
  };
  readonly alphaMode?: 'BLEND';
};

/** Linear red, green and blue, by the place of a kind in its list; after the last they begin again. */
const COLOURS: readonly (readonly [number, number, number])[] = [
  [0.5, 0.5, 0.5],
  [0.78, 0.74, 0.66],
  [0.45, 0.45, 0.46],
  [0.42, 0.12, 0.08],
  [0.3, 0.36, 0.42],
  [0.42, 0.3, 0.16],
  [0.55, 0.5, 0.4],
  [0.5, 0.52, 0.48],
  [0.12, 0.13, 0.15],
  [0.3, 0.3, 0.3],
  [0.25, 0.5, 0.7],
  [0.6, 0.6, 0.6],
  [0.34, 0.17, 0.06],
  [0.35, 0.6, 0.75],
  [0.45, 0.4, 0.55],
];
/** How much is seen of a space, which would hide what is in it. */
const SPACE_ALPHA = 0.15;

/** Panels of curtain walls. */
export const GLASS: Material = {
  name: 'Glass',
  pbrMetallicRoughness: {
    baseColorFactor: [0.35, 0.6, 0.75, 0.4],
    metallicFactor: 0,
    roughnessFactor: 0.1,
  },
  alphaMode: 'BLEND',
};

/** Linear red, green and blue of a colour such as `#c8b090` (IEC 61966-2-1). */
function linearOf(colour: string): readonly [number, number, number] {
  const part = (at: number): number => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return Math.round(linear * 1e4) / 1e4;
  };
  return [part(1), part(3), part(5)];
}

/** The material of a kind that is `number`-th in its list, or of what its elements are said to be made of. */
export function materialOf(
  { category, body }: AnyKind,
  number: number,
  own: { readonly name: string; readonly colour: string } | null = null,
): Material {
  const [red, green, blue] =
    own === null ? (COLOURS[number % COLOURS.length] ?? [0.5, 0.5, 0.5]) : linearOf(own.colour);
  const isSpace = body !== 'none' && body.occupies === 'space';
  return {
    name: own?.name ?? category,
    pbrMetallicRoughness: {
      baseColorFactor: [red, green, blue, isSpace ? SPACE_ALPHA : 1],
      metallicFactor: 0,
      roughnessFactor: 0.9,
    },
    ...(isSpace ? { alphaMode: 'BLEND' as const } : {}),
  };
}
