/** @module level_elements: the elements of a level. */
import * as z from 'zod';

import type { ToolValue } from '../../../governance/tool/define.ts';
import { defineQuery } from '../../../governance/tool/define.ts';
import type { Element } from '../../../kernel/building/kinds/elements.ts';
import type { Kinds } from '../../../kernel/building/kinds/kinds.ts';
import { requireLevel } from '../../../kernel/building/kinds/rules/lookup.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { elementId } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { Cursor, Limit, PageFields, pageOf } from '../../building/paging.ts';
import { rowOf, withheldIn } from '../../building/rows.ts';
import { FieldList, requireFields } from '../fields.ts';
import { categoriesOf } from '../filter.ts';

/** Lists the elements of these kinds on a level. */
export function levelElementsOf(kinds: Kinds): ToolValue<BuildingView> {
  return defineQuery({
    name: 'level_elements',
    title: 'List the elements of a level',
    description:
      'Lists the elements of a level, including doors, windows and openings in its walls, in order of creation, optionally of some categories, e.g. ["Walls","Doors"].',
    branched: true,
    input: z.strictObject({
      level_id: elementId('Level to list: id or @name.', 'level'),
      categories: categoriesOf(kinds).describe('Only these categories. Default: all.').optional(),
      fields: FieldList.default(['category', 'name', 'host_id']),
      limit: Limit,
      cursor: Cursor,
    }),
    output: z.object({
      level_id: z.string(),
      elements: z.array(z.looseObject({})),
      counts: z.looseObject({}),
      ...PageFields,
    }),
    refusals: hintsFor('LEVEL_NOT_FOUND', 'CROSS_BRANCH', 'INVALID_ARGUMENT'),
    answer({ level_id, categories, fields, ...paging }, view: BuildingView, { refuse }) {
      requireLevel(view, level_id, { refuse });
      requireFields(fields, view.kinds, refuse);
      const selected = categories === undefined ? null : new Set<string>(categories);
      const counts: Record<string, number> = {};
      const found: Element[] = [];
      for (const element of view.elementsOnLevel(level_id)) {
        const category = view.kinds.of(element).category;
        if (selected !== null && !selected.has(category)) continue;
        counts[category] = (counts[category] ?? 0) + 1;
        found.push(element);
      }
      const shown: Element[] = [];
      const show = (element: Element): Record<string, unknown> => {
        shown.push(element);
        return { ...rowOf(element, view, fields) };
      };
      const { items, total, next_cursor, warnings } = pageOf(found, paging, show, {
        list: 'level_elements',
        query: [level_id, categories],
        key: ({ id }) => id,
        view,
        refuse,
      });
      return {
        data: { level_id, elements: items, counts, total, next_cursor },
        warnings: [...warnings, ...withheldIn(shown, view)],
      };
    },
  });
}
