/** @module lost places: elements that an effect carries far outside the building. */
import type { BoxMm } from '../../../schemas/units.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { ModelView } from '../view.ts';

/** Further outside than this is away, mm: 100 m. */
const AWAY_MM = 100_000;

/** An element that is carried away, and how far it reaches beyond the box of its building. */
export type LostPlace = { readonly id: string; readonly kind: string; readonly outside_mm: number };

type Range = readonly [low: number, high: number];

/** Along x, y and, for what has a place in height, z. */
type Extent = readonly Range[];

/** The box around the building in which something is; null when nothing has a body. */
export type BuildingOf = (place: Extent) => Extent | null;

/** Which of the elements reach more than 100 m beyond the building that they were in before the effect. */
export function lostPlaces(
  { before, after }: { readonly before: ModelView; readonly after: ModelView },
  ids: readonly string[],
  building: BuildingOf,
): readonly LostPlace[] {
  return [...new Set(ids)].flatMap((id) => {
    const element = after.element(id);
    const [was, is] = [extentIn(before, id), extentIn(after, id)];
    if (element === undefined || was === null || is === null) return [];
    // The building holds what was there, so that what stays near its old place is not away.
    const around = beyond(is, was) > AWAY_MM ? building(was) : null;
    const outside_mm = around === null ? 0 : beyond(is, around);
    if (outside_mm <= AWAY_MM) return [];
    return [{ id, kind: element.kind, outside_mm: Math.round(outside_mm) }];
  });
}

/**
 * The buildings of a view: what has a body and hangs together over gaps of at most 100 m. So an element that stands alone
 * far outside is no part of the building.
 */
export function buildingsOf(view: ModelView): BuildingOf {
  let bodies: readonly Extent[] | null = null;
  const found: Extent[] = [];
  return (place) => {
    bodies ??= [...view.elements()].flatMap(({ id }) => {
      const box = view.bounds(id);
      return box === null ? [] : [extentOf(box)];
    });
    if (bodies.length === 0) return null;
    const known = found.find(
      (around) => around.length === place.length && beyond(place, around) === 0,
    );
    if (known !== undefined) return known;
    const around = grown(place, bodies);
    found.push(around);
    return around;
  };
}

/** The extent around a place and all that is within 100 m of it, of that, and so on. */
function grown(place: Extent, bodies: readonly Extent[]): Extent {
  let around = place;
  let left = bodies;
  for (;;) {
    const apart = left.filter((body) => {
      if (gap(body, around) > AWAY_MM) return true;
      around = around.map(([low, high], axis) => {
        const [least, most] = body[axis] ?? [low, high];
        return [Math.min(low, least), Math.max(high, most)] as const;
      });
      return false;
    });
    if (apart.length === left.length) return around;
    left = apart;
  }
}

/** How far two extents are apart along the axis on which they are furthest, mm; 0 when they meet. */
function gap(one: Extent, other: Extent): number {
  const apart = one.flatMap(([low, high], axis) => {
    const [least, most] = other[axis] ?? [-Infinity, Infinity];
    return [least - high, low - most];
  });
  return Math.max(0, ...apart);
}

function extentOf({ min, max }: BoxMm): Extent {
  return [
    [min.x, max.x],
    [min.y, max.y],
    [min.z, max.z],
  ];
}

/** Where an element is: its box, or that of its points in plan where it has no body; null without a place. */
function extentIn(view: ModelView, id: string): Extent | null {
  const element = view.element(id);
  const box = view.bounds(id);
  if (element === undefined) return null;
  if (box !== null) return extentOf(box);
  const { transform } = view.kinds.of(element);
  if (transform === 'in_host' || transform === 'up_and_down' || transform === 'none') return null;
  const { min, max } = ringBounds(transform.points(element));
  return [
    [min.x, max.x],
    [min.y, max.y],
  ];
}

/** How far one extent reaches beyond another, mm; 0 when it lies inside. */
function beyond(extent: Extent, around: Extent): number {
  const over = extent.flatMap(([low, high], axis) => {
    const [least, most] = around[axis] ?? [-Infinity, Infinity];
    return [least - low, high - most];
  });
  return Math.max(0, ...over);
}
