/** @module shown path: formats a route through the building, or the reason why there is none, for a result. */
import * as z from 'zod';

import type { NarrowPlace, NoPath, Path } from '../../kernel/building/spatial/paths.ts';
import { PlanPoint, SpacePoint, toGrid } from '../../schemas/units.ts';

/** Maximum number of places listed in a result that are too narrow. */
const MAX_LISTED = 20;

const Narrow = z.object({
  level_id: z.string(),
  width_mm: z.number(),
  across: z.array(PlanPoint),
  element_ids: z.array(z.string()),
});

/** Data of every answer about a route, in addition to its arguments. */
export const PathFields = {
  reachable: z.boolean(),
  clear_width_mm: z.number(),
  /** Null without a route. */
  distance_mm: z.number().nullable(),
  path: z.array(SpacePoint),
  crossings: z.array(z.object({ element_id: z.string(), kind: z.string(), width_mm: z.number() })),
  narrowest: Narrow.nullable(),
  /** `start`, `end`: the disc does not fit there. `width`: only a narrower disc passes. `way`: there is no connection. */
  blocked_because: z.enum(['start', 'end', 'width', 'way']).nullable(),
  obstacles: z.array(Narrow),
  blocking_ids: z.array(z.string()),
};

export type ShownPath = z.output<z.ZodObject<typeof PathFields>>;

/** The route with its warnings. */
export function shownPath(
  found: Path | NoPath,
  clear_width_mm: number,
): { readonly data: ShownPath; readonly warnings: readonly string[] } {
  if (!found.found) {
    const { because, too_narrow, element_ids } = found;
    const cut =
      too_narrow.length > MAX_LISTED
        ? [`${too_narrow.length} places are too narrow, the narrowest ${MAX_LISTED} are shown`]
        : [];
    return {
      data: {
        reachable: false,
        clear_width_mm,
        distance_mm: null,
        path: [],
        crossings: [],
        narrowest: null,
        blocked_because: because,
        obstacles: too_narrow.slice(0, MAX_LISTED).map(shownPlace),
        blocking_ids: element_ids.slice(0, MAX_LISTED),
      },
      warnings: cut,
    };
  }
  const [start, end] = found.moved_mm;
  return {
    data: {
      reachable: true,
      clear_width_mm,
      distance_mm: toGrid(found.length_mm),
      path: found.points.map(({ x, y, z: height }) => ({
        x: toGrid(x),
        y: toGrid(y),
        z: toGrid(height),
      })),
      crossings: [...found.crossings],
      narrowest: found.narrowest === null ? null : shownPlace(found.narrowest),
      blocked_because: null,
      obstacles: [],
      blocking_ids: [],
    },
    warnings: [...movedNote('start', start), ...movedNote('end', end)],
  };
}

function movedNote(what: string, moved_mm: number): readonly string[] {
  return moved_mm > 0
    ? [
        `the clear width does not fit at the ${what}: it fits ${toGrid(moved_mm)} mm away, and the distance counts from the requested point`,
      ]
    : [];
}

function shownPlace({
  level_id,
  width_mm,
  across,
  element_ids,
}: NarrowPlace): z.output<typeof Narrow> {
  return {
    level_id,
    width_mm: toGrid(width_mm),
    across: across.map(({ x, y }) => ({ x: toGrid(x), y: toGrid(y) })),
    element_ids: [...element_ids],
  };
}
