/** @module contact: the relation of two bodies: overlapping, touching, near or apart. */
import type { ConvexPiece } from '../../building/geometry/convex/convex-piece.ts';
import { overlapOf } from '../../building/geometry/convex/overlap.ts';
import { pieceDistance } from '../../building/geometry/convex/piece-distance.ts';
import { type Separation, separation } from '../../building/geometry/convex/separation.ts';
import type { Point3 } from '../../building/geometry/vector.ts';
import { type ClashBody, areApart } from './clash-body.ts';
import { type OverlappingPieces, wayOut } from './way-out.ts';

/** Greatest gap of touching faces, mm: positions are rounded to 0.001 mm. */
export const CONTACT_MM = 0.01;
/** Rounding error of a depth or gap, mm. Pieces that overlap by less than this share no volume. */
export const SHARED_MM = 1e-6;

/** Moving the second body by `depth_mm` along `away` separates the two. */
export type Overlapping = {
  readonly state: 'overlapping';
  readonly volume_mm3: number;
  readonly depth_mm: number;
  readonly away: Point3;
  /** A point inside both. */
  readonly location: Point3;
};

export type Contact =
  | Overlapping
  /** `away` is normal to the contact, from the first body to the second. */
  | { readonly state: 'touching'; readonly away: Point3; readonly location: Point3 }
  | { readonly state: 'near'; readonly distance_mm: number; readonly location: Point3 }
  | { readonly state: 'apart' };

const APART: Contact = { state: 'apart' };

type Pieces = readonly ConvexPiece[];
type Meeting = { readonly pair: readonly [ConvexPiece, ConvexPiece]; readonly way: Separation };

/** The relation of two bodies of convex pieces; `'apart'` if the gap is `reach` mm or more. */
export function contactOf(a: ClashBody, b: ClashBody, reach: number): Contact {
  const limit = Math.max(reach, CONTACT_MM);
  return contactOfPieces(piecesNear(a, b, limit), piecesNear(b, a, limit), reach);
}

/** The pieces of the first body within `limit` mm of the box of the second. */
function piecesNear({ pieces }: ClashBody, { bounds }: ClashBody, limit: number): Pieces {
  if (pieces === null) return [];
  return pieces.length === 1
    ? pieces
    : pieces.filter((piece) => !areApart(piece.bounds, bounds, limit));
}

/** `contactOf` for lists of pieces. */
export function contactOfPieces(first: Pieces, second: Pieces, reach: number): Contact {
  const [one, other] = [first[0], second[0]];
  const isTwo = first.length === 1 && second.length === 1;
  if (isTwo && one !== undefined && other !== undefined) return contactOfTwo(one, other, reach);
  const limit = Math.max(reach, CONTACT_MM);
  const overlapping: OverlappingPieces[] = [];
  const near: Meeting[] = [];
  let touching: Meeting | null = null;
  for (const p of first) {
    for (const q of second) {
      if (areApart(p.bounds, q.bounds, limit)) continue;
      const way = separation(p, q, limit);
      if (way.gap_mm > limit) continue;
      const shared = way.gap_mm < -SHARED_MM ? overlapOf(p, q) : null;
      if (shared !== null) overlapping.push({ pair: [p, q], way, shared });
      else if (way.gap_mm > CONTACT_MM) near.push({ pair: [p, q], way });
      else if (isCloser(way, touching)) touching = { pair: [p, q], way };
    }
  }
  if (overlapping.length > 0) return overlappingContact(overlapping);
  if (touching !== null && touches(touching)) {
    return {
      state: 'touching',
      away: touching.way.away,
      location: middleBetween(touching.pair),
    };
  }
  return nearest(touching === null ? near : [...near, touching], reach);
}

/** The same for two bodies of one piece each, without allocating lists: most bodies are one piece. */
function contactOfTwo(p: ConvexPiece, q: ConvexPiece, reach: number): Contact {
  const limit = Math.max(reach, CONTACT_MM);
  if (areApart(p.bounds, q.bounds, limit)) return APART;
  const way = separation(p, q, limit);
  if (way.gap_mm > limit) return APART;
  const shared = way.gap_mm < -SHARED_MM ? overlapOf(p, q) : null;
  if (shared !== null) {
    const { volume_mm3, centre: location } = shared;
    return { state: 'overlapping', volume_mm3, depth_mm: 0 - way.gap_mm, away: way.away, location };
  }
  const meeting: Meeting = { pair: [p, q], way };
  if (way.gap_mm <= CONTACT_MM && touches(meeting)) {
    return { state: 'touching', away: way.away, location: middleBetween(meeting.pair) };
  }
  return nearest([meeting], reach);
}

function isCloser({ gap_mm }: Separation, than: Meeting | null): boolean {
  return than === null || gap_mm < than.way.gap_mm;
}

/**
 * Separating axes do not yield the distance between corners: pieces whose gap on every axis is at most `CONTACT_MM` may
 * still be apart. Upright pieces that no axis separates share a point.
 */
function touches({ pair: [p, q], way }: Meeting): boolean {
  const upright = p.shape === 'upright' && q.shape === 'upright';
  return (upright && way.gap_mm <= SHARED_MM) || pieceDistance(p, q).distance_mm <= CONTACT_MM;
}

function nearest(near: readonly Meeting[], reach: number): Contact {
  let best: Contact = APART;
  let least = reach - SHARED_MM;
  for (const { pair } of near) {
    const { distance_mm, middle } = pieceDistance(pair[0], pair[1]);
    if (distance_mm >= least) continue;
    least = distance_mm;
    best = { state: 'near', distance_mm, location: middle };
  }
  return best;
}

function overlappingContact(overlapping: readonly OverlappingPieces[]): Overlapping {
  let [volume_mm3, largest] = [0, -1];
  let location: Point3 = { x: 0, y: 0, z: 0 };
  for (const { shared } of overlapping) {
    volume_mm3 += shared.volume_mm3;
    if (shared.volume_mm3 <= largest) continue;
    largest = shared.volume_mm3;
    location = shared.centre;
  }
  const { gap_mm, away } = wayOut(overlapping);
  return { state: 'overlapping', volume_mm3, depth_mm: 0 - gap_mm, away, location };
}

/** The middle of the intersection of two boxes. */
function middleBetween([{ bounds: p }, { bounds: q }]: Meeting['pair']): Point3 {
  return {
    x: (Math.max(p[0], q[0]) + Math.min(p[3], q[3])) / 2,
    y: (Math.max(p[1], q[1]) + Math.min(p[4], q[4])) / 2,
    z: (Math.max(p[2], q[2]) + Math.min(p[5], q[5])) / 2,
  };
}
