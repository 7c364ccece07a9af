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
  if (type === null || type.name === null || type.name === '') return;
  const entity = typeFor(schema, product, type.entity);
  if (entity === null) return;
  const name = type.name.slice(0, MAX_LABEL).toWellFormed();
  const key = JSON.stringify([entity.name, name]);
  const known = fileTypes.get(key) ?? { entity, name, users: [] };
  fileTypes.set(key, known);
  known.users.push(element);
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
    const text = `${project}/file type ${key}`;
    const mandatory = entity.attributes.filter(
      ({ optional, derived, type }) => !optional && !derived && type.kind === 'enumeration',
    );
    const plain = Object.fromEntries(mandatory.map((one) => [one.name, ['NOTDEFINED']]));
    const RelatingType = file.root(entity.name, text, { Name: name }, plain);
    file.root('IfcRelDefinesByType', `${text}/defines`, { RelatedObjects: refs, RelatingType });
  }
}
