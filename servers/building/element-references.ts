/**
 * @module element references: replaces `@name` and `$name` in arguments that are element ids with the ids of the
 * elements that they refer to.
 */
import * as z from 'zod';

import type { InputSchema } from '../../governance/tool/define.ts';
import type { Element } from '../../kernel/building/kinds/elements.ts';
import { looksLike, nearestFirst } from '../../kernel/building/model/plan/names.ts';
import type { ModelView } from '../../kernel/building/model/view.ts';
import {
  elementsAt,
  type namesIn as namesLookedUp,
  partsThere,
  nameReference,
  refuseReference,
} from '../../kernel/building/view/names/given-names.ts';
import { Condition } from '../../schemas/condition.ts';
import { Refusal } from '../../schemas/errors.ts';
import { ELEMENT_IDS } from './arguments.ts';

/** Maximum number of names and ids listed in a refusal. */
const MAX_SUGGESTIONS = 10;

/** The part of a view that a name lookup needs; it contains nothing that the caller may not see. */
type Named = Pick<ModelView, 'branch' | 'named' | 'elements' | 'element' | 'referenceOf'>;

/** Inputs of a name lookup: the visible elements, and the names that the caller has given. */
export type NameLookup = {
  readonly view: Named;
  readonly names: Awaited<ReturnType<typeof namesLookedUp>>;
};

/**
 * Replaces `@name` and `$name` with an id in all arguments that are element ids. In a list of ids, `$name` can refer
 * to several elements, and duplicates are removed. Refuses ELEMENT_NOT_FOUND or LEVEL_NOT_FOUND (`data.near`: similar
 * names). Refuses INVALID_ARGUMENT for an ambiguous name, for an element of another kind, and for more elements than
 * the list may contain.
 */
export function resolvedArguments(
  input: InputSchema,
  given: Readonly<Record<string, unknown>>,
  lookup: NameLookup,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const schema = input.shape[name];
      return [name, schema === undefined ? value : resolved(schema, value, lookup)];
    }),
  );
}

function resolved(schema: z.core.$ZodType, value: unknown, lookup: NameLookup): unknown {
  const ids = ELEMENT_IDS.get(schema);
  if (ids !== undefined) return resolvedId(value, ids.kinds, lookup);
  if (schema instanceof z.ZodPipe) return resolved(schema.out, value, lookup);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  ) {
    return resolved(schema.unwrap(), value, lookup);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const { element } = schema;
    const kinds = ELEMENT_IDS.get(element)?.kinds;
    if (kinds !== undefined) return resolvedList(schema, value, kinds, lookup);
    return value.map((item: unknown) => resolved(element, item, lookup));
  }
  if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) {
    if (schema === Condition) return resolvedCondition({ ...value }, lookup);
    return resolvedArguments(schema, { ...value }, lookup);
  }
  return value;
}

/** A list of ids. Names can make it longer than its schema allows, so its length is checked again. */
function resolvedList(
  schema: z.ZodArray,
  items: readonly unknown[],
  kinds: readonly string[],
  lookup: NameLookup,
): readonly unknown[] {
  if (!items.some(isNamed)) return items;
  const ids = new Set<unknown>();
  for (const item of new Set(items)) {
    for (const id of resolvedIds(item, kinds, lookup)) ids.add(id);
  }
  const most = schema.safeParse([...ids]).error?.issues.find(isTooLong)?.maximum;
  if (most === undefined) return [...ids];
  throw new Refusal(
    'INVALID_ARGUMENT',
    `the names in this list refer to ${ids.size} elements, expected at most ${most}`,
    'refer to parts of them in several calls',
    { elements: ids.size, limit: Number(most) },
  );
}

/** Whether an item of a list of ids is a name and not an id. */
function isNamed(item: unknown): boolean {
  return typeof item === 'string' && /^[$@]/u.test(item);
}

