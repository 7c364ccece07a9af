/** @module appearance: the colours of a kind in pictures, elevations and glTF files. */
import type { ElementRecord } from '../../../../schemas/events.ts';

/** Red, green and blue, 0 to 255 (sRGB). */
type Rgb = readonly [red: number, green: number, blue: number];

/** Colours of bodies. */
export type Colours = {
  /** In perspectives and axonometric pictures. */
  readonly picture: Rgb;
  /** Of visible faces in elevations and sections; null: they stay white. */
  readonly elevation: Rgb | null;
  /** Base colour of the material in glTF: linear red, green and blue, 0 to 1. */
  readonly gltf: readonly [red: number, green: number, blue: number];
};

/** Colours of some elements of a kind. */
export type Variant = Colours & {
  /** Name in files, after the category. */
  readonly name: string;
  /** Whether the elements are spaces, which are transparent. */
  readonly is_space: boolean;
};

/** The colours of elements that have a body and no material of their own. */
export type Appearance = Colours & {
  /** Elements with other colours, by the key that `of` returns; a key that is not listed means those of the kind. */
  readonly variants?: {
    readonly listed: Readonly<Record<string, Variant>>;
    of(element: ElementRecord): string;
  };
};

/** The variant of an element; null if it has the colours of its kind. */
export function variantOf(appearance: Appearance | 'none', element: ElementRecord): string | null {
  const variants = appearance === 'none' ? undefined : appearance.variants;
  const key = variants?.of(element);
  return key !== undefined && variants?.listed[key] !== undefined ? key : null;
}

/** Name of the look of an element: its category, and its variant in it. */
export function lookName(
  element: ElementRecord,
  { category, appearance }: { readonly category: string; readonly appearance: Appearance | 'none' },
): string {
  const variant = appearance === 'none' ? null : variantOf(appearance, element);
  if (appearance === 'none' || variant === null) return category;
  return `${category}: ${appearance.variants?.listed[variant]?.name ?? variant}`;
}

/** The colours of an element; null for a kind without an appearance. */
export function coloursOf(appearance: Appearance | 'none', element: ElementRecord): Colours | null {
  if (appearance === 'none') return null;
  const variant = variantOf(appearance, element);
  return variant === null ? appearance : (appearance.variants?.listed[variant] ?? appearance);
}

/** Glass in pictures. */
export const PICTURE_GLASS: Rgb = [140, 176, 198];
/** Glass in elevations, sections and plans. */
export const DRAWN_GLASS: Rgb = [214, 228, 236];
