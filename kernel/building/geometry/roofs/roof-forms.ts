/** @module roof forms: which sides of an outline slope and which are gables, by a named form or by options per side. */

import { at, cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import { GABLE_TURN, ROTATED_RECTANGLE_MM, SAME_LENGTH_SHARE, TURNED_SIDE } from '../tolerances.ts';
import { micrometres, type Point2, segmentLengthMm } from '../vector.ts';
import type { Courted } from './roof-rings.ts';
import type { RoofSide } from './roof-sides.ts';

export type RoofKind = 'flat' | 'shed' | 'gable' | 'hip' | 'mansard';

/** Options of one side; a missing one defaults to that of the roof. Heights mm above the outline, slopes in degrees. */
export type RoofEdge = {
  readonly slope_deg?: number;
  readonly gable?: boolean;
  readonly upper_slope_deg?: number;
  readonly break_height?: number;
};

/** A roof form over an outline. `edges`, if not null, sets every side and overrides `kind`. */
export type RoofForm = Courted & {
  readonly kind: RoofKind;
  readonly slope_deg: number;
  /** For a mansard only: the slope above the break, degrees, and the height of the break above the outline, mm. */
  readonly upper_slope_deg: number;
  readonly break_height: number;
  readonly edges: readonly RoofEdge[] | null;
};

/** The reason why a form does not determine the slopes and gables of its sides; `side` and `sides` are indices. */
export type FormFault =
  /** The number of edges differs from the number of sides of the outline, here `sides`. */
  | { readonly fault: 'edge_count'; readonly sides: number }
  /** The slope of a side is not positive. */
  | { readonly fault: 'level'; readonly side: number }
  /** No side of the outline can be a gable. */
  | { readonly fault: 'no_gable' }
  /** The form does not define which sides are gables if the outline has a courtyard. */
  | { readonly fault: 'court_gable' }
  /** Two adjacent sides of equal length can both be the gable. */
  | { readonly fault: 'equal_gables'; readonly sides: readonly [number, number] }
  /** A side is not less steep above its break than below. */
  | { readonly fault: 'break'; readonly side: number };

/**
 * A single plane over the whole outline, which rises from the first side (`plane` is its pitch, the tangent of the
 * slope; 0 if flat), or one entry for each side.
 */
export type FormSides =
  | { readonly ok: true; readonly plane: number }
  | { readonly ok: true; readonly sides: readonly RoofSide[] }
  | { readonly ok: false; readonly why: FormFault };

function pitchOf(deg: number): number {
  return Math.tan((deg * Math.PI) / 180);
}

/** The slope or gable of each side of the outline of a form. */
export function sidesOf(form: RoofForm): FormSides {
  const { kind, boundary, holes, slope_deg, upper_slope_deg, break_height, edges } = form;
  if (edges !== null) return sidesFromEdges(form, edges);
  if (kind === 'flat' || slope_deg === 0) return { ok: true, plane: 0 };
  const pitch = pitchOf(slope_deg);
  if (kind === 'shed') return { ok: true, plane: pitch };
  const slope = { pitch, upper: null };
  const corners = [boundary, ...holes].flat();
  if (kind === 'hip') return { ok: true, sides: corners.map(() => slope) };
  if (kind === 'mansard') {
    const broken = corners.map(() => ({ slope_deg, upper_slope_deg, break_height }));
    return sidesFromEdges(form, broken);
  }
  if (holes.length > 0) return { ok: false, why: { fault: 'court_gable' } };
  const gables = gableSides(boundary);
  if ('fault' in gables) return { ok: false, why: gables };
  return { ok: true, sides: boundary.map((_, i) => (gables.has(i) ? null : slope)) };
}

function sidesFromEdges(form: RoofForm, edges: readonly RoofEdge[]): FormSides {
  const { length } = [form.boundary, ...form.holes].flat();
  if (edges.length !== length) return { ok: false, why: { fault: 'edge_count', sides: length } };
  const sides: RoofSide[] = [];
  for (const [side, edge] of edges.entries()) {
    if (edge.gable === true) {
      sides.push(null);
      continue;
    }
    const pitch = pitchOf(edge.slope_deg ?? form.slope_deg);
    if (!(pitch > 0)) return { ok: false, why: { fault: 'level', side } };
    const { upper_slope_deg, break_height } = edge;
    if (upper_slope_deg === undefined || break_height === undefined) {
      sides.push({ pitch, upper: null });
      continue;
    }
    const upper = pitchOf(upper_slope_deg);
    if (!(upper < pitch)) return { ok: false, why: { fault: 'break', side } };
    sides.push({ pitch, upper: { pitch: upper, height: break_height } });
  }
  return { ok: true, sides };
}

/**
 * The gables of an outline: among the sides at whose both ends the outline turns left by 45 to 135 degrees, those
 * that are shorter than each adjacent candidate by more than a hundredth of their length. On a rectangle these are the
 * shorter sides; on a square the ridge is parallel to the first side.
 */
function gableSides(boundary: Ring): ReadonlySet<number> | FormFault {
  const lengths = boundary.map((start, i) =>
    micrometres(segmentLengthMm(start, cyclic(boundary, i + 1))),
  );
  if (isRectangle(boundary)) {
    const isFirstLonger = at(lengths, 0) + 1000 * ROTATED_RECTANGLE_MM >= at(lengths, 1);
    return new Set(isFirstLonger ? [1, 3] : [0, 2]);
  }
  const turnsAt = boundary.map((_, i) => turnsLeftSharply(boundary, i));
  const canBeGable = boundary.map((_, i) => at(turnsAt, i) && cyclic(turnsAt, i + 1));
  const gables = new Set<number>();
  for (const i of boundary.keys()) {
    if (!at(canBeGable, i)) continue;
    const adjacent = [i - 1, i + 1].map((k) => (k + boundary.length) % boundary.length);
    const rivals = adjacent.filter((k) => at(canBeGable, k));
    const length = at(lengths, i);
    const equal = rivals.find(
      (k) => Math.abs(at(lengths, k) - length) <= SAME_LENGTH_SHARE * length,
    );
    const shortest = rivals.every((k) => k === equal || at(lengths, k) > length);
    if (shortest && equal !== undefined) {
      return { fault: 'equal_gables', sides: i < equal ? [i, equal] : [equal, i] };
    }
    if (shortest) gables.add(i);
  }
  return gables.size === 0 ? { fault: 'no_gable' } : gables;
}

/** Whether the outline turns left by 45 to 135 degrees at a corner. */
function turnsLeftSharply(ring: Ring, i: number): boolean {
  const [a, b, c] = [cyclic(ring, i - 1), at(ring, i), cyclic(ring, i + 1)];
  const sides = segmentLengthMm(a, b) * segmentLengthMm(b, c);
  const sine = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
  // The angle of a 45 degree corner may differ slightly because corners are rounded to the grid.
  return sine >= (GABLE_TURN - TURNED_SIDE) * sides;
}

/** Whether a ring is a rectangle, within the accumulated rounding of rotated corners. */
function isRectangle(ring: Ring): boolean {
  return (
    ring.length === 4 &&
    ring.every((corner, i) => {
      const [before, after] = [cyclic(ring, i - 1), cyclic(ring, i + 1)];
      const dot = dotAt(corner, before, after);
      const sides = segmentLengthMm(before, corner) + segmentLengthMm(corner, after);
      return Math.abs(dot) <= ROTATED_RECTANGLE_MM * sides;
    })
  );
}

function dotAt(from: Point2, a: Point2, b: Point2): number {
  return (a.x - from.x) * (b.x - from.x) + (a.y - from.y) * (b.y - from.y);
}
