/** @module measure: the shortest distance between bodies or points. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { requireElement } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import type { Measured } from '../../../kernel/building/spatial/bodies/body-distance.ts';
import { nearestOf } from '../../../kernel/building/spatial/bodies/body-distance.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import { CoordinateMm, SpacePoint, toGrid } from '../../../schemas/units.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';

const Target = z.strictObject({
  element_id: elementId('Element with a body: id or @name.').optional(),
  x: CoordinateMm.optional(),
  y: CoordinateMm.optional(),
  z: CoordinateMm.optional(),
});
type Target = z.output<typeof Target>;

/** Measures the distance between two elements or points. */
export const measure = defineQuery({
  name: 'measure',
  title: 'Measure a distance',
  description:
    'Returns the shortest distance between two elements or points, measured between the bodies with their openings (not boxes or centres), and the two closest points. 0 if they touch, overlap or one contains the other. Levels, grid lines and openings have no body.',
  branched: true,
  input: z.strictObject({
    from: Target.describe('Element or point (world mm) to measure from.'),
    to: Target.describe('Element or point (world mm) to measure to.'),
  }),
  output: z.object({
    distance_mm: z.number(),
    horizontal_mm: z.number(),
    vertical_mm: z.number(),
    from_point: SpacePoint,
    to_point: SpacePoint,
  }),
  refusals: hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH', 'INVALID_ARGUMENT'),
  answer({ from, to }, view: ModelView, { refuse }) {
    const [first, second] = [
      targetOf(from, 'from', view, refuse),
      targetOf(to, 'to', view, refuse),
    ];
    const { distance_mm, a, b } = nearestOf(first, second);
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    return {
      data: {
        distance_mm: toGrid(distance_mm),
        horizontal_mm: toGrid(Math.sqrt(dx * dx + dy * dy)),
        vertical_mm: toGrid(Math.abs(b.z - a.z)),
        from_point: rounded(a),
        to_point: rounded(b),
      },
    };
  },
});

function rounded({ x, y, z: height }: SpacePoint): SpacePoint {
  return { x: toGrid(x), y: toGrid(y), z: toGrid(height) };
}

type Codes = 'ELEMENT_NOT_FOUND' | 'CROSS_BRANCH' | 'INVALID_ARGUMENT';

function targetOf(
  { element_id, x, y, z: height }: Target,
  name: string,
  view: ModelView,
  refuse: Refuse<Codes>,
): Measured {
  if (element_id === undefined) {
    if (x !== undefined && y !== undefined && height !== undefined) {
      return { point: { x, y, z: height } };
    }
    return refuse(
      'INVALID_ARGUMENT',
      `\`${name}\` is not a point: expected x, y and z, or element_id`,
    );
  }
  if (x !== undefined || y !== undefined || height !== undefined) {
    return refuse(
      'INVALID_ARGUMENT',
      `\`${name}\` has both element_id and a point: expected one of them`,
    );
  }
  const { id, kind } = requireElement(view, element_id, { refuse });
  const mesh = view.mesh(id);
  if (mesh !== null && mesh.triangles.length > 0) return { mesh };
  return refuse('INVALID_ARGUMENT', `${kind} \`${id}\` has no body to measure from`, {
    element_id: id,
    kind,
  });
}
