/** @module file-types: types that the files of imports state for elements that have none in the model. */
import { compareText } from '../../../../base/canonical/deep-equal.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import type { FileFacts } from '../../../../building/model/file-source.ts';
import type { IfcEntity, IfcSchema } from '../../schema/ifc-schema.ts';
import { type Draft, refOf } from '../draft.ts';
import { MAX_LABEL } from './stated-values.ts';

/** Mandatory attributes that the writer sets in every type. */
const WRITTEN = new Set(['GlobalId', 'OwnerHistory']);

/** Notes the type of an element that is written as an entity. Without a type that fits the entity, nothing is noted. */
export function noteType(
  { fileTypes, schema }: Draft,
  { element, entity: product }: { readonly element: AnyElement; readonly entity: string },
  type: FileFacts['type'],
): void {
  const found = fileTypeOf(schema, product, type);
  if (found === null) return;
  const { key, entity, name } = found;
  const known = fileTypes.get(key) ?? { entity, name, users: [] };
  fileTypes.set(key, known);
  known.users.push(element);
}

/** A type that a file states, as it is written. */
type FileType = { readonly key: string; readonly entity: IfcEntity; readonly name: string };

/** The type that the file of an import states for a product, as it is written; null without one that fits the product. */
export function fileTypeOf(
  schema: IfcSchema,
  product: string,
  type: FileFacts['type'],
): FileType | null {
  if (type === null || type.name === null || type.name === '') return null;
  const entity = typeFor(schema, product, type.entity);
  if (entity === null) return null;
  const name = type.name.slice(0, MAX_LABEL).toWellFormed();
  return { key: JSON.stringify([entity.name, name]), entity, name };
}

/** The text from which the GUID of a type that a file states is derived. */
export function fileTypeText(project: string, key: string): string {
  return `${project}/file type ${key}`;
}

/** The entity of the type of a product: that of the file if the schema allows it, else the one of the same name; null without one. */
function typeFor(schema: IfcSchema, product: string, stated: string): IfcEntity | null {
  const own = `${product}Type`;
  const isKnown = schema.entity(own) !== undefined;
  for (const name of [stated, own]) {
    const entity = schema.entity(name);
    if (entity === undefined || entity.abstract || !schema.isA(name, 'IfcTypeProduct')) continue;
    if (isKnown && !schema.isA(name, own)) continue;
    const isWritable = entity.attributes.every(
      ({ name: attribute, optional, derived, type }) =>
        optional || derived || type.kind === 'enumeration' || WRITTEN.has(attribute),
    );
    if (isWritable) return entity;
  }
  return null;
}

/** Writes the types, each with one relationship. Their sets are those of their elements. */
export function writeFileTypes(draft: Draft): void {
  const { file, fileTypes, project } = draft;
  for (const [key, { entity, name, users }] of [...fileTypes].toSorted(([a], [b]) =>
    compareText(a, b),
  )) {
    const refs = users.flatMap(({ id }) => refOf(draft, id) ?? []);
    if (refs.length === 0) continue;
    file.numberFrom(draft.numbersFor(`file type ${key}`));
    const text = fileTypeText(project, key);
    const mandatory = entity.attributes.filter(
      ({ optional, derived, type }) => !optional && !derived && type.kind === 'enumeration',
    );
    const plain = Object.fromEntries(mandatory.map((one) => [one.name, ['NOTDEFINED']]));
    const RelatingType = file.root(entity.name, text, { Name: name }, plain);
    file.root('IfcRelDefinesByType', `${text}/defines`, { RelatedObjects: refs, RelatingType });
  }
}
