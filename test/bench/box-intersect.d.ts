/** What the bench uses of box-intersect, which has no types of its own. */
declare module 'box-intersect' {
  /** Calls `visit` with the numbers of each two boxes that meet; boxes are lists of minima and then maxima. */
  export default function boxIntersect(
    boxes: readonly (readonly number[])[],
    visit: (a: number, b: number) => void,
  ): void;
}
