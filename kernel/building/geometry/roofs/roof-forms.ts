/** @module roof forms: which sides of an outline slope and which are gables, from a form in a word or side by side. */

import { at, cyclic } from '../indexed.ts';
import type { Ring } from '../plan/polygon.ts';
import type { Point2 } from '../vector.ts';
import { micrometres, segmentLengthMm } from '../vector.ts';
import type { Courted } from './roof-rings.ts';
import type { RoofSide } from './roof-sides.ts';

export type RoofKind = 'flat' | 'shed' | 'gable' | 'hip' | 'mansard';

/** What one side does; what it does not say it takes from the roof. Heights mm over the outline, slopes degrees. */
export type RoofEdge = {
  readonly slope_deg?: number;
  readonly gable?: boolean;
  readonly upper_slope_deg?: number;
  readonly break_height?: number;
};

/** A form over an outline. `edges` says it side by side, and then the word counts for nothing. */
export type RoofForm = Courted & {
  readonly kind: RoofKind;
  readonly slope_deg: number;
  /** Slope above the break, and its height over the outline: of a mansard only. */
  readonly upper_slope_deg: number;
  readonly break_height: number;
  readonly edges: readonly RoofEdge[] | null;
};

/** Why a form does not say which side does what. */
export type FormFault =
  | { readonly fault: 'edge_count'; readonly sides: number }
  | { readonly fault: 'level'; readonly side: number }
  | { readonly fault: 'no_gable' }
  /** Around a courtyard no side is shorter than those that it meets. */
  | { readonly fault: 'court_gable' }
  /** Two sides that meet and are equally long could both be the gable. */
  | { readonly fault: 'equal_gables'; readonly sides: readonly [number, number] }
  /** Above its break a side must be flatter than below. */
  | { readonly fault: 'break'; readonly side: number };

/** One plane over all of the outline (`pitch` 0 is flat; it rises from the first side), or what each side does. */
export type FormSides =
  | { readonly ok: true; readonly plane: number }
  | { readonly ok: true; readonly sides: readonly RoofSide[] }
  | { readonly ok: false; readonly why: FormFault };

function pitchOf(deg: number): number {
  return Math.tan((deg * Math.PI) / 180);
}

/** What each side of the outline does. */
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

/** Lengths that differ by a smaller share are one. */
const ALIKE = 0.01;

/** Sine of the least and the greatest turn at an end of a gable: 45 and 135 degrees. */
const SQUARE_ENOUGH = Math.SQRT1_2;

/**
 * The gables of an outline: of the sides at both of whose ends the outline turns left by 45 to 135 degrees, those that are
 * shorter than each neighbour that is one of them, too, by more than a hundredth. On a rectangle these are the shorter sides; on a square the first
 * side has the ridge along it.
 */
function gableSides(boundary: Ring): ReadonlySet<number> | FormFault {
  const lengths = boundary.map((start, i) =>
    micrometres(segmentLengthMm(start, cyclic(boundary, i + 1))),
  );
  if (isRectangle(boundary)) {
    const isFirstLonger = at(lengths, 0) + 1000 * ROUNDED_MM >= at(lengths, 1);
    return new Set(isFirstLonger ? [1, 3] : [0, 2]);
  }
  const square = boundary.map((_, i) => turnsSquarely(boundary, i));
  const could = boundary.map((_, i) => at(square, i) && cyclic(square, i + 1));
  const gables = new Set<number>();
  for (const i of boundary.keys()) {
    if (!at(could, i)) continue;
    const beside = [i - 1, i + 1].map((k) => (k + boundary.length) % boundary.length);
    const rivals = beside.filter((k) => at(could, k));
    const least = at(lengths, i);
    const equal = rivals.find((k) => Math.abs(at(lengths, k) - least) <= ALIKE * least);
    const shortest = rivals.every((k) => k === equal || at(lengths, k) > least);
    if (shortest && equal !== undefined) {
      return { fault: 'equal_gables', sides: i < equal ? [i, equal] : [equal, i] };
    }
    if (shortest) gables.add(i);
  }
  return gables.size === 0 ? { fault: 'no_gable' } : gables;
}

/** Whether the outline turns left by 45 to 135 degrees at a corner. */
function turnsSquarely(ring: Ring, i: number): boolean {
  const [a, b, c] = [cyclic(ring, i - 1), at(ring, i), cyclic(ring, i + 1)];
  const sides = segmentLengthMm(a, b) * segmentLengthMm(b, c);
  const sine = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
  // A corner of 45 degrees on the grid may be off by its rounding.
  return sine >= (SQUARE_ENOUGH - 1e-6) * sides;
}

/** What turning an outline more than ten times, its corners rounded each time, makes of what was square and alike, mm. */
const ROUNDED_MM = 0.02;

/** Four corners, each square but for the rounding of corners to the grid each time that they were turned. */
function isRectangle(ring: Ring): boolean {
  return (
    ring.length === 4 &&
    ring.every((corner, i) => {
      const [before, after] = [cyclic(ring, i - 1), cyclic(ring, i + 1)];
      const dot = along(corner, before, after);
      const sides = segmentLengthMm(before, corner) + segmentLengthMm(corner, after);
      return Math.abs(dot) <= ROUNDED_MM * sides;
    })
  );
}

function along(from: Point2, a: Point2, b: Point2): number {
  return (a.x - from.x) * (b.x - from.x) + (a.y - from.y) * (b.y - from.y);
}
