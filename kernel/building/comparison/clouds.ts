/** @module clouds: outlines around the changes of a level, as revision clouds of drawings need them. */
import { type BoxMm, type PlanPoint, toGrid } from '../../../schemas/units.ts';
import { checkpoint } from '../../base/work/checkpoint.ts';
import { pointInRing, type Ring, ringBounds, signedArea } from '../geometry/plan/polygon.ts';
import { united } from '../geometry/plan/regions.ts';
import { type Box2, planBoxIntersects } from '../geometry/vector.ts';
import { widened } from '../kinds/shared/boxes.ts';
import type { ComparisonRow } from './row.ts';

/** An outline around changed elements, counter-clockwise, mm, with the ids of the elements in the order of the rows. */
export type Cloud = { readonly outline: readonly PlanPoint[]; readonly ids: readonly string[] };

/** Distance between an element and the outline around it, mm: 3 mm on paper at 1:100. */
const MARGIN_MM = 300;

/** The plan box of a change with its margin. */
type Spot = { readonly id: string; readonly box: Box2 };

/**
 * Outlines around the places of these rows on a level, before and after, from south to north and west to east. Outlines
 * that overlap or touch are one outline without its holes. An element that was moved far is in two clouds. Rows without a
 * place have none, nor has the level itself. Rows that only follow others may be left out with `filteredRows`.
 */
export function cloudsOf(rows: readonly ComparisonRow[], level_id: string): readonly Cloud[] {
  const spots = rows.flatMap((row): readonly Spot[] =>
    row.level_id === level_id && row.id !== level_id
      ? [...spotOf(row.id, row.box_before), ...spotOf(row.id, row.box_after)]
      : [],
  );
  const outlines = united(spots.map(({ box }) => [rectangleOf(box)]))
    .filter((ring) => signedArea(ring) > 0)
    .toSorted(bySouthWest);
  const ids = outlines.map(() => new Set<string>());
  // From the smallest to the largest: a cloud in a hole of another one is inside the outlines of both.
  const nested = outlines
    .map((outline, index) => ({ outline, index, box: ringBounds(outline) }))
    .toSorted((a, b) => signedArea(a.outline) - signedArea(b.outline));
  for (const [done, { id, box }] of spots.entries()) {
    checkpoint({ done, total: spots.length, doing: 'drawing revision clouds' });
    const centre = { x: (box.min.x + box.max.x) / 2, y: (box.min.y + box.max.y) / 2 };
    const found = nested.find((one) => isIn(centre, one.box) && pointInRing(centre, one.outline));
    if (found !== undefined) ids[found.index]?.add(id);
  }
  return outlines.map((outline, index) => ({
    outline: outline.map(({ x, y }) => ({ x: toGrid(x), y: toGrid(y) })),
    ids: [...(ids[index] ?? [])],
  }));
}

function spotOf(id: string, box: BoxMm | null): readonly Spot[] {
  return box === null ? [] : [{ id, box: widened(ringBounds([box.min, box.max]), MARGIN_MM) }];
}

function rectangleOf({ min, max }: Box2): Ring {
  return [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }];
}

function isIn(point: PlanPoint, box: Box2): boolean {
  return planBoxIntersects(box, { min: point, max: point });
}

function bySouthWest(a: Ring, b: Ring): number {
  const [one, other] = [ringBounds(a).min, ringBounds(b).min];
  return one.y - other.y || one.x - other.x;
}
