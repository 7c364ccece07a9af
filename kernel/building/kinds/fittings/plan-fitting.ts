/** @module plan fitting: a door or window as a plan cuts it. */
import { digestOf } from '../../../base/canonical/hash.ts';
import type { AnyElement, Site } from '../kind.ts';
import { typeOf } from '../types/of-type.ts';
import { leavesOf } from './door-parts.ts';
import { asideOf, type FittingHost, fittingHost } from './fitting-body.ts';
import { type FittingSizes, type FittingValues, sizesIn } from './fitting-values.ts';
import type { Interval, Part, Rect } from './part.ts';
import { type Fitted, isFitted, partsOf } from './parts-of.ts';

/** A part of a door or window in the plane of a plan, mm: along the void from its start, and to the left of the axis. */
type CutPart = { readonly role: Part['role']; readonly along: Interval; readonly aside: Interval };

/** A door or window as a plan shows it. */
export type PlanFitting = {
  readonly sizes: FittingSizes;
  /** The parts of a window where its panes are cut; of a door, its jambs. */
  readonly cut: readonly CutPart[];
  readonly leaves: number;
  /** Names its parts; null for those of a door or of a fixed window without a type. */
  readonly digest: string | null;
};

/** A door or window in its wall; null for other elements. */
export function planFitting(
  element: AnyElement,
  wall: AnyElement,
  view: Pick<Site, 'element'>,
): PlanFitting | null {
  const host = fittingHost(wall);
  if (host === null || !isFitted(element)) return null;
  const type = typeOf(element, view)?.params ?? null;
  const { width, door_type } = element.params;
  const panels = (stated: number | null): number =>
    door_type === undefined ? 1 : leavesOf(door_type, width, stated);
  const leaves = panels(type?.leaf_count ?? null);
  const found = cutFitting(element, type, host);
  const digest = (of: Cut, count: number): string =>
    digestOf([of.cut, door_type === undefined ? 0 : of.sizes.leaf, count]);
  const own = digest(found, leaves);
  return {
    ...found,
    leaves,
    digest: own === digest(usualFitting(element, host), panels(null)) ? null : own,
  };
}

type Cut = Pick<PlanFitting, 'sizes' | 'cut'>;

function cutFitting(
  element: Fitted,
  type: FittingValues | null,
  host: Omit<FittingHost, 'axis'>,
): Cut {
  const { thickness } = host;
  const { width, height, door_type } = element.params;
  const space = { width, height, thickness };
  if (door_type === undefined) {
    const sizes = sizesIn('window', type, space);
    const cut = cutPanes(partsOf(element, type, thickness), width, sizes.frame);
    return {
      sizes,
      cut: cut.map(({ role, rect: { from, to }, y }) => {
        return { role, along: [from, to], aside: asideOf(host, y) };
      }),
    };
  }
  const sizes = sizesIn('door', type, space);
  const aside = asideOf(host, sizes.across);
  const jambs: readonly Interval[] = [
    [0, sizes.frame],
    [width - sizes.frame, width],
  ];
  return { sizes, cut: jambs.map((along) => ({ role: 'lining', along, aside })) };
}

/** A void that is higher than any frame limits, mm. */
const HIGH_MM = 1e4;

/** The fitting of a door of the same type of leaf or of a fixed window, without a type. */
function usualFitting(
  { kind, params }: Fitted,
  { thickness }: { readonly thickness: number },
): Cut {
  const { width, door_type } = params;
  const opens = door_type === undefined ? { window_type: 'fixed' as const } : { door_type };
  const usual = { kind, params: { width, height: HIGH_MM, ...opens } };
  return cutFitting(usual, null, { thickness, outerLeft: true });
}

/** Heights at which a window may be cut, as shares of the height of its void. */
const CUTS = [0.25, 0.4, 0.6, 0.15, 0.5] as const;

type Placed = Pick<Part, 'role' | 'y'> & { readonly rect: Rect };

/** The parts of a window at a height at which panes are cut. */
function cutPanes(parts: readonly Part[], width: number, frame: number): readonly Placed[] {
  const all = parts.flatMap(({ role, rects, y }) =>
    (rects ?? sidesOf(role, width, frame)).map((rect): Placed => ({ role, rect, y })),
  );
  const top = Math.max(...all.map(({ rect }) => rect.high));
  const cuts = CUTS.map((share) => {
    const at = share * top;
    return all.filter(({ rect: { low, high } }) => low < at && at < high);
  });
  return cuts.find((some) => some.some(({ role }) => role === 'glass')) ?? all;
}

/** Frame and pane of a window that is no rectangle, where it is as wide as its void. */
function sidesOf(role: Part['role'], width: number, frame: number): readonly Rect[] {
  const side = { low: 0, high: 1 };
  if (role === 'glass') return [{ ...side, from: frame, to: width - frame }];
  return [
    { ...side, from: 0, to: frame },
    { ...side, from: width - frame, to: width },
  ];
}
