/** @module selection: the part of a recognised file that is imported, by category and level. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { foldName } from '../../../base/text/fold-name.ts';
import { KINDS } from '../../../building/kinds/elements.ts';
import { type Group, group, MAX_MEMBERS } from '../../../building/kinds/group/group.ts';
import { isOf } from '../../../building/kinds/kind.ts';
import { levelName } from './ids.ts';
import { ownersOf } from './manifest-rows.ts';
import type { Recognition } from './recognise.ts';

/** The categories and names of levels to import; null for all. */
export type Selection = {
  readonly categories: readonly string[] | null;
  readonly levels: readonly string[] | null;
};

/** A name in a selection that the file does not have, with those that it has. */
export type UnknownName = {
  readonly argument: 'categories' | 'levels';
  readonly name: string;
  readonly known: readonly string[];
};

/** The first name of a selection that the file does not have; null if it has all. */
export function unknownName(found: Recognition, only: Selection): UnknownName | null {
  const elements = elementsOf(found);
  const known = {
    categories: [...new Set(elements.map(({ kind }) => KINDS.of({ kind }).category))].toSorted(),
    levels: found.levels.map(nameInFile),
  };
  for (const argument of ['categories', 'levels'] as const) {
    const names = new Set(known[argument].map(foldName));
    const unknown = (only[argument] ?? []).find((name) => !names.has(foldName(name)));
    if (unknown !== undefined) return { argument, name: unknown, known: known[argument] };
  }
  return null;
}

/**
 * The recognised file without the elements that are not selected. These products become data. Elements also stay out
 * if something that they need, such as their host, does; levels and types stay if an element needs them, and groups keep
 * their selected members. Without the category of types, elements have none.
 */
export function selectedOf(found: Recognition, only: Selection): Recognition {
  if (only.categories === null && only.levels === null) return found;
  const kept = keptIds(found, only);
  const isTyped = isWanted('Types', only);
  return {
    ...found,
    levels: found.levels.filter(({ id }) => kept.has(id)),
    others: found.others.flatMap((one) => {
      const { element } = one;
      if (!kept.has(element.id) || (!isTyped && element.kind === 'type')) return [];
      if (!isOf(group, element)) return [one];
      const params = { ...element.params, ...keptMembers(element, kept) };
      return [{ ...one, element: { ...element, params } }];
    }),
    products: found.products.map((one) =>
      one.element === null || kept.has(one.element.id)
        ? { ...one, element: isTyped ? one.element : untyped(one.element) }
        : {
            ...one,
            outcome: 'data_only',
            reason: 'left out by `only`',
            element: null,
            proof: null,
            body: null,
          },
    ),
    unnamed: found.unnamed.filter(({ id }) => kept.has(id)),
  };
}

/** The members of a group that are kept. A group whose placements would differ is a set of them. */
function keptMembers(
  { params: { members, placements } }: Group,
  kept: ReadonlySet<string>,
): Pick<Group['params'], 'members' | 'placements'> {
  if (members.every((ids) => ids.every((id) => kept.has(id)))) return { members, placements };
  const ids = members.flat().filter((id) => kept.has(id));
  return {
    members: [ids.toSorted()],
    placements: [{ number: 1, x: 0, y: 0, turn_deg: 0, mirrored: false }],
  };
}

/** The name of a level in the file, which another level of the branch may have. */
function nameInFile({ element, renamed }: Recognition['levels'][number]): string {
  return renamed ?? levelName(element);
}

/** Whether elements of a category are selected. */
function isWanted(category: string, { categories }: Selection): boolean {
  return categories?.map(foldName).includes(foldName(category)) ?? true;
}

/** The element without its type. */
function untyped(element: ElementRecord | null): ElementRecord | null {
  const type_id = element?.params['type_id'] ?? null;
  if (element === null || type_id === null) return element;
  const { layer_side: _, ...params } = element.params;
  return { ...element, params: { ...params, type_id: null } };
}

/** The elements as the manifest has them: of several products with one element, that of its owner, which has the type. */
function elementsOf({ levels, products, unnamed, others }: Recognition): readonly ElementRecord[] {
  return [
    ...others.map(({ element }) => element),
    ...levels.map(({ element }) => element),
    ...[...ownersOf(products).values()].flatMap(({ element }) => element ?? []),
    ...unnamed,
  ];
}

function keptIds(found: Recognition, only: Selection): ReadonlySet<string> {
  const byId = new Map(elementsOf(found).map((element) => [element.id, element]));
  const names = new Map(found.levels.map((level) => [level.id, nameInFile(level)]));
  const isKept = keepingOf({ byId, names }, only);
  const kept = new Set<string>();
  const groups: Group[] = [];
  for (const element of byId.values()) {
    if (isSupport(element) || !isKept(element.id)) continue;
    if (isOf(group, element)) {
      groups.push(element);
      continue;
    }
    kept.add(element.id);
    for (const [, id] of KINDS.named(element)) {
      const named = byId.get(id);
      if (named !== undefined && isSupport(named)) kept.add(id);
    }
  }
  for (const { id, params } of groups) {
    const ids = params.members.flat().filter((one) => kept.has(one));
    if (ids.length > 0 && ids.length <= MAX_MEMBERS) kept.add(id);
  }
  return kept;
}

/** Whether an element stays exactly if others need it. */
function isSupport({ kind }: ElementRecord): boolean {
  return kind === 'level' || kind === 'type';
}

/** Whether an element is selected, and everything that it needs except levels. */
function keepingOf(
  {
    byId,
    names: namesOfLevels,
  }: {
    readonly byId: ReadonlyMap<string, ElementRecord>;
    readonly names: ReadonlyMap<string, string>;
  },
  { categories, levels }: Selection,
): (id: string) => boolean {
  const wanted = categories === null ? null : new Set(categories.map(foldName));
  const storeys = levels === null ? null : new Set(levels.map(foldName));
  const known = new Map<string, boolean>();
  const isOn = (id: string, names: ReadonlySet<string>): boolean => {
    const element = byId.get(id);
    if (element === undefined) return false;
    const { level, host } = KINDS.references(element);
    if (level === null) return host === null || isOn(host, names);
    const name = namesOfLevels.get(level);
    return name !== undefined && names.has(foldName(name));
  };
  const isKeptOrSupport = (id: string): boolean => {
    const element = byId.get(id);
    return (element !== undefined && isSupport(element)) || isKept(id);
  };
  const isKept = (id: string): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    // A reference to itself keeps nothing.
    known.set(id, false);
    const element = byId.get(id);
    const result =
      element !== undefined &&
      (wanted?.has(foldName(KINDS.of(element).category)) ?? true) &&
      (storeys === null || isOn(id, storeys)) &&
      KINDS.named(element).every(([, other]) => isKeptOrSupport(other));
    known.set(id, result);
    return result;
  };
  return isKept;
}
