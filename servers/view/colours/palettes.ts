/** @module palettes: colours of groups that people with colour vision deficiency can tell from each other. */

/** Colours of groups without an order: those of Okabe and Ito (2008) without black, then muted ones of Tol (2021). */
const DISTINCT: readonly number[] = [
  0x0072b2, 0xe69f00, 0x009e73, 0xcc79a7, 0x56b4e9, 0xd55e00, 0xf0e442, 0x332288, 0x88ccee,
  0x44aa99, 0x117733, 0x999933, 0xddcc77, 0xcc6677, 0x882255, 0xaa4499,
];

/** Ends and middle of the scale of ordered groups: dark blue, grey, yellow, as in cividis (2018). */
const SCALE: readonly (readonly [number, number, number])[] = [
  [0, 34, 78],
  [124, 123, 120],
  [254, 232, 56],
];

/** Severities of findings, the most severe first. */
export const SEVERITY_COLOURS: Readonly<Record<string, number>> = {
  error: 0xd55e00,
  warning: 0xe69f00,
  advisory: 0x56b4e9,
};

/** The colour of group number `index`; the colours repeat after sixteen groups, darker each time. */
export function distinctColour(index: number): number {
  const colour = DISTINCT[index % DISTINCT.length] ?? 0;
  const round = Math.floor(index / DISTINCT.length) % 3;
  const share = 1 - 0.3 * round;
  const part = (shift: number): number => Math.round(((colour >> shift) & 0xff) * share) << shift;
  return part(16) | part(8) | part(0);
}

/** The colour of group number `index` of `count` ordered groups. */
export function orderedColour(index: number, count: number): number {
  const at = count < 2 ? 1 : (2 * index) / (count - 1);
  const low = Math.min(1, Math.floor(at));
  const [from, to] = [SCALE[low], SCALE[low + 1]];
  if (from === undefined || to === undefined) return 0;
  const share = at - low;
  const [red = 0, green = 0, blue = 0] = from.map((value, i) =>
    Math.round(value + ((to[i] ?? 0) - value) * share),
  );
  return (red << 16) | (green << 8) | blue;
}
