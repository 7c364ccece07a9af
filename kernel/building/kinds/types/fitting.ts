/** @module fitting: frame, leaves and panes of a door or window in drawings: from its type, else the usual ones. */
import type { AnyElement, Site } from '../kind.ts';
import { typeOf } from './of-type.ts';

/** Lengths mm. */
export type Fitting = {
  /** Face width of the frame, 0 without one, and its depth in the wall, null if unknown. */
  readonly frame: number;
  readonly frame_depth: number | null;
  readonly leaf_thickness: number;
  /** Leaves or panes side by side, or above each other. */
  readonly leaves: number;
  readonly stacked: boolean;
  readonly isGlazed: boolean;
};

/** Default width of window frames, and of the stiles of a glazed leaf, mm. */
const WINDOW_FRAME_MM = 60;
const STILE_MM = 100;
/** Default thickness of a leaf, mm. */
const LEAF_MM = 40;

/** The fitting of a door or window; null for other elements. */
export function fittingOf(element: AnyElement, view: Pick<Site, 'element'>): Fitting | null {
  const { door_type, window_type } = element.params;
  const isWindow = typeof window_type === 'string';
  if (!isWindow && typeof door_type !== 'string') return null;
  const type = typeOf(element, view)?.params;
  const usual = window_type === 'sliding' || window_type === 'double_hung' ? 2 : 1;
  const leaves = door_type === 'double' ? 2 : (type?.leaf_count ?? usual);
  const glazing = type?.glazing ?? null;
  return {
    frame: type?.frame_width ?? (isWindow ? WINDOW_FRAME_MM : 0),
    frame_depth: type?.frame_depth ?? null,
    leaf_thickness: type?.leaf_thickness ?? LEAF_MM,
    leaves,
    stacked: window_type === 'double_hung',
    isGlazed: isWindow || (glazing !== null && glazing !== 'none'),
  };
}

/** Along a void from its start and above its foot, mm. */
export type Rect = {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
};

/** The front view of a fitting. */
export type Front = {
  /** Inner edge of the frame; null without one. */
  readonly frame: Rect | null;
  /** Positions at which leaves meet without a post between them. */
  readonly meetings: readonly number[];
  readonly panes: readonly Rect[];
};

/** Maximum share of a void that a frame occupies. */
const MAX_FRAME = 0.25;

/** The face width of the frame in a hole of this size, mm. */
export function frameIn({ frame }: Fitting, width: number, height = width): number {
  return Math.min(frame, MAX_FRAME * width, MAX_FRAME * height);
}

/** The front of a fitting in a hole. A door has no frame at its foot. */
export function frontOf(
  fitting: Fitting,
  {
    width,
    height,
    isDoor,
  }: { readonly width: number; readonly height: number; readonly isDoor: boolean },
): Front {
  const { leaves, stacked, isGlazed } = fitting;
  const edge = frameIn(fitting, width, height);
  const inside = { from: edge, to: width - edge, low: isDoor ? 0 : edge, high: height - edge };
  const [start, end] = stacked ? [inside.low, inside.high] : [inside.from, inside.to];
  // Leaves of doors meet, panes of windows have a post of the frame between them.
  const post = isDoor ? 0 : edge;
  const each = (end - start - (leaves - 1) * post) / leaves;
  const parts = Array.from({ length: leaves }, (_, i): Rect => {
    const [a, b] = [start + i * (each + post), start + i * (each + post) + each];
    return stacked ? { ...inside, low: a, high: b } : { ...inside, from: a, to: b };
  });
  return {
    frame: isDoor && edge > 0 ? inside : null,
    meetings: isDoor ? parts.slice(1).map(({ from }) => from) : [],
    panes: isGlazed ? parts.flatMap((part) => (isDoor ? paneIn(part) : [part])) : [],
  };
}

/** The glass of a leaf between its stiles; empty if they leave no glass. */
function paneIn({ from, to, low, high }: Rect): readonly Rect[] {
  const pane = {
    from: from + STILE_MM,
    to: to - STILE_MM,
    low: low + STILE_MM,
    high: high - STILE_MM,
  };
  return pane.to - pane.from > STILE_MM && pane.high - pane.low > STILE_MM ? [pane] : [];
}
