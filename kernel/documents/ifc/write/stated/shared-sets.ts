/** @module shared-sets: writes each set that the files of imports state once, for all of its elements. */
import { sha256Hex } from '../../../../base/canonical/hash.ts';
import type { IfcNamed } from '../../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import type { FileProperty, FileSet } from '../../../../building/model/file-source.ts';
import { isStandardName, standardSet } from '../../schema/standard-sets.ts';
import { type Draft, refOf } from '../draft.ts';
import { IfcFault } from '../ifc-fault.ts';
import { propertySet, psetFor, reasonWithout } from '../sets.ts';
import type { Ref } from '../step/step-value.ts';
import type { SetUse, SharedSet } from './stated-uses.ts';
import { plainOf, writeStatedProperty, writeStatedQuantity } from './stated-values.ts';

/** Notes that an element has a set. Takes no time in the number of its properties if elements share it in the file. */
export function shareSet({ fileSets }: Draft, shared: SharedSet, element: AnyElement): void {
  const { use, name, sets, owner } = shared;
  const content = sets.map(({ guid, properties }) => [guid, digestOf(properties)]);
  const key = JSON.stringify([use, name, content, owner?.entity, owner?.predefined]);
  const known = fileSets.get(key) ?? { ...shared, users: [] };
  fileSets.set(key, known);
  known.users.push(element);
}

const digests = new WeakMap<readonly FileProperty[], string>();

function digestOf(properties: readonly FileProperty[]): string {
  const known = digests.get(properties) ?? sha256Hex(JSON.stringify(properties));
  digests.set(properties, known);
  return known;
}

/** Whether the writer makes a set of this name by its table; a reserved name that is in no schema is one of another program. */
export function isStandard(name: string): boolean {
  return isStandardName(name) && standardSet(name) !== undefined;
}

/** The properties of sets with the same name: the first of each name. */
export function together(sets: readonly FileSet[]): readonly FileProperty[] {
  const [first, ...others] = sets;
  if (first === undefined || others.length === 0) return first?.properties ?? [];
  const found = new Map<string, FileProperty>();
  for (const property of sets.flatMap(({ properties }) => properties)) {
    if (!found.has(property.name)) found.set(property.name, property);
  }
  return [...found.values()];
}

/**
 * Names of the properties that have several values in sets with the same name, so that all but the first are lost. The set
 * of an element replaces values of that of its type, which loses nothing.
 */
function repeatedIn(sets: readonly FileSet[]): readonly string[] {
  if (sets.length < 2) return [];
  const first = new Map<string, string>();
  const names = new Set<string>();
  for (const { of, properties } of sets) {
    for (const property of properties) {
      const [key, value] = [`${of} ${property.name}`, JSON.stringify(property)];
      const known = first.get(key);
      if (known === undefined) first.set(key, value);
      else if (known !== value) names.add(property.name);
    }
  }
  return [...names];
}

/** Why a value is left out. */
const REPEATED =
  'sets of this name in the file have several values, of which a new file has the first';

/** Notes that the second and further values of properties are left out. */
export function leaveOutRepeated(draft: Draft, use: Pick<SetUse, 'name' | 'sets' | 'users'>): void {
  leaveOut(
    draft,
    use,
    repeatedIn(use.sets).map((name) => [name, REPEATED]),
  );
}

/** Values of properties in units of the model, by name; the first of each name. */
export function plainValues(properties: readonly FileProperty[]): IfcNamed {
  const values: Record<string, IfcNamed[string]> = {};
  for (const property of properties) values[property.name] ??= plainOf(property);
  return values;
}

const values = new WeakMap<readonly FileProperty[], IfcNamed>();

/** As `plainValues`, computed once for a list of properties. */
export function valuesIn(properties: readonly FileProperty[]): IfcNamed {
  const known = values.get(properties) ?? plainValues(properties);
  values.set(properties, known);
  return known;
}

/** Writes the sets that elements of the file have, each with one relationship. A set that the schema does not allow is left out. */
export function writeSharedSets(draft: Draft): void {
  const { file, fileSets } = draft;
  for (const use of fileSets.values()) {
    const users = use.users.filter(({ id }) => refOf(draft, id) !== null);
    const [first] = users;
    if (first === undefined) continue;
    file.numberFrom(draft.numbersOf(first.id));
    file.begin();
    try {
      writeSet(draft, { ...use, users }, first);
      file.commit();
    } catch (error) {
      file.abort();
      if (!(error instanceof IfcFault)) throw error;
      leaveOut(draft, { ...use, users }, [[null, error.message]]);
    }
  }
}

