/** @module anchor: the point of its wall from which an opening, door or window keeps its distance. */
import * as z from 'zod';

import type { PlanContext } from '../../../../schemas/plan.ts';
import { micrometres } from '../../geometry/vector.ts';
import type { Bowed } from '../../geometry/walls/arcs/chain.ts';
import { axisLength } from '../../geometry/walls/arcs/wall-axis.ts';
import type { AnyElement, Cut, Filling, Motion } from '../kind.ts';
import { requireOffset } from './hosting.ts';

export const ANCHORS = ['start', 'middle', 'end'] as const;
export type AnchorName = (typeof ANCHORS)[number];

/**
 * The point from which it keeps its distance when its wall becomes longer or shorter: an end, or the middle of the wall
 * for its own middle. `offset` is always measured from the start. Without an anchor (null or absent) it keeps its place
 * in plan: the distance from the end that stays.
 */
export const Anchor = z.enum(ANCHORS).nullable().exactOptional();

const OTHER = { start: 'end', middle: 'middle', end: 'start' } as const;

/** The start of a cut along a wall and its width; mm. */
type Placed = Pick<Cut, 'offset' | 'width' | 'anchor'>;

/** Length of a wall in whole micrometres, rounded down, so that a cut at distance 0 from its end still fits. */
function lengthUm(wall: Bowed): number {
  return Math.floor(axisLength(wall) * 1000 + 1e-6);
}

/** Distance of the anchor from the start of a wall of this length, in whole micrometres. */
function anchorUm(anchor: AnchorName, length: number, width: number): number {
  if (anchor === 'start') return 0;
  return anchor === 'end' ? length - width : Math.floor(length / 2) - Math.floor(width / 2);
}

/**
 * Offset of an anchored cut after a change of its wall, mm. Calculated in whole micrometres, so that the distance stays
 * exactly the same after any number of changes.
 */
export function anchoredOffset(
  anchor: AnchorName,
  { offset, width }: Placed,
  [was, is]: readonly [Bowed, Bowed],
): number {
  const size = micrometres(width);
  const distance = micrometres(offset ?? 0) - anchorUm(anchor, lengthUm(was), size);
  return (distance + anchorUm(anchor, lengthUm(is), size)) / 1000;
}

/** The anchor after a motion of the wall: a mirrored wall is reversed. */
export function movedAnchor(
  { anchor }: Pick<Placed, 'anchor'>,
  { mirrored }: Pick<Motion, 'mirrored'>,
): { readonly anchor?: AnchorName } {
  if (!mirrored || anchor === undefined || anchor === null) return {};
  return { anchor: OTHER[anchor] };
}

/**
 * The parameters with the offset that keeps the anchored distance if a user or a type changed only the width. Refuses
 * OPENING_EXCEEDS_HOST if the offset would lie before the start of the wall.
 */
export function withAnchoredWidth<P extends { readonly host_id: string } & Placed>(
  { id, kind, params }: { readonly id: string; readonly kind: string; readonly params: P },
  before: AnyElement | undefined,
  context: PlanContext<'OPENING_EXCEEDS_HOST'>,
): P {
  const { anchor, offset, width, host_id } = params;
  const was = before?.params ?? {};
  const stays = was['host_id'] === host_id && was['offset'] === offset && was['anchor'] === anchor;
  const old = was['width'];
  if (!stays || offset === null || typeof old !== 'number' || old === width) return params;
  if (anchor === undefined || anchor === null) return params;
  const by = anchorUm(anchor, 0, micrometres(width)) - anchorUm(anchor, 0, micrometres(old));
  const cut: Filling['cut'] = { host_id, offset, location: null, sill: 0, width, height: 0 };
  const moved = (micrometres(offset) + by) / 1000;
  return { ...params, offset: requireOffset(moved, { id, kind, cut }, context) };
}
