/** @module judge pair: whether two bodies clash, and with which type. */
import { type SolidKernel, SolidKernelFault } from '../../building/geometry/mesh/solid-kernel.ts';
import type { ClashBody } from './clash-body.ts';
import type { Clashing } from './clash-finding.ts';
import type { ClashOptions, ClashType } from './clash-options.ts';
import { type Contact, contactOf, SHARED_MM } from './contact.ts';
import { isInsideWithin } from './inside-within.ts';
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
  return measured(() => ({ a, b, contact, ...overlapType(a, b, tolerance_mm, options.solids) }));
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
  return measured(() => contactOfMeshes(a, b, clearance_mm, solids));
}

/** The result of a measurement, or the reason why the solid kernel could not make it. */
function measured<T>(measure: () => T): T | { readonly not_measured: string } {
  try {
    return measure();
  } catch (error) {
    if (!(error instanceof SolidKernelFault)) throw error;
    return { not_measured: error.message };
  }
}

/** The type of an overlap: each body is inside the other if no point of it is farther outside than the tolerance. */
function overlapType(
  a: ClashBody,
  b: ClashBody,
  tolerance_mm: number,
  solids: SolidKernel | null,
): { readonly type: ClashType; readonly inner: Clashing['inner'] } {
  const a_inside = isInsideWithin(a, b, tolerance_mm, solids);
  const b_inside = isInsideWithin(b, a, tolerance_mm, solids);
  if (a_inside && b_inside) return { type: 'duplicate', inner: null };
  if (a_inside || b_inside) return { type: 'contained', inner: a_inside ? 'a' : 'b' };
  return { type: 'hard', inner: null };
}
