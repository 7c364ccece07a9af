/** @module lost places: elements that an effect moves far outside the building. */
import type { BoxMm } from '../../../../schemas/units.ts';
import { ringBounds } from '../../geometry/plan/polygon.ts';
import type { ModelView } from '../view.ts';

/** An element further outside than this is away, mm: 100 m. */
const AWAY_MM = 100_000;

/** An element that is moved away, and its distance beyond the box of its building. */
export type LostPlace = { readonly id: string; readonly kind: string; readonly outside_mm: number };

type Range = readonly [low: number, high: number];

/** Extent along x, y and, for an element with a height, z. */
type Extent = readonly Range[];

/** Returns the box around the building that contains a place; null if no element has a body. */
export type BuildingOf = (place: Extent) => Extent | null;

/** Returns the elements that extend more than 100 m beyond the building that contained them before the effect. */
export function lostPlaces(
  { before, after }: { readonly before: ModelView; readonly after: ModelView },
  ids: readonly string[],
  building: BuildingOf,
): readonly LostPlace[] {
  return [...new Set(ids)].flatMap((id) => {
    const element = after.element(id);
    const [was, is] = [extentIn(before, id), extentIn(after, id)];
    if (element === undefined || was === null || is === null) return [];
    // The building contains the previous place, so an element that stays near it is not away.
    const around = beyond(is, was) > AWAY_MM ? building(was) : null;
    const outside_mm = around === null ? 0 : beyond(is, around);
    if (outside_mm <= AWAY_MM) return [];
    return [{ id, kind: element.kind, outside_mm: Math.round(outside_mm) }];
  });
}

/**
 * Finds the buildings of a view: bodies connected over gaps of at most 100 m. An isolated element far outside is
 * therefore not part of a building.
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

/** Grows a place by all bodies within 100 m of it, repeatedly. */
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

/** Distance of two extents along the axis on which they are furthest apart, mm; 0 when they meet. */
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

/** Extent of an element: its box, or the extent of its points in plan if it has no body; null without a place. */
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

/** Distance by which one extent reaches beyond another, mm; 0 when it lies inside. */
function beyond(extent: Extent, around: Extent): number {
  const over = extent.flatMap(([low, high], axis) => {
    const [least, most] = around[axis] ?? [-Infinity, Infinity];
    return [least - low, high - most];
  });
  return Math.max(0, ...over);
}
