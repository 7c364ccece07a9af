/** @module room copy: a copied room follows walls again if they enclose the same space. */
import type { PlanPoint } from '../../../../schemas/units.ts';
import { ringBounds, signedArea } from '../../geometry/plan/polygon.ts';
import type { Followed } from '../kind.ts';
import { type LevelView, enclosureAt } from './enclosure.ts';

/** The parts of a room that copying needs. */
type Copied = {
  readonly params: {
    readonly level_id: string;
    readonly boundary_points: PlanPoint[];
    readonly point: PlanPoint | null;
    readonly base_offset?: number | null;
  };
};

/** Spaces whose sides differ by at most this are the same space, mm: walls of another thickness, an offset corner. */
const SAME_SPACE_MM = 500;

/**
 * The room at its new place. If the walls there enclose the same outline except for their thickness, it gets that
 * outline and follows them; otherwise it keeps its own outline and follows no walls.
 */
export function copiedRoom<R extends Copied>(moved: R, view: LevelView): Followed<R> {
  const { params } = moved;
  const { level_id, point, base_offset = null } = params;
  if (point === null) return { element: moved, wall_ids: [], notes: [] };
  const found = enclosureAt({ level_id, point, base_offset }, view);
  if (found === null || !isSameSpace(found.boundary_points, params.boundary_points)) {
    return {
      element: { ...moved, params: { ...params, point: null } },
      wall_ids: [],
      notes: [
        'no walls enclose the same space at the new place of the room: the copy keeps the outline and follows no walls (copy the walls first, or set its `point` once they exist)',
      ],
    };
  }
  const { boundary_points, wall_ids } = found;
  const [was = 0, is = 0] = [params.boundary_points, boundary_points].map(squareMetres);
  return {
    element: { ...moved, params: { ...params, boundary_points } },
    wall_ids,
    notes:
      Math.abs(was - is) < SAME_M2
        ? []
        : [
            `the walls at the new place of the room enclose ${is.toFixed(2)} m² instead of ${was.toFixed(2)} m²`,
          ],
  };
}

/** Areas that differ by less than this are equal: rounding after a turn, m². */
const SAME_M2 = 0.01;

function squareMetres(ring: readonly PlanPoint[]): number {
  return Math.abs(signedArea(ring)) / 1e6;
}

/** Whether the boxes around two outlines agree on each side except for the thickness of walls. */
function isSameSpace(a: readonly PlanPoint[], b: readonly PlanPoint[]): boolean {
  const [one, other] = [ringBounds(a), ringBounds(b)];
  const apart = [
    one.min.x - other.min.x,
    one.min.y - other.min.y,
    one.max.x - other.max.x,
    one.max.y - other.max.y,
  ];
  return apart.every((mm) => Math.abs(mm) <= SAME_SPACE_MM);
}
