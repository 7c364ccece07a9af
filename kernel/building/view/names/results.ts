/** @module results: names of the results of calls in one change: what they refer to in it, and in later calls. */
import { Refusal } from '../../../schemas/errors.ts';
import type { GivenNames, NamedElements, Refuse } from '../../../schemas/plan.ts';
import type { BuildingView } from '../view.ts';
import { elementsAt, type namesIn, referenceIn, refuseReference } from './given-names.ts';
import { alikeIn, placedIn } from './placements.ts';

/** What a call of a change made: its first element, and what its tool answers. */
export type Result = { readonly id: string; readonly data: unknown };

/**
 * What later calls may refer to of what was made: the elements, also where a later call of the change has taken them away
 * again, and others in fields of the data, which never stand for the whole.
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

/** What names stand for, those of this change before those of earlier ones. */
type Names = {
  readonly made: ReadonlyMap<string, Result>;
  readonly names: Awaited<ReturnType<typeof namesIn>>;
  readonly view: BuildingView;
};

/**
 * What `$name`, `$name.field` or `$name.field.0` refers to; where `$name` is a placement of a group, `$name.other` is in it
 * what `$other` is in the first one. Refuses one that refers to nothing.
 */
export function referent(
  reference: string,
  { made, names, view }: Names,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): unknown {
  const { name, part } = referenceIn(reference) ?? { name: '', part: '' };
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
      : `\`${reference.replaceAll('__', '.')}\` refers to nothing: \`${part.replaceAll('__', '.')}\` names nothing that is in group \`${result.id}\``,
    { names: [...made.keys()] },
  );
}

/** A field of what a tool answers, or an item of a list in one; undefined where there is none. */
function fieldAt(data: unknown, part: string): unknown {
  const [field = '', place, ...more] = part.split('.');
  if (typeof data !== 'object' || data === null || more.length > 0) return undefined;
  const found: unknown = Object.hasOwn(data, field) ? Reflect.get(data, field) : undefined;
  if (place === undefined) return found;
  return Array.isArray(found) ? found[Number(place)] : undefined;
}

/** What is in a placement what a name or an id is in the first one; undefined where there is none. */
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

/** As for a name in the arguments of any other tool, with the names that this change has. */
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
    return refuse('INVALID_ARGUMENT', `${message}; this call has given no such name before`, {
      ...data,
      names: [...made.keys()],
    });
  }
}

/**
 * The value with texts that are references replaced by what they refer to; in a list, several take the place of one, each
 * where it is named first. `$$text` stands for `$text`.
 */
export function substituted(value: unknown, referred: (reference: string) => unknown): unknown {
  if (typeof value === 'string') {
    if (value.startsWith('$$')) return value.slice(1);
    return referenceIn(value) === null ? value : referred(value);
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
