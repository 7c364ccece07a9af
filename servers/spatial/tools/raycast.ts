/** @module raycast: the elements that a ray hits. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { raycast as castRay } from '../../../kernel/building/spatial/bodies/raycast.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { SpacePoint, toGrid } from '../../../schemas/units.ts';
import { hintsFor } from '../../building/hints.ts';
import { referenceName } from '../../building/rows.ts';

const Vector = z.strictObject({
  x: z.number(),
  y: z.number(),
  z: z.number(),
});

/** Lists the first bodies along a ray. */
export const raycast = defineQuery({
  name: 'raycast',
  title: 'Cast a ray',
  description:
    'Lists the elements that a ray hits first: element, exact point on its body (openings let the ray through), distance and outward surface normal; closest first, equal distances by id. Use it to find what is above, below or opposite. Rooms are not hit.',
  branched: true,
  input: z.strictObject({
    origin: SpacePoint.describe('Start of the ray, world mm.'),
    direction: Vector.describe('Direction in world x, y, z; any length.'),
    max_distance: z
      .number()
      .positive()
      .max(1e6)
      .default(200_000)
      .describe('Length of the ray, mm.'),
    limit: z.number().int().min(1).max(50).default(5).describe('Maximum number of hits.'),
  }),
  output: z.object({
    hits: z.array(
      z.object({
        element_id: z.string(),
        kind: z.string(),
        distance_mm: z.number(),
        point: SpacePoint,
        normal: Vector,
        from_inside: z.boolean(),
        /** The reference model of the element, if it belongs to one. */
        reference: z.string().optional(),
      }),
    ),
  }),
  refusals: hintsFor('INVALID_ARGUMENT'),
  answer({ origin, direction, max_distance, limit }, view: BuildingView, { refuse }) {
    const { x, y, z: up } = direction;
    const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(up));
    if (!(largest > 0)) {
      refuse(
        'INVALID_ARGUMENT',
        '`direction` is (0, 0, 0), expected at least one number that is not 0',
      );
    }
    // Scaled so that the squares of very small or very large numbers neither underflow nor overflow.
    const scaled = { x: x / largest, y: y / largest, z: up / largest };
    const hits = castRay(view, { origin, direction: scaled, max_mm: max_distance, limit });
    return {
      data: {
        hits: hits.map(({ element_id, kind, from_inside, point, normal, distance_mm }) => ({
          element_id,
          kind,
          from_inside,
          distance_mm: toGrid(distance_mm),
          point: { x: toGrid(point.x), y: toGrid(point.y), z: toGrid(point.z) },
          normal: { x: digits(normal.x), y: digits(normal.y), z: digits(normal.z) },
          reference: referenceNameOf(element_id, view),
        })),
      },
    };
  },
});

/** The reference model of an element; undefined for the building itself. */
function referenceNameOf(id: string, view: BuildingView): string | undefined {
  const element = view.element(id);
  return element === undefined ? undefined : (referenceName(element, view) ?? undefined);
}

/** Rounds a component of a direction to nine decimal places. */
function digits(share: number): number {
  const rounded = Math.round(share * 1e9) / 1e9;
  return rounded === 0 ? 0 : rounded;
}
