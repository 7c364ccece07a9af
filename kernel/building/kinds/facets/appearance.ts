/** @module appearance: the colours of a kind in pictures, elevations and glTF files. */

/** Red, green and blue, 0 to 255 (sRGB). */
type Rgb = readonly [red: number, green: number, blue: number];

/** The colours of elements that have a body and no material of their own. */
export type Appearance = {
  /** In perspectives and axonometric pictures. */
  readonly picture: Rgb;
  /** Of visible faces in elevations and sections; null: they stay white. */
  readonly elevation: Rgb | null;
  /** Base colour of the material in glTF: linear red, green and blue, 0 to 1. */
  readonly gltf: readonly [red: number, green: number, blue: number];
};

/** Glass in pictures. */
export const PICTURE_GLASS: Rgb = [140, 176, 198];
/** Glass in elevations, sections and plans. */
export const DRAWN_GLASS: Rgb = [214, 228, 236];
