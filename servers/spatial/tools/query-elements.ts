/** @module query_elements: elements that match a filter. */
import * as z from 'zod';

import type { ToolValue } from '../../../governance/tool/define.ts';
import { defineQuery } from '../../../governance/tool/define.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import type { Kinds } from '../../../kernel/building/kinds/kinds.ts';
import { requireElement, requireLevel } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { hintsFor } from '../../building/hints.ts';
import { Cursor, Limit, PageFields, pageOf } from '../../building/paging.ts';
import { rowOf, withheldIn } from '../../building/rows.ts';
import { fieldListOf, requireFields } from '../fields.ts';
import { filterOf, matching } from '../filter.ts';

/** Lists the elements of these kinds that match. */
export function queryElementsOf(kinds: Kinds): ToolValue<BuildingView> {
  return defineQuery({
    name: 'query_elements',
    title: 'Find elements',
    description:
      'Lists elements that match a filter, e.g. {"categories":["Doors"],"where":[{"field":"width","op":"lt","value":800}]}; op is eq, ne, lt, le, gt, ge or contains; where accepts the same fields as fields.',
    branched: true,
    input: z.strictObject({
      filter: filterOf(kinds).describe('Conditions that select elements; {} selects all.'),
      fields: fieldListOf(kinds),
      limit: Limit,
      cursor: Cursor,
    }),
    output: z.object({ elements: z.array(z.looseObject({})), ...PageFields }),
    refusals: hintsFor('INVALID_ARGUMENT', 'LEVEL_NOT_FOUND', 'ELEMENT_NOT_FOUND', 'CROSS_BRANCH'),
    answer({ filter, fields, ...paging }, view: BuildingView, { refuse }) {
      const conditions = (filter.where ?? []).map((condition) => condition.field);
      requireFields([...fields, ...conditions], view.kinds, refuse);
      if (filter.level_id !== undefined) requireLevel(view, filter.level_id, { refuse });
      if (filter.host_id !== undefined) requireElement(view, filter.host_id, { refuse });
      const shown: Element[] = [];
      const show = (element: Element): Record<string, unknown> => {
        shown.push(element);
        return { ...rowOf(element, view, fields) };
      };
      const found = matching(filter, view);
      const { items, ...page } = pageOf(found, paging, show, {
        list: 'query_elements',
        query: filter,
        key: ({ id }) => id,
        view,
        refuse,
      });
      const { total, next_cursor, warnings } = page;
      return {
        data: { elements: items, total, next_cursor },
        warnings: [...warnings, ...countedReferences(found, view), ...withheldIn(shown, view)],
      };
    },
  });
}

/** Warning that results are of reference models, so that nobody counts them as parts of the building. */
function countedReferences(found: readonly Element[], view: BuildingView): readonly string[] {
  if (view.references().length === 0) return [];
  const count = found.filter(({ id }) => view.referenceOf(id) !== null).length;
  if (count === 0) return [];
  return [
    `${count} of ${found.length} belong to reference models; {"field":"reference","op":"eq","value":null} leaves them out`,
  ];
}
