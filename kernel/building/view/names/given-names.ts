/** @module given names: what `$name` is in a later call: the elements that its caller gave the name in an earlier change. */
import type { ModelView } from '../../../kernel/model/view.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { NAMED_MOST, nameOf, PART_MOST } from '../../../schemas/events.ts';
import type { GivenNames, NamedElements, NameLookup } from '../../../schemas/plan.ts';
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
): Promise<ReadonlyMap<string, NamedElements | null>> {
  const names = new Map<string, NamedElements | null>();
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
 * The elements that are there for which a part of a name stands: one, or all whose parts begin with it, but for what was
 * only answered beside one of them, also where that one is gone; none where it is no part.
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

/** What the parts inside a part begin with. */
function prefixOf(part: string): string {
  return part === '' ? '' : `${part}.`;
}

/** Whether a part was given, be it there or gone. */
function isGiven(elements: NamedElements, part: string): boolean {
  return [...elements.keys()].some((one) => one === part || one.startsWith(prefixOf(part)));
}

/** Parts of a name whose elements are there. */
export function partsThere(elements: NamedElements | null | undefined): readonly string[] {
  return [...(elements ?? [])].flatMap(([part, id]) => (part === '' || id === null ? [] : [part]));
}

/** Parts that a refusal lists. */
const OFFERED = 20;

const UNKNOWN = 'names of a dry run, and of a change that still waits for approval, are not known';

/** Refuses a reference that means nothing on the branch of the view. */
export function refuseReference(
  reference: string,
  elements: NamedElements | null,
  {
    view,
    levelWanted = false,
  }: { readonly view: Pick<ModelView, 'branch' | 'named'>; readonly levelWanted?: boolean },
): never {
  const parts = partsThere(elements).slice(0, OFFERED);
  const { name, part } = referenceIn(reference) ?? { name: '', part: '' };
  const { branch } = view;
  const why =
    elements === null
      ? `\`${reference}\` is no name that you have given on branch \`${branch}\`: ${view.named(name).length > 0 ? `write \`@${name}\` for the element of this name` : UNKNOWN}`
      : elements.size === 0
        ? `the change that gave the name \`$${name}\` last kept no elements for later calls`
        : isGiven(elements, part)
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

function partsOf(name: string, elements: NamedElements, parts: readonly string[]): string {
  const whole = typeof elements.get('') === 'string' ? [`\`$${name}\``] : [];
  return [...whole, ...parts.map((part) => `\`$${name}.${part}\``)].join(', ');
}

/**
 * What names mean to who gave them: as they were given last on the line of a branch, without the ids of what the view
 * does not show or what is gone.
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
 * Names as a change gives them, one after the other: `[name, [[part, id], …]]`; null among the elements where there are
 * more than can be followed.
 */
export type NamesGiven = Iterable<
  readonly [string, Iterable<readonly [part: string, id: string] | null>]
>;

/** Why a name and those after it are known in their change alone. */
type Cut = { readonly name: string; readonly why: string };

/**
 * All names of a change: a later call must not take one for what had it before. From the first one on for which there
 * is no room they stand for nothing.
 */
export function keptNames(given: NamesGiven): {
  readonly names: GivenNames;
  readonly cut: Cut | null;
} {
  const names = new Map<string, ReadonlyMap<string, string>>();
  let cut: Cut | null = null;
  let room = NAMED_MOST;
  for (const [name, elements] of given) {
    const own: ReturnType<typeof keptOf> = cut === null ? keptOf(elements, room) : new Map();
    if (typeof own === 'string') cut = { name, why: own };
    else room -= own.size;
    names.set(name, typeof own === 'string' ? new Map() : own);
  }
  return { names, cut };
}

/** The elements of a name by part, or why they are not kept. */
function keptOf(
  elements: Iterable<readonly [part: string, id: string] | null>,
  room: number,
): ReadonlyMap<string, string> | string {
  const own = new Map<string, string>();
  for (const element of elements) {
    if (element === null) return 'names in names are too many to be followed';
    const [part, id] = element;
    if (part.length > PART_MOST) return `a part of a name has more than ${PART_MOST} characters`;
    if (own.size === room) return `more than ${NAMED_MOST} elements are named`;
    own.set(part, id);
  }
  return own;
}
