/** @module given names: what `$name` is in a later call: the elements that its caller gave the name in an earlier change. */
import type { ModelView } from '../../../kernel/model/view.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { NAMED_MOST, nameOf } from '../../../schemas/events.ts';
import type { GivenNames, NameLookup } from '../../../schemas/plan.ts';
import type { EventSource, Line } from '../event-source.ts';
import type { BuildingView } from '../view.ts';

const REFERENCE = /^\$([A-Za-z][A-Za-z0-9_]*)((?:\.[A-Za-z0-9_]+)*)$/u;

/** `$name` or `$name.part`, taken apart; null for any other text. */
export function referenceIn(text: string): { readonly name: string; readonly part: string } | null {
  const [, name, parts = ''] = REFERENCE.exec(text) ?? [];
  return name === undefined ? null : { name, part: parts.slice(1) };
}

/** What all names stand for to which texts of a value refer; null for one that its caller has not given. */
export async function namesIn(
  value: unknown,
  lookup: NameLookup,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string> | null>> {
  const names = new Map<string, ReadonlyMap<string, string> | null>();
  for (const name of new Set(textsIn(value).flatMap((text) => referenceIn(text)?.name ?? []))) {
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
 * The elements for which a part of a name stands: one, or all whose parts begin with it, but for what was only answered
 * beside one of them; none where it is no part.
 */
export function elementsAt(elements: ReadonlyMap<string, string>, part: string): readonly string[] {
  const one = elements.get(part);
  if (one !== undefined) return [one];
  const prefix = part === '' ? '' : `${part}.`;
  const isBeside = (other: string): boolean => {
    let end = other.lastIndexOf('.');
    while (end > prefix.length) {
      if (elements.has(other.slice(0, end))) return true;
      end = other.lastIndexOf('.', end - 1);
    }
    return false;
  };
  return [...elements].flatMap(([other, id]) =>
    other.startsWith(prefix) && !isBeside(other) ? [id] : [],
  );
}

/** Parts that a refusal lists. */
const OFFERED = 20;

const UNKNOWN = 'names of a dry run, and of a change that still waits for approval, are not known';

/** Refuses a reference that means nothing on the branch of the view. */
export function refuseReference(
  reference: string,
  elements: ReadonlyMap<string, string> | null,
  {
    view,
    levelWanted = false,
  }: { readonly view: Pick<ModelView, 'branch' | 'named'>; readonly levelWanted?: boolean },
): never {
  const parts = [...(elements?.keys() ?? [])].filter((part) => part !== '').slice(0, OFFERED);
  const name = referenceIn(reference)?.name ?? '';
  const { branch } = view;
  const why =
    elements === null
      ? `\`${reference}\` is no name that you have given on branch \`${branch}\`: ${view.named(name).length > 0 ? `write \`@${name}\` for the element of this name` : UNKNOWN}`
      : elements.size === 0
        ? `what \`${reference}\` named is not on branch \`${branch}\` any more`
        : `\`${reference}\` names nothing on branch \`${branch}\`, expected ${partsOf(name, elements, parts)}`;
  throw new Refusal(
    levelWanted ? 'LEVEL_NOT_FOUND' : 'ELEMENT_NOT_FOUND',
    why,
    elements === null
      ? 'make the call that names it with dry_run false first, or use the id or `@` and the name of an element that is there'
      : 'use the id that was answered as that name, or `@` and the name of the element',
    { name, ...(parts.length === 0 ? {} : { parts }) },
  );
}

function partsOf(
  name: string,
  elements: ReadonlyMap<string, string>,
  parts: readonly string[],
): string {
  const whole = elements.has('') ? [`\`$${name}\``] : [];
  return [...whole, ...parts.map((part) => `\`$${name}.${part}\``)].join(', ');
}

/**
 * What names mean to who gave them: as they were given last on the line of a branch, and of that what the view shows and
 * what is still there.
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
      const there = given.payload.elements.filter(({ id }) => view.element(id) !== undefined);
      return new Map(there.map(({ part, id }) => [part, id]));
    }
    return null;
  };
}

/** Names as a change gives them, one after the other: `[name, [[part, id], …]]`. */
export type NamesGiven = Iterable<readonly [string, Iterable<readonly [string, string]>]>;

/** The names up to `NAMED_MOST` elements, and the first one for some of whose elements there is no room. */
export function keptNames(given: NamesGiven): {
  readonly names: GivenNames;
  readonly cut: string | null;
} {
  const names = new Map<string, ReadonlyMap<string, string>>();
  let room = NAMED_MOST;
  for (const [name, elements] of given) {
    const own = new Map<string, string>();
    for (const [part, id] of elements) {
      if (room === 0) return { names, cut: name };
      own.set(part, id);
      room -= 1;
    }
    if (own.size > 0) names.set(name, own);
  }
  return { names, cut: null };
}
