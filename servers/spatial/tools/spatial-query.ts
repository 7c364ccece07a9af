/** @module spatial_query: the elements in a box. */
import * as z from 'zod';

import type { ToolValue } from '../../../governance/tool/define.ts';
import { defineQuery } from '../../../governance/tool/define.ts';
import { boxContains } from '../../../kernel/building/geometry/vector.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import type { Kinds } from '../../../kernel/building/kinds/kinds.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { BoxMm } from '../../../schemas/units.ts';
import { hintsFor } from '../../building/hints.ts';
import { Cursor, Limit, PageFields, pageOf } from '../../building/paging.ts';
import { rowOf, withheldIn } from '../../building/rows.ts';
import { FieldList, requireFields } from '../fields.ts';
import { categoriesOf } from '../filter.ts';

/** Lists the elements of these kinds in a box. */
export function spatialQueryOf(kinds: Kinds): ToolValue<BuildingView> {
  return defineQuery({
    name: 'spatial_query',
    title: 'Find elements in a box',
    description:
      'Lists elements whose bounding box touches a box in world coordinates, in order of id.',
    branched: true,
    input: z.strictObject({
      bounds: BoxMm.describe('Box in world coordinates, mm.'),
      categories: categoriesOf(kinds).describe('Only these categories. Default: all.').optional(),
      inside: z.boolean().default(false).describe('true: only elements entirely inside the box.'),
      fields: FieldList,
      limit: Limit,
      cursor: Cursor,
    }),
    output: z.object({ elements: z.array(z.looseObject({})), ...PageFields }),
    refusals: hintsFor('INVALID_ARGUMENT'),
    answer({ bounds, categories, inside, fields, ...paging }, view: BuildingView, { refuse }) {
      const { min, max } = bounds;
      for (const axis of ['x', 'y', 'z'] as const) {
        if (min[axis] <= max[axis]) continue;
        refuse(
          'INVALID_ARGUMENT',
          `\`bounds.min.${axis}\` ${min[axis]} is above \`bounds.max.${axis}\` ${max[axis]}`,
          { axis },
        );
      }
      requireFields(fields, view.kinds, refuse);
      const selected = categories === undefined ? null : new Set<string>(categories);
      const found = view.inBox(bounds).flatMap((id): readonly Element[] => {
        const element = view.element(id);
        const box = view.bounds(id);
        if (element === undefined || box === null || (inside && !boxContains(bounds, box))) {
          return [];
        }
        return selected === null || selected.has(view.kinds.of(element).category) ? [element] : [];
      });
      const shown: Element[] = [];
      const show = (element: Element): Record<string, unknown> => {
        shown.push(element);
        return { ...rowOf(element, view, fields) };
      };
      const { items, total, next_cursor, warnings } = pageOf(found, paging, show, {
        list: 'spatial_query',
        query: [bounds, categories, inside],
        key: ({ id }) => id,
        view,
        refuse,
      });
      return {
        data: { elements: items, total, next_cursor },
        warnings: [...warnings, ...withheldIn(shown, view)],
      };
    },
  });
}
