/** @module stated-sets: property sets, quantities and classifications that the file of an import states about an element. */
import type { IfcNamed } from '../../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import type {
  FileClassification,
  FileFacts,
  FileMaterials,
  FileProperty,
  FileSet,
} from '../../../../building/model/file-source.ts';
import type { Owner } from '../../schema/owner.ts';
import type { Draft } from '../draft.ts';
import { noteClassification } from './classifications.ts';
import {
  isStandard,
  leaveOutRepeated,
  plainValues,
  shareSet,
  together,
  valuesIn,
} from './shared-sets.ts';

type Sets = { readonly [set: string]: IfcNamed };

/** What a file states about an element: values for sets that the writer makes, and sets of its own. */
export type Stated = {
  /** By set, values in units of the model for standard sets that the model has too. */
  readonly plain: Sets;
  /** By name, properties of other sets that the model has too. */
  readonly extra: ReadonlyMap<string, readonly FileProperty[]>;
  /** By name, sets that are written as the file has them, and quantity sets. */
  readonly sets: ReadonlyMap<string, readonly FileSet[]>;
  readonly quantities: ReadonlyMap<string, readonly FileSet[]>;
  readonly classifications: readonly FileClassification[];
  readonly materials: readonly FileMaterials[];
};

const NOTHING: Stated = {
  plain: {},
  extra: new Map(),
  sets: new Map(),
  quantities: new Map(),
  classifications: [],
  materials: [],
};

/** What the file of an imported element states. `written`: the sets of the model, whose values replace those of the file. */
export function statedOf(
  draft: Draft,
  element: AnyElement,
  written: Sets,
  facts = factsOf(draft, element),
): Stated {
  if (facts === null) return NOTHING;
  const plain: Record<string, IfcNamed> = {};
  const extra = new Map<string, readonly FileProperty[]>();
  const sets = new Map<string, FileSet[]>();
  const quantities = new Map<string, FileSet[]>();
  for (const one of facts.sets) {
    const { set, entity } = one;
    if (set === '') continue;
    if (entity === 'IfcElementQuantity') add(quantities, set, one);
    else if (entity === 'IfcPropertySet') add(sets, set, one);
  }
  for (const [name, all] of sets) {
    if (!hasValues(written[name])) continue;
    sets.delete(name);
    leaveOutRepeated(draft, { name, sets: all, users: [element] });
    if (isStandard(name)) plain[name] = plainIn(draft, { element, name }, all);
    else extra.set(name, together(all));
  }
  const { classifications, materials } = facts;
  return { plain, extra, sets, quantities, classifications, materials };
}

function add(sets: Map<string, FileSet[]>, name: string, one: FileSet): void {
  const known = sets.get(name);
  if (known === undefined) sets.set(name, [one]);
  else known.push(one);
}

function hasValues(values: IfcNamed | undefined): boolean {
  return Object.values(values ?? {}).some((value) => value !== undefined && value !== null);
}

/** The values of a standard set of an element that its table has; others are left out once for all elements of the set. */
function plainIn(
  draft: Draft,
  { element, name }: { readonly element: AnyElement; readonly name: string },
  all: readonly FileSet[],
): IfcNamed {
  const known = draft.schema.psets().get(name);
  if (known === undefined) return plainValues(together(all));
  shareSet(draft, { use: 'rest', name, sets: all, owner: null }, element);
  const values = all.map(({ properties }) => valuesIn(properties));
  const found: Record<string, IfcNamed[string]> = {};
  for (const property of known.properties.keys()) {
    const value = values.find((one) => one[property] !== undefined)?.[property];
    if (value !== undefined) found[property] = value;
  }
  return found;
}

/** What the file of an element states; null for an element of no file, and with a warning for a file that is damaged. */
export function factsOf(draft: Draft, element: AnyElement): FileFacts | null {
  try {
    const facts = draft.view.fileFacts(element.id);
    if (facts?.left_out != null) {
      const rest = `not all of its sets: ${facts.left_out}`;
      draft.warnings.push({ element, verb: 'has', rest });
    }
    return facts;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    draft.warnings.push(`the sets of the imported file are left out: ${error.message}`);
    return null;
  }
}

/** The sets of the model with the values of the file that it does not state. */
export function mergedSets(written: Sets, { plain }: Stated): Sets {
  const names = new Set([...Object.keys(written), ...Object.keys(plain)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const own = Object.entries(written[name] ?? {}).filter(
        ([, value]) => value !== undefined && value !== null,
      );
      return [name, { ...plain[name], ...Object.fromEntries(own) }];
    }),
  );
}

/**
 * Notes that an element has the sets of a file that the writer does not make itself. `hasQuantities`: whether the model computes quantities,
 * which replace those of the file: these may be stale.
 */
export function noteStated(
  draft: Draft,
  { element, owner }: { readonly element: AnyElement; readonly owner: Owner },
  { stated, hasQuantities }: { readonly stated: Stated; readonly hasQuantities: boolean },
): void {
  for (const [name, sets] of stated.sets) {
    const use = isStandard(name) ? 'standard' : 'set';
    shareSet(draft, { use, name, sets, owner: use === 'standard' ? owner : null }, element);
  }
  for (const [name, sets] of hasQuantities ? [] : stated.quantities) {
    shareSet(draft, { use: 'quantities', name, sets, owner: null }, element);
  }
  noteClassification(draft, element, stated.classifications);
}
