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
  /** The colour of an element of its own, such as `#c8b090`; null without one. */
  readonly own?: (element: ElementRecord) => string | null;
};

/** The colour that an element states itself, such as `#c8b090`; null without one. */
export function ownColour(appearance: Appearance | 'none', element: ElementRecord): string | null {
  return appearance === 'none' ? null : (appearance.own?.(element) ?? null);
}

/** Red, green and blue of a colour such as `#c8b090`, 0 to 255. */
function rgbOf(colour: string): Rgb {
  const part = (at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** Linear red, green and blue values of a colour such as `#c8b090` (IEC 61966-2-1). */
export function linearOf(colour: string): Colours['gltf'] {
  const [red, green, blue] = rgbOf(colour).map((byte) => {
    const value = byte / 255;
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return Math.round(linear * 1e4) / 1e4;
  });
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/** The variant of an element; null if it has the colours of its kind. */
export function variantOf(appearance: Appearance | 'none', element: ElementRecord): string | null {
  const variants = appearance === 'none' ? undefined : appearance.variants;
  const key = variants?.of(element);
  return key !== undefined && variants?.listed[key] !== undefined ? key : null;
}

/** Name of the look of an element: its category, its variant in it, and its own colour. */
export function lookName(
  element: ElementRecord,
  { category, appearance }: { readonly category: string; readonly appearance: Appearance | 'none' },
): string {
  const variant = appearance === 'none' ? null : variantOf(appearance, element);
  const own = ownColour(appearance, element);
  const name =
    appearance === 'none' || variant === null
      ? category
      : `${category}: ${appearance.variants?.listed[variant]?.name ?? variant}`;
  return own === null ? name : `${name} ${own}`;
}

/** The colours of an element; null for a kind without an appearance. */
export function coloursOf(appearance: Appearance | 'none', element: ElementRecord): Colours | null {
  if (appearance === 'none') return null;
  const variant = variantOf(appearance, element);
  const shared =
    variant === null ? appearance : (appearance.variants?.listed[variant] ?? appearance);
  const own = ownColour(appearance, element);
  return own === null ? shared : { ...shared, picture: rgbOf(own), gltf: linearOf(own) };
}

/** Glass in pictures. */
export const PICTURE_GLASS: Rgb = [140, 176, 198];
/** Glass in elevations, sections and plans. */
export const DRAWN_GLASS: Rgb = [214, 228, 236];
