/** @module mullion-sizes: the widths and depths of the mullions of a curtain wall, and its panels across it. */
import type {
  Across,
  MullionSize,
} from '../../../../../building/geometry/curtain/curtain-sizes.ts';
import type { Unrecognised } from '../../proposal.ts';
import { type Box, type Face, isUpright } from './face.ts';
import { type Range, SAME_MM } from './same-places.ts';

/** Mullions in the middle of the face that are no frame of a door, and all others. */
export type Bars = {
  /** Uprights that are not at the ends, and bars that are neither at the foot nor at the top. */
  readonly uprights: readonly Box[];
  readonly levels: readonly Box[];
  /** Bars at the foot and at the top. */
  readonly borders: readonly Box[];
};

/** Sizes of a grid, mm; `middle` and `panel` are measured along `v` of the face. */
export type Sizes = {
  readonly mullion: MullionSize;
  readonly edge: MullionSize;
  readonly transom: MullionSize;
  /** The middle of mullions. */
  readonly middle: number;
  /** Of most panels. */
  readonly panel: Across;
  /** Of all parts. */
  readonly whole: Across;
};

/** The mullions of a face by what they are in a grid. */
export function barsOf({ mullions, low, high }: Face, ends: Range): Bars {
  const isBorder = ({ z }: Box): boolean => z[0] - low <= SAME_MM || high - z[1] <= SAME_MM;
  const levels = mullions.filter((box) => !isUpright(box));
  return {
    uprights: mullions.filter(
      (box) => isUpright(box) && box.u[0] > ends[0] + SAME_MM && box.u[1] < ends[1] - SAME_MM,
    ),
    levels: levels.filter((box) => !isBorder(box)),
    borders: levels.filter((box) => isBorder(box)),
  };
}

/** Whether an upright touches a side of a door or window, or a bar its top or foot: it may be its frame. */
export function isAtFilling(bar: Box, { fillings }: Pick<Face, 'fillings'>): boolean {
  const [across, along] = isUpright(bar) ? (['u', 'z'] as const) : (['z', 'u'] as const);
  return fillings.some(
    ({ box }) => touches(bar[across], box[across]) && overlaps(bar[along], box[along]),
  );
}

function touches([a, b]: Range, [c, d]: Range): boolean {
  return Math.abs(a - d) <= SAME_MM || Math.abs(b - c) <= SAME_MM;
}

function overlaps([a, b]: Range, [c, d]: Range): boolean {
  return a < d - SAME_MM && b > c + SAME_MM;
}

/** The sizes of the parts of a face. */
export function sizesOf(face: Face, { uprights, levels, borders }: Bars): Sizes | Unrecognised {
  if (face.panels.length === 0 || face.mullions.length === 0) {
    return { why: 'it has no panels or no mullions' };
  }
  const edge = sizeOf(borders, 'z');
  if (edge === null) return { why: 'it has no mullions at its foot and top' };
  const loose = levels.filter((box) => !isAtFilling(box, face));
  const mullion =
    sizeOf(uprights, 'u') ??
    sizeOf(
      levels.filter((box) => !loose.includes(box)),
      'z',
    ) ??
    edge;
  const transom = sizeOf(loose, 'z') ?? sizeOf(levels, 'z') ?? mullion;
  const v = usual(face.mullions.map((box) => (box.v[0] + box.v[1]) / 2)) ?? 0;
  const [right, left] = [0, 1].map(
    (side) => usual(face.panels.map((box) => box.v[side] ?? 0)) ?? 0,
  );
  const all = [...face.panels, ...face.mullions];
  return {
    mullion,
    edge,
    transom,
    middle: v,
    panel: { right: right ?? 0, left: left ?? 0 },
    whole: {
      right: all.reduce((least, box) => Math.min(least, box.v[0]), Infinity),
      left: all.reduce((most, box) => Math.max(most, box.v[1]), -Infinity),
    },
  };
}

/** Usual width along an axis and depth of mullions; null without any. */
function sizeOf(boxes: readonly Box[], axis: 'u' | 'z'): MullionSize | null {
  const width = usual(boxes.map((box) => box[axis][1] - box[axis][0]));
  const depth = usual(boxes.map(({ v }) => v[1] - v[0]));
  return width === null || depth === null ? null : { width, depth };
}

/** The value that most others are near to: the first of the largest group; null without values. */
function usual(values: readonly number[]): number | null {
  const groups = new Map<number, { readonly value: number; readonly count: number }>();
  let most: { readonly value: number; readonly count: number } | null = null;
  for (const value of values) {
    const key = Math.round(value);
    const group = groups.get(key) ?? { value, count: 0 };
    const grown = { ...group, count: group.count + 1 };
    groups.set(key, grown);
    if (most === null || grown.count > most.count) most = grown;
  }
  return most?.value ?? null;
}
