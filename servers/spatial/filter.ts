/** @module filter: conditions that select the elements of a query. */
import * as z from 'zod';

import type { Element } from '../../kernel/building/kinds/elements.ts';
import type { Kinds } from '../../kernel/building/kinds/kinds.ts';
import { conditionHolds } from '../../kernel/building/model/condition.ts';
import type { ModelView } from '../../kernel/building/model/view.ts';
import { Condition } from '../../schemas/condition.ts';
import { elementId } from '../building/arguments.ts';
import { fieldIn } from '../building/rows.ts';

/** Schema of a list of categories of these kinds. A kind (`wall`) and other capitals (`walls`) mean the category as well. */
export function categoriesOf({ categories, categoryOf }: Kinds): z.ZodType<readonly string[]> {
  const meant = new Map(
    [...Object.entries(categoryOf), ...categories.map((name) => [name, name] as const)].map(
      ([name, category]) => [name.toLowerCase(), category],
    ),
  );
  const categoryFor = (given: unknown): unknown =>
    typeof given === 'string' ? (meant.get(given.toLowerCase()) ?? given) : given;
  return z.array(z.preprocess(categoryFor, z.enum(categories))).max(20);
}

/** Conditions on elements. An element must meet all given conditions. */
type Filter = {
  readonly categories?: readonly string[] | undefined;
  readonly level_id?: string | undefined;
  readonly host_id?: string | undefined;
  readonly where?: readonly Condition[] | undefined;
};

/** Schema of a filter for elements of these kinds. */
export function filterOf(kinds: Kinds): z.ZodType<Filter> {
  return z.strictObject({
    categories: categoriesOf(kinds).describe('Only elements of these categories.').optional(),
    level_id: elementId('Level of the elements.', 'level').optional(),
    host_id: elementId('Wall, floor or roof that hosts the elements.').optional(),
    where: z.array(Condition).max(20).describe('Conditions on fields; all must be met.').optional(),
  });
}

/** Elements that meet all conditions, in order of creation. */
export function matching(filter: Filter, view: ModelView): readonly Element[] {
  const { categories, level_id, host_id, where = [] } = filter;
  const selected = categories === undefined ? null : new Set<string>(categories);
  const found: Element[] = [];
  for (const element of candidates(filter, view)) {
    if (selected !== null && !selected.has(view.kinds.of(element).category)) continue;
    if (level_id !== undefined && view.levelOf(element.id) !== level_id) continue;
    if (host_id !== undefined && view.kinds.references(element).host !== host_id) continue;
    if (where.every((condition) => isMet(condition, element, view))) found.push(element);
  }
  return found;
}

/** The smallest indexed set that contains all matches. */
function candidates(filter: Filter, view: ModelView): Iterable<Element> {
  const { categories, host_id, level_id, where } = filter;
  const guid = where?.find(({ field, op }) => field === 'ifc_guid' && op === 'eq')?.value;
  const imported = typeof guid === 'string' ? view.withImportedGuid(guid) : null;
  const element = imported === null ? undefined : view.element(imported);
  if (element !== undefined) return [element];
  if (host_id !== undefined) return view.hostedBy(host_id);
  return level_id === undefined ? view.candidates({ categories }) : view.elementsOnLevel(level_id);
}

function isMet(condition: Condition, element: Element, view: ModelView): boolean {
  const { field } = condition;
  return conditionHolds(condition, fieldIn(element, view, field));
}
