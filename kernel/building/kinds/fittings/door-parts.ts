/** @module door parts: lining, threshold, leaves and panes of a door. */
import type { DOOR_TYPES } from '../types/operations.ts';
import { type FittingSizes, stileIn } from './fitting-values.ts';
import {
  amid,
  archAround,
  frameAround,
  type Interval,
  isRect,
  type Part,
  plate,
  type Rect,
  within,
} from './part.ts';

type DoorType = (typeof DOOR_TYPES)[number];

type Sized = {
  readonly sizes: FittingSizes;
  readonly door_type: DoorType;
  readonly width: number;
  readonly height: number;
  readonly leaves: number;
  readonly isGlazed: boolean;
};

/** Width of one panel of a folding door of which the type states no number, mm. */
const FOLD_MM = 700;

/** The number of leaves of a door; a folding door has pairs. `stated`: the number of its type. */
export function leavesOf(door_type: DoorType, width: number, stated: number | null): number {
  if (door_type === 'double') return 2;
  if (door_type !== 'folding') return stated ?? 1;
  return (stated ?? 1) > 1 ? (stated ?? 1) : Math.max(2, 2 * Math.round(width / (2 * FOLD_MM)));
}

/** The parts of a closed door, panes last. */
export function doorParts({
  sizes,
  door_type,
  width,
  height,
  leaves,
  isGlazed,
}: Sized): readonly Part[] {
  const { frame, across, threshold, leaf } = sizes;
  const clear = { from: frame, to: width - frame, low: 0, high: height - frame };
  const hole = { ...clear, low: threshold };
  const y = amid(across, leaf);
  const leafAt = (rect: Rect, at = y): readonly Part[] => leafIn(rect, at, { sizes, isGlazed });
  const made =
    door_type === 'revolving'
      ? wings(hole, sizes, leafAt)
      : sideBySide(hole, leaves).flatMap((one) => leafAt(one));
  return [
    ...archAround({ from: 0, to: width, low: 0, high: height }, clear, {
      role: 'lining',
      y: across,
    }),
    ...plate({ ...clear, high: threshold }, { role: 'threshold', y: across }),
    ...made,
  ].toSorted((a, b) => Number(a.role === 'glass') - Number(b.role === 'glass'));
}

/** Leaves of one width between the jambs. */
function sideBySide({ from, to, low, high }: Rect, count: number): readonly Rect[] {
  const at = (i: number): number => from + ((to - from) * i) / count;
  return Array.from({ length: count }, (_, i) => ({ from: at(i), to: at(i + 1), low, high }));
}

/** The wings of a revolving door that is closed: two along the wall, and a post with those across it, within its wall. */
function wings(
  hole: Rect,
  { across, leaf }: FittingSizes,
  leafAt: (rect: Rect) => readonly Part[],
): readonly Part[] {
  const [from, to] = amid([hole.from, hole.to], Math.min(leaf, (hole.to - hole.from) / 2));
  return [
    ...leafAt({ ...hole, to: from }),
    ...plate({ ...hole, from, to }, { role: 'leaf', y: across }),
    ...leafAt({ ...hole, from: to }),
  ];
}

type Leafed = { readonly sizes: FittingSizes; readonly isGlazed: boolean };

/** A leaf: opaque, or stiles and rails around a pane. */
function leafIn(rect: Rect, y: Interval, { sizes, isGlazed }: Leafed): readonly Part[] {
  if (!isRect(rect)) return [];
  if (!isGlazed) return plate(rect, { role: 'leaf', y });
  const inner = within(rect, stileIn(sizes.stile, rect.to - rect.from, rect.high - rect.low));
  const pane = amid(y, Math.min(sizes.glass, y[1] - y[0]));
  return [
    ...frameAround(rect, inner, { role: 'leaf', y }),
    ...plate(inner, { role: 'glass', y: pane }),
  ];
}