function writeSet(draft: Draft, use: SetUse, first: AnyElement): void {
  const { file } = draft;
  leaveOutRepeated(draft, use);
  const text = `${first.id}/file${use.use === 'quantities' ? ' quantities' : ''}/${use.name}`;
  const set = setOf(draft, use, { text, first });
  if (set === null) return;
  file.root('IfcRelDefinesByProperties', `${text}/defines`, {
    RelatedObjects: use.users.flatMap(({ id }) => refOf(draft, id) ?? []),
    RelatingPropertyDefinition: set,
  });
}

type As = { readonly text: string; readonly first: AnyElement };

function setOf(draft: Draft, use: SetUse, { text, first }: As): Ref | null {
  switch (use.use) {
    case 'set':
    case 'quantities':
      return unchangedSet(draft, use, text);
    case 'standard':
      return standardOf(draft, use, first);
    case 'rest':
      leaveOutRest(draft, use);
      return null;
    default:
      return use.use satisfies never;
  }
}

/** Notes what the table of a standard set lacks. */
function leaveOutRest(draft: Draft, use: SetUse): void {
  const { name: schema } = draft.schema;
  const known = draft.schema.psets().get(use.name)?.properties;
  const missing = together(use.sets).filter(({ name }) => known?.has(name) !== true);
  const why = `${schema} has no such property`;
  leaveOut(
    draft,
    use,
    missing.map(({ name }) => [name, why]),
  );
}

function unchangedSet(draft: Draft, use: SetUse, text: string): Ref | null {
  const { file } = draft;
  const { name: Name, sets } = use;
  const all = together(sets);
  const write = use.use === 'set' ? writeStatedProperty : writeStatedQuantity;
  const written = all.flatMap((one) => write(draft, one) ?? []);
  const count = all.length - written.length;
  if (count > 0) {
    leaveOut(draft, use, [[null, `${count} of its values in the file have no form or unit here`]]);
  }
  if (written.length === 0) return null;
  if (count === 0) keepGuid(draft, use, text);
  return use.use === 'set'
    ? file.root('IfcPropertySet', text, { Name, HasProperties: written })
    : file.root('IfcElementQuantity', text, { Name, Quantities: written });
}

/** Keeps the GUID of a set that is written as one set of a file. */
function keepGuid({ file }: Draft, { sets: [first, another] }: SetUse, text: string): void {
  if (first === undefined || another !== undefined || first.guid === null) return;
  file.keepGuid(text, first.guid);
}

function standardOf(draft: Draft, use: SetUse, { id }: AnyElement): Ref | null {
  const { name, sets, owner } = use;
  if (owner === null) return null;
  const template = psetFor(draft.schema, name, owner);
  if (template === null) {
    leaveOut(draft, use, [[null, reasonWithout(draft.schema, name)]]);
    return null;
  }
  const given = plainValues(together(sets));
  const { set, missing } = propertySet(draft, `${id}/file`, template, given);
  leaveOut(draft, use, missing);
  return set;
}

/** Maximum number of properties of one set that are named with the same reason. */
const NAMED = 20;

/** Notes that a set (property null) or properties of it are not in the file, with the reason of each. */
function leaveOut(
  { leftOut }: Draft,
  { name: set, users }: Pick<SetUse, 'name' | 'users'>,
  missing: readonly (readonly [property: string | null, why: string])[],
): void {
  const [element] = users;
  if (element === undefined) return;
  const named = new Map<string, number>();
  for (const [, why] of missing) named.set(why, (named.get(why) ?? 0) + 1);
  const seen = new Set<string>();
  for (const [property, reason] of missing) {
    const count = named.get(reason) ?? 0;
    if (count > NAMED && seen.has(reason)) continue;
    seen.add(reason);
    const why = count > NAMED ? `${reason}; the same for ${count - 1} others of the set` : reason;
    leftOut.push({ element, users, name: property === null ? set : `${set}.${property}`, why });
  }
}
