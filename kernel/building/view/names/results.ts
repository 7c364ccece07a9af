/**
 * @module results: names of the results of calls in one change, and their meaning in this change and in later calls.
 */
import { Refusal } from '../../../../schemas/errors.ts';
import type { GivenNames, NamedElements, Refuse } from '../../../../schemas/plan.ts';
import type { BuildingView } from '../view.ts';
import { elementsAt, type namesIn, nameReference, refuseReference } from './given-names.ts';
import { alikeIn, placedIn } from './placements.ts';

/** Result of a call in a change: its first element, and the data that its tool returns. */
export type Result = { readonly id: string; readonly data: unknown };

/**
 * Returns the elements to which later calls may refer: the element of each result, even if a later call of the change
 * has deleted it, and the elements in fields of its data. Elements in fields never stand for the whole name.
 */
export function namesOf(made: ReadonlyMap<string, Result>, view: BuildingView): GivenNames {
  const isThere = (value: unknown): value is string =>
    typeof value === 'string' && view.element(value) !== undefined;
  return new Map(
    [...made].map(([name, { id, data }]) => {
      const elements = new Map(id === '' ? [] : [['', id]]);
      if (id === '') return [name, elements];
      for (const [field, value] of Object.entries(data ?? {})) {
        if (isThere(value) && value !== id) elements.set(field, value);
        if (!Array.isArray(value)) continue;
        for (const [place, item] of value.entries()) {
          if (isThere(item)) elements.set(`${field}.${place}`, item);
        }
      }
      return [name, elements];
    }),
  );
}

/** The names known to a call; names of this change take precedence over names of earlier changes. */
type Names = {
  readonly made: ReadonlyMap<string, Result>;
  readonly names: Awaited<ReturnType<typeof namesIn>>;
  readonly view: BuildingView;
};

/**
 * Resolves `$name`, `$name.field` or `$name.field.0`. If `$name` is a placement of a group, `$name.other` is the
 * element in it that corresponds to `$other` in the first placement. Refuses a reference that cannot be resolved.
 */
export function referent(
  reference: string,
  { made, names, view }: Names,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): unknown {
  const { name, part } = nameReference(reference) ?? { name: '', part: '' };
  const result = made.get(name);
  if (result === undefined) {
    const elements = names.get(name) ?? null;
    const [id, ...others] = elements === null ? [] : elementsAt(elements, part);
    if (id === undefined) return refuseEarlier(reference, { elements, made, view }, refuse);
    return others.length === 0 && (elements?.has(part) ?? false) ? id : [id, ...others];
  }
  if (part === '') return result.id;
  const item = fieldAt(result.data, part) ?? alikeAt(result, part, { made, view });
  if (item !== undefined) return item;
  return refuse(
    'INVALID_ARGUMENT',
    placedIn(result.data) === null
      ? `\`${reference}\` refers to nothing: the result \`${name}\` of this call has no such field`
      : `\`${reference.replaceAll('__', '.')}\` refers to nothing: \`${part.replaceAll('__', '.')}\` does not name anything in group \`${result.id}\``,
    { names: [...made.keys()] },
  );
}

/** A field of the data of a result, or an item of a list in it; undefined if it does not exist. */
function fieldAt(data: unknown, part: string): unknown {
  const [field = '', place, ...more] = part.split('.');
  if (typeof data !== 'object' || data === null || more.length > 0) return undefined;
  const found: unknown = Object.hasOwn(data, field) ? Reflect.get(data, field) : undefined;
  if (place === undefined) return found;
  return Array.isArray(found) ? found[Number(place)] : undefined;
}

/** The element of a placement that corresponds to a name or id in the first placement; undefined if there is none. */
function alikeAt(
  { data }: Result,
  part: string,
  { made, view }: Pick<Names, 'made' | 'view'>,
): string | undefined {
  const placed = placedIn(data);
  if (placed === null) return undefined;
  const [name = '', ...field] = part.split('.');
  const other = made.get(name);
  const id =
    other === undefined || field.length === 0
      ? (other?.id ?? part)
      : fieldAt(other.data, field.join('.'));
  return typeof id === 'string' ? (alikeIn(placed, id, view) ?? undefined) : undefined;
}

/** Refuses like a name in the arguments of any other tool, and lists the names that this change has given. */
function refuseEarlier(
  reference: string,
  {
    elements,
    made,
    view,
  }: Pick<Names, 'made' | 'view'> & { readonly elements: NamedElements | null },
  refuse: Refuse<'INVALID_ARGUMENT'>,
): never {
  try {
    return refuseReference(reference, elements, { view });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message, data } = error.body;
    return refuse('INVALID_ARGUMENT', `${message}; this call has not given such a name`, {
      ...data,
      names: [...made.keys()],
    });
  }
}

/**
 * Replaces texts that are references with the elements to which they refer. In a list, one reference can be replaced by
 * several elements; each element is kept only at its first position. `$$text` stands for the literal `$text`.
 */
export function substituted(value: unknown, referred: (reference: string) => unknown): unknown {
  if (typeof value === 'string') {
    if (value.startsWith('$$')) return value.slice(1);
    return nameReference(value) === null ? value : referred(value);
  }
  if (Array.isArray(value)) {
    const spread = new Set<unknown>();
    return value.flatMap((item: unknown) => {
      const found = substituted(item, referred);
      if (typeof item !== 'string' || !Array.isArray(found)) return [found];
      return found.filter((one: unknown) => !spread.has(one) && spread.add(one));
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      key,
      substituted(item, referred),
    ]),
  );
}
