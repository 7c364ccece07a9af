/** @module between joints: the part of a wall between the joints at its ends, where it has both faces. */
import type { PlanContext } from '../../../../schemas/plan.ts';
import type { Bowed } from '../../geometry/walls/arcs/chain.ts';
import { wallAxis } from '../../geometry/walls/arcs/wall-axis.ts';
import { outlinesBetween } from '../../geometry/walls/height-bands.ts';
import type { EndCorners, WallFootprint } from '../../geometry/walls/wall-joins.ts';
import type { AnyElement, Cut, Filling, KindView } from '../kind.ts';
import { fillingOf, isOf } from '../kind.ts';
import type { HostingCode } from '../rules/in-wall.ts';
import { wall } from './wall.ts';

/** Distances along the axis from the start of a wall, mm. */
export type Stretch = { readonly from: number; readonly to: number };

/** Rounding of corners to the grid, on an oblique axis in both directions, mm. */
const ROUNDED_MM = 0.002;

/** A wall with the height of its foot above its level, mm. */
type Host = Bowed & { readonly base_offset: number };

/**
 * The part with both faces at each height of a cut, among the walls that exist there; `from` is greater than `to` if
 * the joints leave none.
 */
export function betweenJoints(
  host: Host,
  footprint: WallFootprint,
  cut: Pick<Cut, 'sill' | 'height'>,
): Stretch {
  const axis = wallAxis(host);
  const low = host.base_offset + cut.sill;
  const outlines = outlinesBetween(footprint, low, low + cut.height);
  const stations = ({ left, right }: EndCorners): readonly number[] => [
    axis.along(left),
    axis.along(right),
  ];
  return {
    from: Math.max(0, ...outlines.flatMap(({ startCorners }) => stations(startCorners))),
    to: Math.min(axis.length, ...outlines.flatMap(({ endCorners }) => stations(endCorners))),
  };
}

/** Maximum length by which a cut exceeds the part at either end, mm; 0 if it does not. */
export function pastJoints({ offset, width }: Cut, { from, to }: Stretch): number {
  const begin = offset ?? 0;
  const past = Math.max(from - begin, begin + width - to);
  return past <= ROUNDED_MM ? 0 : past;
}

/**
 * Refuses OPENING_EXCEEDS_HOST for a cut that would lie in a joining wall, and states where there is room. An existing
 * cut may stay there, so that its other parameters can be changed.
 */
export function requireBetweenJoints(
  filling: Filling,
  host: AnyElement,
  view: Pick<KindView, 'kinds' | 'element' | 'footprint'>,
  context: PlanContext<HostingCode>,
): void {
  if (!isOf(wall, host) || isThere(filling, view)) return;
  const footprint = view.footprint(host.id);
  if (footprint === null) return;
  const stretch = betweenJoints(host.params, footprint, filling.cut);
  const past = pastJoints(filling.cut, stretch);
  if (past === 0) return;
  const { offset, width } = filling.cut;
  const least = Math.ceil(stretch.from * 1000 - 1e-6) / 1000;
  const greatest = Math.floor((stretch.to - width) * 1000 + 1e-6) / 1000;
  const room =
    greatest < least
      ? `which is too wide for the ${Math.max(0, Math.floor(stretch.to - stretch.from))} mm between its joints`
      : `where offset may be from ${least} to ${greatest} mm`;
  context.refuse(
    'OPENING_EXCEEDS_HOST',
    `${filling.kind} \`${filling.id}\` from offset ${offset ?? 0} mm with width ${width} mm reaches ${Math.ceil(past)} mm into a wall that joins wall \`${host.id}\`, ${room}`,
    {
      element_id: filling.id,
      host_id: host.id,
      offset,
      width,
      least_offset: greatest < least ? null : least,
      greatest_offset: greatest < least ? null : greatest,
    },
  );
}

/** Whether it already has this place and width in the view. */
function isThere({ id, cut }: Filling, view: Pick<KindView, 'kinds' | 'element'>): boolean {
  const known = view.element(id);
  const was = known === undefined ? null : fillingOf(view.kinds, known);
  return (
    was?.cut.host_id === cut.host_id && was.cut.offset === cut.offset && was.cut.width === cut.width
  );
}
