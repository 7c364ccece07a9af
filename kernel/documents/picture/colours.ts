/**
 * @module colours: the colours of a picture of a finding. They also differ in lightness, for readers with colour vision
 * deficiency.
 */
import type { Rgb } from '../raster/raster.ts';

/** Colours of the elements of a finding, in the order of the finding. Further elements share the last colour. */
const CONCERNED: readonly Rgb[] = [
  [37, 99, 235],
  [251, 176, 36],
  [13, 148, 136],
  [168, 85, 247],
  [132, 204, 22],
  [120, 72, 40],
];
/** Colour of the intersection of two elements. */
export const SHARED: Rgb = [220, 38, 38];
/** Colour of the mark of the place. */
export const PLACE: Rgb = [190, 18, 60];
/** Colour of the lines of a finding, such as escape routes. */
export const WAY: Rgb = [190, 24, 147];

/** Colour of text. */
export const INK: Rgb = [45, 45, 50];
/** Colour of secondary text. */
export const FAINT: Rgb = [92, 92, 98];

/** Colours of surrounding elements: faces, cut surfaces, edges. */
export const AROUND: Rgb = [242, 242, 238];
export const AROUND_CUT: Rgb = [158, 158, 162];
export const AROUND_EDGE: Rgb = [112, 112, 118];

/** Linear mixture of two colours; `share` (0 to 1) is that of the second one. */
export function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  return [
    one[0] + (other[0] - one[0]) * share,
    one[1] + (other[1] - one[1]) * share,
    one[2] + (other[2] - one[2]) * share,
  ];
}

/** The colour of element number `index` of a finding. */
export function colourOf(index: number): Rgb {
  return CONCERNED[Math.min(index, CONCERNED.length - 1)] ?? INK;
}
