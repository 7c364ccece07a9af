/** @module bounding_analysis: box, size and measures of an element. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { requireElement } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { ModelView } from '../../../kernel/building/model/view.ts';
import { BoxMm, SpacePoint, toGrid } from '../../../schemas/units.ts';
import { ElementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { measuresOf } from '../../building/rows.ts';

/** Maximum number of neighbours listed in the result. */
const MAX_LISTED = 50;

/** Returns the extent of an element. */
export const boundingAnalysis = defineQuery({
  name: 'bounding_analysis',
  title: 'Measure the extent of an element',
  description:
    'Returns the world bounding box of an element, its size and centre, its length, area and volume, and the elements whose boxes touch or overlap its box. Levels and grid lines have no box.',
  branched: true,
  input: z.strictObject({ element_id: ElementId }),
  output: z.object({
    element_id: z.string(),
    kind: z.string(),
    bounds: BoxMm.nullable(),
    size: SpacePoint.nullable(),
    center: SpacePoint.nullable(),
    measures: z.looseObject({}),
    near_ids: z.array(z.string()),
    near_count: z.number(),
  }),
  refusals: hintsFor('ELEMENT_NOT_FOUND', 'CROSS_BRANCH'),
  answer({ element_id }, view: ModelView, { refuse }) {
    const element = requireElement(view, element_id, { refuse });
    const { id, kind } = element;
    const bounds = view.bounds(id);
    const measures = measuresOf(view, element);
    if (bounds === null) {
      return {
        data: {
          element_id: id,
          kind,
          bounds,
          size: null,
          center: null,
          measures,
          near_ids: [],
          near_count: 0,
        },
      };
    }
    const { min, max } = bounds;
    const near = view.inBox(bounds).filter((other) => other !== id);
    return {
      data: {
        element_id: id,
        kind,
        bounds,
        size: { x: toGrid(max.x - min.x), y: toGrid(max.y - min.y), z: toGrid(max.z - min.z) },
        center: {
          x: toGrid((min.x + max.x) / 2),
          y: toGrid((min.y + max.y) / 2),
          z: toGrid((min.z + max.z) / 2),
        },
        measures,
        near_ids: near.slice(0, MAX_LISTED),
        near_count: near.length,
      },
      warnings:
        near.length > MAX_LISTED
          ? [
              `${near.length} elements are near, the first ${MAX_LISTED} are shown: spatial_query pages through all`,
            ]
          : [],
    };
  },
});
