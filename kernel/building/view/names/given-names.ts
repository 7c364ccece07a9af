/**
 * @module given names: resolves `$name` in a later call to the elements to which its caller gave the name in an earlier
 * change.
 */
import { Refusal } from '../../../../schemas/errors.ts';
import { MAX_NAMED_ELEMENTS, nameOf, MAX_PART_CHARS } from '../../../../schemas/events.ts';
import type { GivenNames, NamedElements, NameLookup } from '../../../../schemas/plan.ts';
import type { ModelView } from '../../model/view.ts';
import type { EventSource, Line } from '../event-source.ts';
import type { BuildingView } from '../view.ts';

const REFERENCE = /^\$([A-Za-z][A-Za-z0-9_]*)((?:\.[A-Za-z0-9_]+)*)$/u;

/** Splits `$name` or `$name.part` into name and part; null for any other text. */
export function nameReference(
  text: string,
): { readonly name: string; readonly part: string } | null {
  const [, name, parts = ''] = REFERENCE.exec(text) ?? [];
  return name === undefined ? null : { name, part: parts.slice(1) };
}

/** Returns the elements of all names to which texts in a value refer; null for a name that the caller has not given. */
export async function namesIn(
  value: unknown,
  lookup: NameLookup,
): Promise<ReadonlyMap<string, NamedElements | null>> {
  const names = new Map<string, NamedElements | null>();
  for (const name of new Set(textsIn(value).flatMap((text) => nameReference(text)?.name ?? []))) {
    names.set(name, await lookup(name));
  }
  return names;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/**
 * Returns the existing elements for a part of a name: the element of exactly this part, or the elements of all parts
 * below it. Elements that were only returned as a field of another part are omitted, even if the element of that part
 * no longer exists. Empty for an unknown part.
 */
export function elementsAt(elements: NamedElements, part: string): readonly string[] {
  const one = elements.get(part);
  if (one !== undefined) return one === null ? [] : [one];
  const prefix = prefixOf(part);
  const isBeside = (other: string): boolean => {
    let end = other.lastIndexOf('.');
    while (end > prefix.length) {
      if (elements.has(other.slice(0, end))) return true;
      end = other.lastIndexOf('.', end - 1);
    }
    return false;
  };
  return [...elements].flatMap(([other, id]) =>
    id !== null && other.startsWith(prefix) && !isBeside(other) ? [id] : [],
  );
}

/** Prefix of the parts that are nested in a part. */
function prefixOf(part: string): string {
  return part === '' ? '' : `${part}.`;
}

/** Whether a part was given, regardless of whether its element still exists. */
function isGiven(elements: NamedElements, part: string): boolean {
  return [...elements.keys()].some((one) => one === part || one.startsWith(prefixOf(part)));
}

/** Parts of a name whose elements still exist. */
export function partsThere(elements: NamedElements | null | undefined): readonly string[] {
  return [...(elements ?? [])].flatMap(([part, id]) => (part === '' || id === null ? [] : [part]));
}

/** Maximum number of parts listed in a refusal. */
const MAX_OFFERED = 20;

const UNKNOWN = 'names from dry runs and from pending changes are unknown';

/** Refuses a reference that cannot be resolved on the branch of the view. */
export function refuseReference(
  reference: string,
  elements: NamedElements | null,
  {
    view,
    levelWanted = false,
  }: { readonly view: Pick<ModelView, 'branch' | 'named'>; readonly levelWanted?: boolean },
): never {
  const parts = partsThere(elements).slice(0, MAX_OFFERED);
  const { name, part } = nameReference(reference) ?? { name: '', part: '' };
  const { branch } = view;
  const why =
    elements === null
      ? `\`${reference}\` is not a name that you have given on branch \`${branch}\`: ${view.named(name).length > 0 ? `write \`@${name}\` for the element of this name` : UNKNOWN}`
      : elements.size === 0
        ? `the last change that gave the name \`$${name}\` kept no elements for later calls`
        : isGiven(elements, part)
          ? `the elements named \`${reference}\` are no longer on branch \`${branch}\``
          : `\`${reference}\` names no element on branch \`${branch}\`, expected ${partsOf(name, elements, parts)}`;
  throw new Refusal(
    levelWanted ? 'LEVEL_NOT_FOUND' : 'ELEMENT_NOT_FOUND',
    why,
    elements === null
      ? 'repeat the call that names it with dry_run false first, or use the id or `@` and the name of an existing element'
      : 'use the id that was returned under that name, or `@` and the name of the element',
    { name, ...(parts.length === 0 ? {} : { parts }) },
  );
}

function partsOf(name: string, elements: NamedElements, parts: readonly string[]): string {
  const whole = typeof elements.get('') === 'string' ? [`\`$${name}\``] : [];
  return [...whole, ...parts.map((part) => `\`$${name}.${part}\``)].join(', ');
}

/**
 * Looks up names for the caller who gave them. The last assignment on the line of the branch applies; ids that the view
 * does not show and ids of deleted elements are omitted.
 */
export function lookupOn(
  events: Pick<EventSource, 'eventsOfAggregate'>,
  { line, last, view }: { readonly line: Line; readonly last: number; readonly view: BuildingView },
  who: Parameters<typeof nameOf>[0],
): NameLookup {
  return async (name) => {
    for (const [branch, until] of line) {
      const before = Math.min(until, last) + 1;
      const [given] = await events.eventsOfAggregate(nameOf(who, name), branch, 1, before);
      if (given?.type !== 'name.given') continue;
      return new Map(
        given.payload.elements.map(({ part, id }) => [
          part,
          view.element(id) === undefined ? null : id,
        ]),
      );
    }
    return null;
  };
}

/**
 * Names in the order in which a change gives them: `[name, [[part, id], …]]`. A null among the elements means that
 * there are too many to keep.
 */
export type NamesGiven = Iterable<
  readonly [string, Iterable<readonly [part: string, id: string] | null>]
>;

/** Reason why a name and all names after it are known only within their change. */
type Cut = { readonly name: string; readonly why: string };

/**
 * Returns all names of a change, so that a later call does not resolve one of them to its earlier meaning. From the
 * first name that exceeds the limit on, names are kept without elements.
 */
export function keptNames(given: NamesGiven): {
  readonly names: GivenNames;
  readonly cut: Cut | null;
} {
  const names = new Map<string, ReadonlyMap<string, string>>();
  let cut: Cut | null = null;
  let room = MAX_NAMED_ELEMENTS;
  for (const [name, elements] of given) {
    const own: ReturnType<typeof keptOf> = cut === null ? keptOf(elements, room) : new Map();
    if (typeof own === 'string') cut = { name, why: own };
    else room -= own.size;
    names.set(name, typeof own === 'string' ? new Map() : own);
  }
  return { names, cut };
}

/** The elements of a name by part, or the reason why they are not kept. */
function keptOf(
  elements: Iterable<readonly [part: string, id: string] | null>,
  room: number,
): ReadonlyMap<string, string> | string {
  const own = new Map<string, string>();
  for (const element of elements) {
    if (element === null) return 'there are too many nested names';
    const [part, id] = element;
    if (part.length > MAX_PART_CHARS) {
      return `a part of a name has more than ${MAX_PART_CHARS} characters`;
    }
    if (own.size === room) return `more than ${MAX_NAMED_ELEMENTS} elements are named`;
    own.set(part, id);
  }
  return own;
}
