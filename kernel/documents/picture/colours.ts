/** @module colours: of what a picture of a finding shows; told apart by lightness too, for who sees no difference of hue. */
import type { Rgb } from '../raster/raster.ts';

/** Of the elements that a finding is about, in its order; the others share the last one. */
const CONCERNED: readonly Rgb[] = [
  [37, 99, 235],
  [251, 176, 36],
  [13, 148, 136],
  [168, 85, 247],
  [132, 204, 22],
  [120, 72, 40],
];
/** What two of them share, and the mark of the place. */
export const SHARED: Rgb = [220, 38, 38];
export const PLACE: Rgb = [190, 18, 60];
export const WAY: Rgb = [190, 24, 147];

export const PAPER: Rgb = [247, 247, 245];
export const WHITE: Rgb = [255, 255, 255];
export const INK: Rgb = [45, 45, 50];
export const FAINT: Rgb = [120, 120, 126];

/** What lies around: its faces, and where it is cut open. */
export const AROUND: Rgb = [242, 242, 238];
export const AROUND_CUT: Rgb = [158, 158, 162];
export const AROUND_EDGE: Rgb = [112, 112, 118];

/** The first colour with `share` (0 to 1) of the second. */
export function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  return [
    one[0] + (other[0] - one[0]) * share,
    one[1] + (other[1] - one[1]) * share,
    one[2] + (other[2] - one[2]) * share,
  ];
}

/** The colour in which element `index` of a finding is drawn. */
export function colourOf(index: number): Rgb {
  return CONCERNED[Math.min(index, CONCERNED.length - 1)] ?? INK;
}
