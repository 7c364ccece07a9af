/** @module judge pair: whether two bodies clash, and with which type. */
import { pieceArea } from '../../building/geometry/convex/piece-area.ts';
import { SolidKernelFault } from '../../building/geometry/mesh/solid-kernel.ts';
import { type ClashBody, bodyVolume } from './clash-body.ts';
import type { Clashing } from './clash-finding.ts';
import type { ClashOptions, ClashType } from './clash-options.ts';
import { type Contact, type Overlapping, contactOf, SHARED_MM } from './contact.ts';
import { contactOfMeshes } from './mesh-contact.ts';

/** The clash of a pair, or the reason why it could not be measured; null if the bodies do not clash. */
export type Judged = Clashing | { readonly not_measured: string } | null;

type Measuring = Pick<ClashOptions, 'tolerance_mm' | 'clearance_mm' | 'solids'>;

/** Judges two bodies. `a` is named first in the finding. */
export function judgePair(a: ClashBody, b: ClashBody, options: Measuring): Judged {
  const contact = contactBetween(a, b, options);
  if ('not_measured' in contact) return contact;
  if (contact.state === 'apart') return null;
  const tolerance_mm = options.tolerance_mm + SHARED_MM;
  if (a.part === 'workspace') {
    const isBlocked = contact.state === 'overlapping' && contact.depth_mm > tolerance_mm;
    return isBlocked ? { a, b, contact, type: 'workspace', inner: null } : null;
  }
  if (contact.state === 'near') return { a, b, contact, type: 'clearance', inner: null };
  if (contact.state === 'touching' || contact.depth_mm <= tolerance_mm) {
    return { a, b, contact, type: 'touching', inner: null };
  }
  return { a, b, contact, ...overlapType(a, b, contact, tolerance_mm) };
}

function contactBetween(
  a: ClashBody,
  b: ClashBody,
  { clearance_mm, solids }: Measuring,
): Contact | { readonly not_measured: string } {
  if (a.pieces !== null && b.pieces !== null) return contactOf(a, b, clearance_mm);
  if (solids === null) return { not_measured: 'no solid kernel is available' };
  if (a.part === 'workspace' || b.part === 'workspace') {
    return { not_measured: 'a workspace can be compared only with convex pieces' };
  }
  try {
    return contactOfMeshes(a, b, clearance_mm, solids);
  } catch (error) {
    if (!(error instanceof SolidKernelFault)) throw error;
    return { not_measured: error.message };
  }
}

/** Greatest share of a body that may be outside the other one if it is to count as inside. */
const MAX_OUTSIDE = 0.01;
/** Rounding error of the share of a body that is wholly inside another one. */
const ROUNDING = 1e-9;

/** A body is inside another one if no more of it than a skin as thick as the tolerance is outside. */
function overlapType(
  a: ClashBody,
  b: ClashBody,
  { volume_mm3 }: Overlapping,
  tolerance_mm: number,
): { readonly type: ClashType; readonly inner: Clashing['inner'] } {
  const isInside = (body: ClashBody): boolean => {
    const volume = bodyVolume(body);
    const left = volume - volume_mm3;
    if (left > MAX_OUTSIDE * volume) return false;
    const skin = (tolerance_mm * surfaceOf(body)) / 2;
    return left <= Math.max(ROUNDING * volume, skin);
  };
  const [a_inside, b_inside] = [isInside(a), isInside(b)];
  if (a_inside && b_inside) return { type: 'duplicate', inner: null };
  if (a_inside || b_inside) return { type: 'contained', inner: a_inside ? 'a' : 'b' };
  return { type: 'hard', inner: null };
}

function surfaceOf({ pieces }: ClashBody): number {
  return (pieces ?? []).reduce((sum, piece) => sum + pieceArea(piece), 0);
}
