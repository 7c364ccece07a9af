/** @module query_elements: elements that fit a filter. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { nearestFirst } from '../../../kernel/model/kinds/names.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { Element } from '../../../schemas/elements.ts';
import { ELEMENT_PARAMS } from '../../../schemas/elements.ts';
import { hintsFor } from '../../building/hints.ts';
import { Cursor, Limit, PageFields, pageOf } from '../../building/paging.ts';
import { DERIVED_FIELDS, rowOf } from '../../building/rows.ts';
import { Filter, matching } from '../filter.ts';

/** Every name that `fields` and `where` can use. */
const FIELDS: readonly string[] = [
  ...new Set([
    ...DERIVED_FIELDS,
    ...Object.values(ELEMENT_PARAMS).flatMap(({ shape }) => Object.keys(shape)),
  ]),
];
const KNOWN: ReadonlySet<string> = new Set(FIELDS);

/** Answers the elements that fit. */
export const queryElements = defineQuery({
  name: 'query_elements',
  title: 'Find elements',
  description:
    'Lists elements for which all of filter holds, e.g. {"categories":["Doors"],"where":[{"field":"width","op":"lt","value":800}]}. fields picks what each row shows beside id and kind: parameters, category, name, level_id, bounds, length_mm, area_mm2, volume_mm3.',
  branched: true,
  input: z.strictObject({
    filter: Filter.describe('{} for all.'),
    fields: z
      .array(z.string().min(1).max(60))
      .max(30)
      .default(['name', 'level_id'])
      .describe('Fields of each row.'),
    limit: Limit,
    cursor: Cursor,
  }),
  output: z.object({ elements: z.array(z.looseObject({})), ...PageFields }),
  refusals: hintsFor('INVALID_ARGUMENT'),
  answer({ filter, fields, ...paging }, view: ModelView, { refuse }) {
    for (const field of [...fields, ...(filter.where ?? []).map((condition) => condition.field)]) {
      if (KNOWN.has(field)) continue;
      const near = nearestFirst(field, FIELDS).slice(0, 3);
      refuse('INVALID_ARGUMENT', `no field \`${field}\`, expected for example ${near.join(', ')}`, {
        field,
        near,
      });
    }
    const show = (element: Element): Record<string, unknown> => ({
      ...rowOf(element, view, fields),
    });
    const { items, ...page } = pageOf(matching(filter, view), paging, show, { view, refuse });
    const { total, next_cursor, warnings } = page;
    return { data: { elements: items, total, next_cursor }, warnings };
  },
});