/** Whether the issue concerns the length of the list itself and not one of its ids. */
function isTooLong(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueTooBig {
  return issue.code === 'too_big' && issue.path.length === 0;
}

/** A condition on a field that contains an id, such as `level_id`. */
function resolvedCondition(
  given: Readonly<Record<string, unknown>>,
  lookup: NameLookup,
): Readonly<Record<string, unknown>> {
  const { field, value } = given;
  if (typeof field !== 'string' || !field.endsWith('_id')) return given;
  return { ...given, value: resolvedId(value, field === 'level_id' ? ['level'] : [], lookup) };
}

/** Returns the id that a value refers to: for `@name` or `$name` the id of the named element, else the value itself. */
export function resolvedId(value: unknown, kinds: readonly string[], lookup: NameLookup): unknown {
  const [id, ...others] = resolvedIds(value, kinds, lookup);
  if (others.length === 0) return id;
  const { name = '' } = nameReference(String(value)) ?? {};
  const parts = partsThere(lookup.names.get(name)).slice(0, MAX_SUGGESTIONS);
  throw new Refusal(
    'INVALID_ARGUMENT',
    `\`${String(value)}\` refers to ${others.length + 1} elements, expected only one`,
    'append one of data.parts to the name, as in `$name.part`',
    { name, parts },
  );
}

/** Returns the ids to which an item of a list refers. */
function resolvedIds(
  value: unknown,
  kinds: readonly string[],
  lookup: NameLookup,
): readonly unknown[] {
  if (typeof value !== 'string') return [value];
  if (value.startsWith('@')) return [idOfNamed(value, kinds, lookup.view)];
  const reference = nameReference(value);
  if (reference === null) return [value];
  const elements = lookup.names.get(reference.name) ?? null;
  const ids = elements === null ? [] : elementsAt(elements, reference.part);
  if (ids.length === 0) {
    refuseReference(value, elements, { view: lookup.view, levelWanted: isLevel(kinds) });
  }
  for (const id of ids) {
    const kind = lookup.view.element(id)?.kind;
    if (kind !== undefined && !isFitting(kind, kinds)) refuseKind(value, { id, kind }, kinds);
  }
  return ids;
}

function isFitting(kind: string, kinds: readonly string[]): boolean {
  return kinds.length === 0 || kinds.includes(kind);
}

function isLevel(kinds: readonly string[]): boolean {
  return kinds.length === 1 && kinds[0] === 'level';
}

function kindNames(kinds: readonly string[]): string {
  return kinds.length === 0 ? 'element' : kinds.join(' or ');
}

function refuseKind(
  value: string,
  { id, kind }: { readonly id: string; readonly kind: string },
  kinds: readonly string[],
): never {
  throw new Refusal(
    'INVALID_ARGUMENT',
    `\`${value}\` is a ${kind}, expected a ${kindNames(kinds)}`,
    'use the name or the id of an element of that kind',
    { element_id: id, kind },
  );
}

function idOfNamed(value: string, kinds: readonly string[], view: Named): string {
  const name = nameIn(value);
  const [first, ...others] = elementsNamed(name, kinds, view);
  if (first === undefined) return refuseUnknown(value, kinds, { alike: view.named(name), view });
  if (others.length === 0) return first.id;
  const element_ids = [first, ...others].map(({ id }) => id);
  throw new Refusal(
    'INVALID_ARGUMENT',
    `${element_ids.length} elements are called \`${value}\`: ${element_ids.slice(0, MAX_SUGGESTIONS).join(', ')}`,
    'use one of the ids in data.element_ids',
    { name, element_ids: element_ids.slice(0, MAX_SUGGESTIONS) },
  );
}

/**
 * Elements with a name. Those of the building come before those of reference models, and then those with exactly this
 * spelling before all others.
 */
function elementsNamed(
  name: string,
  kinds: readonly string[],
  view: Pick<Named, 'named' | 'referenceOf'>,
): readonly Element[] {
  const all = view.named(name).filter(({ kind }) => isFitting(kind, kinds));
  const own = all.filter(({ id }) => view.referenceOf(id) === null);
  const fitting = own.length > 0 ? own : all;
  const same = fitting.filter((element) => nameOf(element) === name);
  return same.length > 0 ? same : fitting;
}

/** The visible elements before and after a change. */
export type Sides = {
  readonly before: Pick<Named, 'named' | 'element' | 'referenceOf'>;
  readonly after: Pick<Named, 'named' | 'element' | 'referenceOf'>;
};

/**
 * Returns the id of the single element to which an id or `@name` refers, so that a script can give it another name; null
 * if there is no such element.
 */
export function idReferredTo(text: string, { before, after }: Sides): string | null {
  for (const view of [after, before]) {
    if (!text.startsWith('@')) {
      if (view.element(text) !== undefined) return text;
      continue;
    }
    const [first, ...others] = elementsNamed(nameIn(text), [], view);
    if (first !== undefined) return others.length === 0 ? first.id : null;
  }
  return null;
}

/** The name in `@name`, or in `@"name"` as scripts write it. */
function nameIn(value: string): string {
  return /^@"([^"]+)"$/u.exec(value)?.[1] ?? value.slice(1);
}

function refuseUnknown(
  value: string,
  kinds: readonly string[],
  { alike, view }: { readonly alike: readonly Element[]; readonly view: Named },
): never {
  const [other] = alike;
  if (other !== undefined) return refuseKind(value, other, kinds);
  const name = nameIn(value);
  const near = suggested(name, namesIn(view, kinds), kinds);
  throw new Refusal(
    isLevel(kinds) ? 'LEVEL_NOT_FOUND' : 'ELEMENT_NOT_FOUND',
    `no ${kindNames(kinds)} on branch \`${view.branch}\` is called \`${value}\``,
    near.length === 0
      ? 'query_elements lists elements with ids and names: give the element this name with modify_parameter, or use its id'
      : 'use one of the names in data.near (closest match first) or an id',
    { name, near },
  );
}

/** All names if a few are possible, else those that look like the unknown one. */
function suggested(
  name: string,
  known: readonly string[],
  kinds: readonly string[],
): readonly string[] {
  const possible =
    kinds.length > 0 && known.length <= MAX_SUGGESTIONS
      ? known
      : known.filter((one) => looksLike(name, one));
  return nearestFirst(name, possible).slice(0, MAX_SUGGESTIONS);
}

function nameOf({ params }: Element): string | null {
  return 'name' in params ? params.name : null;
}

/** Names of the elements of these kinds, without duplicates, in order of creation. */
function namesIn(view: Named, kinds: readonly string[]): readonly string[] {
  const names = new Set<string>();
  for (const element of view.elements()) {
    const name = nameOf(element);
    if (name !== null && (kinds.length === 0 || kinds.includes(element.kind))) names.add(name);
  }
  return [...names];
}
