/** @module selected: elements picked by their ids, or by category, level and name. */
import * as z from 'zod';

import type { Element } from '../../kernel/kinds/elements.ts';
import { groupsOf, membersNamed } from '../../kernel/kinds/membership.ts';
import { requireLevel } from '../../kernel/kinds/rules/lookup.ts';
import { nearestFirst } from '../../kernel/model/plan/names.ts';
import type { ModelView } from '../../kernel/model/view.ts';
import type { PlanContext } from '../../schemas/plan.ts';
import { AngleDeg, PlanPoint } from '../../schemas/units.ts';
import { Delta, elementId } from '../building/arguments.ts';
import { inWords } from './in-words.ts';

/** Most elements of one call. */
const MOST_ELEMENTS = 1000;

/** What elements must be: all that is given must hold. */
const Filter = z.strictObject({
  categories: z.array(z.string().min(1).max(60)).min(1).max(20).optional(),
  level_id: elementId('Stands on this level.', 'level').optional(),
  names: z.array(z.string().min(1).max(200)).min(1).max(100).optional(),
});

/** A list of ids. */
function idsOf(
  description: string,
  ...kinds: readonly string[]
): z.ZodPipe<z.ZodUnknown, z.ZodArray<z.ZodString>> {
  return inWords(
    'array',
    description,
    z
      .array(elementId('', ...kinds))
      .min(1)
      .max(MOST_ELEMENTS),
  );
}

/** Arguments of what is done to many elements; points and lengths mm. */
export const MANY = {
  element_ids: idsOf('Or filter'),
  filter: inWords('object', '{categories?, level_id?, names?}', Filter),
  delta: inWords('object', '{x,y,z?}, mm', Delta),
  point: inWords('object', '{x,y}', PlanPoint),
  angle_deg: inWords('number', 'Counter-clockwise', AngleDeg),
  count: inWords('number', 'In all', z.number().int().min(2).max(500)),
  level_ids: idsOf('Level ids', 'level'),
};

type Given = {
  readonly element_ids?: readonly string[] | undefined;
  readonly filter?: z.output<typeof Filter> | undefined;
};

/** Ids of what is picked, in order of creation where it is by a filter; of a group those of all its elements. Refuses a filter that nothing fits. */
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
  const named = names === undefined ? null : new Set(names.flatMap((name) => meantBy(name, view)));
  const fits = (element: Element): boolean => {
    const { transform, category } = view.kinds.of(element);
    return (
      transform !== 'up_and_down' &&
      transform !== 'none' &&
      (categories === undefined || categories.includes(category)) &&
      (named === null || named.has(element.id))
    );
  };
  const all = level_id === undefined ? view.elements() : view.elementsOnLevel(level_id);
  const found = [...all].filter(fits).map(({ id }) => id);
  if (found.length === 0) {
    context.refuse(
      'INVALID_ARGUMENT',
      '`filter` fits no element: see what there is with query_elements',
    );
  }
  return found;
}

/** Ids of what has the name, of the elements of a group of that name, or of a placement (`Flat 2`). */
function meantBy(name: string, view: ModelView): readonly string[] {
  return [...view.named(name).map(({ id }) => id), ...membersNamed(name, groupsOf(view))];
}
