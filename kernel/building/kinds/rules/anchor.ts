/** @module anchor: the place of its wall from which an opening, a door or a window keeps its distance. */
import * as z from 'zod';

import type { PlanContext } from '../../../schemas/plan.ts';
import { micrometres } from '../../geometry/vector.ts';
import type { Bowed } from '../../geometry/walls/arcs/chain.ts';
import { axisLength } from '../../geometry/walls/arcs/wall-axis.ts';
import type { AnyElement, Cut, Filling, Motion } from '../kind.ts';
import { requireOffset } from './hosting.ts';

export const ANCHORS = ['start', 'middle', 'end'] as const;
export type AnchorName = (typeof ANCHORS)[number];

/**
 * From where it keeps its distance when its wall becomes longer or shorter: from an end, or with its middle from the middle
 * of the wall. `offset` is counted from the start all the same. Without one (null and absence) it keeps its place in plan,
 * the distance from whichever end stays.
 */
export const Anchor = z.enum(ANCHORS).nullable().exactOptional();

const OTHER = { start: 'end', middle: 'middle', end: 'start' } as const;

/** Where something begins along a wall, and how much it takes of it; mm. */
type Placed = Pick<Cut, 'offset' | 'width' | 'anchor'>;

/** Length of a wall, whole micrometres and no more than it has: what keeps a distance of 0 from its end still fits. */
function lengthUm(wall: Bowed): number {
  return Math.floor(axisLength(wall) * 1000 + 1e-6);
}

/** How far from the start of a wall of this length the distance of an anchored cut is counted, whole micrometres. */
function anchorUm(anchor: AnchorName, length: number, width: number): number {
  if (anchor === 'start') return 0;
  return anchor === 'end' ? length - width : Math.floor(length / 2) - Math.floor(width / 2);
}

/**
 * Offset of an anchored cut in a wall that has become another, mm. All of it is reckoned in whole micrometres, so that the
 * distance stays the same to the last digit however often the wall changes.
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

/** The anchor in a wall that was moved so: a mirrored one runs the other way. */
export function movedAnchor(
  { anchor }: Pick<Placed, 'anchor'>,
  { mirrored }: Pick<Motion, 'mirrored'>,
): { readonly anchor?: AnchorName } {
  if (!mirrored || anchor === undefined || anchor === null) return {};
  return { anchor: OTHER[anchor] };
}

/**
 * The parameters with the offset that keeps the anchored distance where the width alone became another, by hand or by a
 * type. Refuses OPENING_EXCEEDS_HOST before the start of the wall.
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
