/** @module classifications: writes references to classification systems, each system and each reference once. */
import { compareText } from '../../../../base/canonical/deep-equal.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import {
  BSDD,
  bsddClass,
  knownSystem,
  systemKey,
} from '../../../../building/kinds/shared/classification-systems.ts';
import {
  type ClassReference,
  classificationWithType,
  ownClassification,
} from '../../../../building/kinds/shared/classification.ts';
import type { FileClassification, FileFacts } from '../../../../building/model/file-source.ts';
import type { IfcSchema } from '../../schema/ifc-schema.ts';
import { type Draft, refOf } from '../draft.ts';
import type { Ref } from '../step/step-value.ts';
import { labelOf } from './stated-values.ts';

/** Notes the references of an element: its own, those of its type, and those of its file to other systems. */
export function noteClassification(
  draft: Draft,
  element: AnyElement,
  stated: readonly FileClassification[],
): void {
  const all = together(classificationWithType(element, draft.view), stated);
  if (all.length > 0) draft.classified.set(element.id, all);
}

/** References of the model, and those of a file to other systems. */
function together(
  own: readonly ClassReference[],
  stated: readonly FileClassification[],
): readonly FileClassification[] {
  const systems = new Set(own.map(({ system }) => systemKey(system)));
  const others = stated.filter(({ system }) => system === null || !systems.has(systemKey(system)));
  return [...own.map(inFile), ...others];
}

/**
 * A reference as a file states it: the class of a dictionary of bSDD belongs to the system of its dictionary, and a system
 * whose publisher is known has it as its source.
 */
export function inFile(one: ClassReference): FileClassification {
  const { system, code, name, uri, edition, source } = one;
  const entry = systemKey(system) === systemKey(BSDD) ? bsddClass(code) : null;
  if (entry !== null) {
    return {
      system: entry.dictionary,
      code: entry.code,
      name,
      uri: code,
      edition: edition ?? entry.version,
      source: source ?? entry.organisation,
    };
  }
  return {
    system,
    code,
    name,
    uri,
    edition,
    source: source ?? knownSystem(system)?.source ?? null,
  };
}

type Users = Map<string, { readonly one: FileClassification; readonly refs: Set<Ref> }>;

/** Writes the classifications of all written elements and types. `factsOf`: what the file of a type states about it. */
export function writeClassifications(
  draft: Draft,
  factsOf: (draft: Draft, element: AnyElement) => FileFacts | null,
): void {
  const users: Users = new Map();
  for (const [id, all] of draft.classified) {
    const ref = refOf(draft, id);
    if (ref !== null) addUser(users, all, ref);
  }
  for (const { ref, type_id, users: occurrences } of new Set(draft.typeOf.values())) {
    const type = type_id === null ? undefined : draft.view.element(type_id);
    if (ref === null || type === undefined || occurrences.length === 0) continue;
    const stated = factsOf(draft, type)?.classifications ?? [];
    addUser(users, together(ownClassification(type), stated), ref);
  }
  const systems = new Map<string, Ref>();
  for (const [key, { one, refs }] of [...users].toSorted(([a], [b]) => compareText(a, b))) {
    const reference = writeReference(draft, one, systems);
    draft.file.numberFrom(draft.numbersFor(`classified ${key}`));
    draft.file.root('IfcRelAssociatesClassification', `${draft.project}/classified ${key}`, {
      RelatedObjects: [...refs],
      RelatingClassification: reference,
    });
  }
}

function addUser(users: Users, all: readonly FileClassification[], ref: Ref): void {
  for (const one of all) {
    const key = keyOf(one);
    const known = users.get(key) ?? { one, refs: new Set() };
    users.set(key, known);
    known.refs.add(ref);
  }
}

/** A text of what differs between references; references without further members have the text of three members. */
function keyOf({ system, code, name, uri, edition, source }: FileClassification): string {
  const others = [uri, edition, source];
  const more = others.every((one) => one === null) ? [] : others;
  return JSON.stringify([system, code, name, ...more]);
}

function writeReference(draft: Draft, one: FileClassification, systems: Map<string, Ref>): Ref {
  const { file, schema, numbersFor } = draft;
  const [code, name] = [labelOf(one.code), labelOf(one.name)];
  const isOld = schema.name === 'IFC2X3';
  const ReferencedSource = writeSystem(draft, one, systems);
  const isWhole = code === null && name === null && !isOld;
  if (isWhole && ReferencedSource !== null) return ReferencedSource;
  file.numberFrom(numbersFor(`reference ${keyOf(one)}`));
  return file.add('IfcClassificationReference', {
    ...referenceRecord(one, schema),
    ReferencedSource,
  });
}

type Texts = { readonly [attribute: string]: string | null };

/** The attributes of a reference but its system, as a schema names them. */
export function referenceRecord(
  { code, name, uri }: FileClassification,
  { name: schema }: Pick<IfcSchema, 'name'>,
): Texts {
  return {
    Location: labelOf(uri),
    [schema === 'IFC2X3' ? 'ItemReference' : 'Identification']: labelOf(code),
    Name: labelOf(name),
  };
}

/** The attributes of the system of a reference. IFC2X3 requires a source and an edition, which may not be known. */
export function classificationRecord(
  { system, edition, source, uri }: FileClassification,
  { name: schema }: Pick<IfcSchema, 'name'>,
): Texts {
  const [Name, Edition, Source] = [labelOf(system), labelOf(edition), labelOf(source)];
  const address = bsddClass(uri ?? '')?.dictionary_uri ?? null;
  if (schema === 'IFC2X3') return { Source: Source ?? Name, Edition: Edition ?? 'unknown', Name };
  return { Source, Edition, Name, [schema === 'IFC4' ? 'Location' : 'Specification']: address };
}

/** The system of a reference, written with the first reference to it; null without a name. */
function writeSystem(
  { file, schema, numbersFor }: Draft,
  one: FileClassification,
  systems: Map<string, Ref>,
): Ref | null {
  if (labelOf(one.system) === null) return null;
  const made = classificationRecord(one, schema);
  const key = JSON.stringify(made);
  const known = systems.get(key);
  if (known !== undefined) return known;
  file.numberFrom(numbersFor(`classification ${key}`));
  const written = file.add('IfcClassification', made);
  systems.set(key, written);
  return written;
}
