/** @module level_elements: what stands on a level. */
import * as z from 'zod';

import { defineQuery } from '../../../governance/tool/define.ts';
import { requireLevel } from '../../../kernel/model/kinds/lookup.ts';
import type { ModelView } from '../../../kernel/model/view.ts';
import type { Element } from '../../../schemas/elements.ts';
import { CATEGORIES, CATEGORY_OF } from '../../../schemas/elements.ts';
import { idOf } from '../../building/arguments.ts';
import { hintsFor } from '../../building/hints.ts';
import { Cursor, Limit, PageFields, pageOf } from '../../building/paging.ts';
import { rowOf } from '../../building/rows.ts';

/** Answers the elements of a level. */
export const levelElements = defineQuery({
  name: 'level_elements',
  title: 'List the elements of a level',
  description:
    'Lists what stands on a level, doors, windows and openings in its walls included, in order of creation. Restrict with categories, e.g. ["Walls","Doors"]; page with cursor.',
  branched: true,
  input: z.strictObject({
    level_id: idOf('The level.'),
    categories: z.array(z.enum(CATEGORIES)).max(20).describe('Only these.').optional(),
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
  answer({ level_id, categories, ...paging }, view: ModelView, { refuse }) {
    requireLevel(view, level_id, { refuse });
    const wanted = categories === undefined ? null : new Set<string>(categories);
    const counts: Record<string, number> = {};
    const found: Element[] = [];
    for (const element of view.elementsOnLevel(level_id)) {
      const category = CATEGORY_OF[element.kind];
      if (wanted !== null && !wanted.has(category)) continue;
      counts[category] = (counts[category] ?? 0) + 1;
      found.push(element);
    }
    const show = (element: Element): Record<string, unknown> => ({
      ...rowOf(element, view, ['category', 'name', 'host_id']),
    });
    const { items, total, next_cursor, warnings } = pageOf(found, paging, show, { view, refuse });
    return { data: { level_id, elements: items, counts, total, next_cursor }, warnings };
  },
});
