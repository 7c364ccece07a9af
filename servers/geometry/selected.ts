/** @module selected: elements selected by ids, or by category, level and name. */
import * as z from 'zod';

import type { Element } from '../../kernel/building/kinds/elements.ts';
import { KINDS } from '../../kernel/building/kinds/elements.ts';
import { groupsOf, membersNamed } from '../../kernel/building/kinds/group/membership.ts';
import { requireLevel } from '../../kernel/building/kinds/rules/lookup.ts';
import { nearestFirst } from '../../kernel/building/model/plan/names.ts';
import type { ModelView } from '../../kernel/building/model/view.ts';
import type { PlanContext } from '../../schemas/plan.ts';
import { elementId } from '../building/arguments.ts';

/** Maximum number of elements per call. */
const MAX_ELEMENTS = 1000;

/** Conditions on elements, all of which must be met. */
const Filter = z.strictObject({
  categories: z
    .array(z.string().min(1).max(60))
    .min(1)
    .max(20)
    .optional()
    .describe(`Categories of the elements: ${KINDS.categories.join(', ')}.`),
  level_id: elementId('Level of the elements.', 'level').optional(),
  names: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(100)
    .optional()
    .describe('Names of elements, groups or placements.'),
});

/** Arguments that select many elements. */
export const MANY = {
  element_ids: z
    .array(elementId('Id or @name of an element.'))
    .min(1)
    .max(MAX_ELEMENTS)
    .describe('Ids or @names, instead of filter.'),
  filter: Filter.describe('Elements that meet all of these conditions, instead of element_ids.'),
};

type Given = {
  readonly element_ids?: readonly string[] | undefined;
  readonly filter?: z.output<typeof Filter> | undefined;
};

/**
 * Returns the ids of the selected elements; a group selects its elements, and a filter returns its elements in order of
 * creation, without those of reference models, which cannot change. Refuses a filter that matches nothing.
 */
export function selectedIds(
  { element_ids, filter }: Given,
  view: ModelView,
  context: PlanContext<'INVALID_ARGUMENT' | 'LEVEL_NOT_FOUND' | 'CROSS_BRANCH'>,
): readonly string[] {
  if ((element_ids === undefined) === (filter === undefined)) {
    context.refuse('INVALID_ARGUMENT', 'expected either `element_ids` or `filter`');
  }
  if (element_ids !== undefined) {
    return element_ids.flatMap((id) => view.elementOf(id, 'group')?.params.members.flat() ?? [id]);
  }
  const { categories, level_id, names } = filter ?? {};
  for (const category of categories ?? []) {
    if (view.kinds.categories.includes(category)) continue;
    const near = nearestFirst(category, view.kinds.categories);
    context.refuse(
      'INVALID_ARGUMENT',
      `no category \`${category}\`, expected some of ${near.join(', ')}`,
      { near: near.slice(0, 3) },
    );
  }
  if (level_id !== undefined) requireLevel(view, level_id, context);
  const named = names === undefined ? null : new Set(names.flatMap((name) => idsNamed(name, view)));
  const fits = (element: Element): boolean => {
    const { transform, category } = view.kinds.of(element);
    return (
      transform !== 'up_and_down' &&
      transform !== 'none' &&
      (categories === undefined || categories.includes(category)) &&
      (named === null || named.has(element.id)) &&
      view.referenceOf(element.id) === null
    );
  };
  const all = level_id === undefined ? view.elements() : view.elementsOnLevel(level_id);
  const found = [...all].filter(fits).map(({ id }) => id);
  if (found.length === 0) {
    context.refuse(
      'INVALID_ARGUMENT',
      '`filter` matches no element: call query_elements to see the elements',
    );
  }
  return found;
}

/** Ids of elements with this name, and of the elements of a group or placement (`Flat 2`) with this name. */
function idsNamed(name: string, view: ModelView): readonly string[] {
  return [...view.named(name).map(({ id }) => id), ...membersNamed(name, groupsOf(view))];
}
