/** @module stated-sets: property sets, quantities and classifications that the file of an import states about an element. */
import { compareText } from '../../../../base/canonical/deep-equal.ts';
import type { IfcNamed } from '../../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import type {
  FileClassification,
  FileFacts,
  FileProperty,
} from '../../../../building/model/file-source.ts';
import { isStandardName, standardSet } from '../../schema/standard-sets.ts';
import type { Draft } from '../draft.ts';
import type { Ref } from '../step/step-value.ts';
import { plainOf, writeStatedProperty, writeStatedQuantity } from './stated-values.ts';

type Sets = { readonly [set: string]: IfcNamed };

/** What a file states about an element: values for sets that the writer makes, and sets of its own. */
export type Stated = {
  /** By set, values in units of the model. */
  readonly plain: Sets;
  /** By name, property sets that are written unchanged, those that the model has too, and quantity sets. */
  readonly sets: ReadonlyMap<string, readonly FileProperty[]>;
  readonly extra: ReadonlyMap<string, readonly FileProperty[]>;
  readonly quantities: ReadonlyMap<string, readonly FileProperty[]>;
  readonly classifications: readonly FileClassification[];
};

const NOTHING: Stated = {
  plain: {},
  sets: new Map(),
  extra: new Map(),
  quantities: new Map(),
  classifications: [],
};

/** What the file of an imported element states. `written`: the sets of the model, whose values replace those of the file. */
export function statedOf(draft: Draft, element: AnyElement, written: Sets): Stated {
  const facts = factsOf(draft, element);
  if (facts === null) return NOTHING;
  const plain: Record<string, Record<string, IfcNamed[string]>> = {};
  const sets = new Map<string, FileProperty[]>();
  const quantities = new Map<string, FileProperty[]>();
  const extra = new Map<string, FileProperty[]>();
  for (const { set, entity, properties } of facts.sets) {
    if (set === '') continue;
    if (entity === 'IfcElementQuantity') {
      add(quantities, set, properties);
    } else if (entity === 'IfcPropertySet') {
      // A set whose name is reserved but in no schema is one of another program.
      const isStandard = isStandardName(set) && standardSet(set) !== undefined;
      if (!isStandard) {
        add(Object.hasOwn(written, set) ? extra : sets, set, properties);
        continue;
      }
      const values = (plain[set] ??= {});
      for (const property of properties) values[property.name] ??= plainOf(property);
    }
  }
  return { plain, sets, extra, quantities, classifications: facts.classifications };
}

function add(
  sets: Map<string, FileProperty[]>,
  set: string,
  properties: readonly FileProperty[],
): void {
  const known = sets.get(set) ?? [];
  sets.set(set, known);
  const names = new Set(known.map(({ name }) => name));
  known.push(...properties.filter(({ name }) => !names.has(name)));
}

function factsOf(draft: Draft, { id }: AnyElement): FileFacts | null {
  try {
    const facts = draft.view.fileFacts(id);
    if (facts?.left_out != null) draft.warnings.push(`the sets of \`${id}\`: ${facts.left_out}`);
    return facts;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const warning = `the sets of the imported file are left out: ${error.message}`;
    if (!draft.warnings.includes(warning)) draft.warnings.push(warning);
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
 * Writes the sets of a file that the writer does not make itself. `hasQuantities`: whether the model computes quantities,
 * which replace those of the file: these may be stale.
 */
export function writeStated(
  draft: Draft,
  { element, ref }: { readonly element: AnyElement; readonly ref: Ref },
  { stated, hasQuantities }: { readonly stated: Stated; readonly hasQuantities: boolean },
): void {
  const { file } = draft;
  for (const [Name, properties] of stated.sets) {
    const HasProperties = properties.flatMap((one) => writeStatedProperty(draft, one) ?? []);
    note(draft, element, Name, properties.length - HasProperties.length);
    if (HasProperties.length === 0) continue;
    const text = `${element.id}/file/${Name}`;
    define(draft, text, ref, file.root('IfcPropertySet', text, { Name, HasProperties }));
  }
  if (!hasQuantities) {
    for (const [Name, all] of stated.quantities) {
      const Quantities = all.flatMap((one) => writeStatedQuantity(draft, one) ?? []);
      note(draft, element, Name, all.length - Quantities.length);
      if (Quantities.length === 0) continue;
      const text = `${element.id}/file quantities/${Name}`;
      define(draft, text, ref, file.root('IfcElementQuantity', text, { Name, Quantities }));
    }
  }
  if (stated.classifications.length > 0) draft.classified.set(element.id, stated.classifications);
}

/** Notes that properties of a set are left out, such as references and values in derived units. */
function note({ leftOut }: Draft, element: AnyElement, name: string, count: number): void {
  if (count === 0) return;
  leftOut.push({
    element,
    name,
    why: `${count} of its values in the file have no form or unit here`,
  });
}

function define({ file }: Draft, text: string, ref: Ref, set: Ref): void {
  file.root('IfcRelDefinesByProperties', `${text}/defines`, {
    RelatedObjects: [ref],
    RelatingPropertyDefinition: set,
  });
}

/** Writes the classifications of all written elements, each reference once, and the units of their values. */
export function writeClassifications(draft: Draft): void {
  for (const write of draft.unwritten) write();
  const users = new Map<string, { readonly one: FileClassification; readonly refs: Ref[] }>();
  for (const [id, all] of draft.classified) {
    const ref = draft.placed.get(id)?.ref ?? draft.hosted.get(id);
    if (ref === undefined) continue;
    for (const one of all) {
      const key = JSON.stringify([one.system, one.code, one.name]);
      const known = users.get(key) ?? { one, refs: [] };
      users.set(key, known);
      known.refs.push(ref);
    }
  }
  const systems = new Map<string, Ref>();
  for (const [key, { one, refs }] of [...users].toSorted(([a], [b]) => compareText(a, b))) {
    const reference = writeReference(draft, one, systems);
    draft.file.numberFrom(draft.numbersFor(`classified ${key}`));
    draft.file.root('IfcRelAssociatesClassification', `${draft.project}/classified ${key}`, {
      RelatedObjects: [...new Set(refs)],
      RelatingClassification: reference,
    });
  }
}

function writeReference(
  { file, schema, numbersFor }: Draft,
  { system, code, name }: FileClassification,
  systems: Map<string, Ref>,
): Ref {
  const isOld = schema.name === 'IFC2X3';
  const known = systems.get(system ?? '');
  if (system !== null && known === undefined) {
    file.numberFrom(numbersFor(`classification ${system}`));
    // IFC2X3 requires a source and an edition, which are not known.
    const made = isOld ? { Source: system, Edition: 'unknown', Name: system } : { Name: system };
    systems.set(system, file.add('IfcClassification', made));
  }
  const ReferencedSource = systems.get(system ?? '') ?? null;
  const isWhole = code === null && name === null && !isOld;
  if (isWhole && ReferencedSource !== null) return ReferencedSource;
  file.numberFrom(numbersFor(`reference ${JSON.stringify([system, code, name])}`));
  return file.add('IfcClassificationReference', {
    ...(isOld ? { ItemReference: code } : { Identification: code }),
    Name: name,
    ReferencedSource,
  });
}
