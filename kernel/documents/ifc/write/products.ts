/** @module products: writes one element with its placement, body, type, material and sets. */
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import {
  type AnyIfcProduct,
  type IfcNamed,
  type IfcPart,
  type IfcShape,
  inAllSchemas,
} from '../../../building/kinds/facets/ifc.ts';
import type { AnyElement, Storey } from '../../../building/kinds/kind.ts';
import type { FileFacts } from '../../../building/model/file-source.ts';
import { ownerIn } from '../schema/owner.ts';
import { closestEntity } from './closest-entity.ts';
import type { Container, Draft, Placed } from './draft.ts';
import { inSchema } from './draft.ts';
import { closedPolyline, placement, polyline, trimmedArc } from './geometry.ts';
import { bodyRepresentation, stubbed } from './items.ts';
import { allProperties, writeProperties, writeSets } from './sets.ts';
import { hasMaterials, noteMaterials } from './stated/file-materials.ts';
import { noteType } from './stated/file-types.ts';
import { factsOf, mergedSets, noteStated, statedOf } from './stated/stated-sets.ts';
import { labelOf } from './stated/stated-values.ts';
import type { Ref } from './step/step-value.ts';
import { writeLayerUsage } from './type-objects.ts';

/** An element to write, with the facet of its kind and its location. */
export type ProductItem = {
  readonly element: AnyElement;
  readonly facet: AnyIfcProduct;
  readonly level: Storey;
  readonly container: Container;
};

/** Name of an element in the file: its name if it has one, else its id. */
export function nameOf(element: AnyElement): string {
  return ownName(element) ?? element.id;
}

function ownName({ params: { name } }: AnyElement): string | null {
  return typeof name === 'string' && name !== '' ? name : null;
}

/** Writes an element with a body of its own. @throws if the body cannot be built or the schema does not allow it. */
export function writeProduct(draft: Draft, item: ProductItem): Placed {
  const { element, facet, level, container } = item;
  if (facet.shape === 'panel') throw new RangeError('its host is not in the file');
  const shape = facet.shape(element, level, draft.view);
  const { origin, x } = shape.place;
  const at = { ...origin, z: origin.z - container.elevation };
  const whole = placement(draft, container.placement, at, x);
  const parts = facet.parts === 'none' ? null : facet.parts(element, level, draft.view);
  const placed = { element, placement: whole, place: shape.place, assembly: null };
  if (parts === null) {
    const Representation = representationOf(draft, element, shape);
    const ref = writeEntity(draft, item, { ObjectPlacement: whole, Representation });
    // The mesh of a file has the gaps of what it hosts.
    const isFile = draft.view.fileMesh(element.id) !== null;
    const hosts = isFile && draft.view.hostedBy(element.id).length > 0;
    if (!hosts) return { ...placed, ref, body: ref };
    const relation = draft.file.later('IfcRelAggregates');
    return { ...placed, ref, body: ref, assembly: { relation, parts: [] } };
  }
  const ref = writeEntity(draft, item, { ObjectPlacement: whole, Representation: null });
  const written = parts.map((part) => writePart(draft, item, { part, whole, shape }));
  writeShared(draft, element.id, parts, written);
  const [first] = written;
  // If the parts share the whole body, openings cut the first part; otherwise fillings are added as parts.
  if (first !== undefined && parts.every(({ items }) => items === undefined)) {
    aggregate(draft, element.id, ref, written);
    return { ...placed, ref, body: first };
  }
  const relation = draft.file.later('IfcRelAggregates');
  return { ...placed, ref, body: ref, assembly: { relation, parts: written } };
}

/** Writes the aggregation relations of elements whose parts were collected one by one. */
export function writeAssemblies({ file, placed }: Draft): void {
  for (const { element, ref, assembly } of placed.values()) {
    if (assembly === null || assembly.parts.length === 0) continue;
    file.writeRoot(assembly.relation, `${element.id}/parts`, {
      RelatingObject: ref,
      RelatedObjects: assembly.parts,
    });
  }
}

function aggregate({ file }: Draft, id: string, whole: Ref, parts: readonly Ref[]): void {
  file.root('IfcRelAggregates', `${id}/parts`, { RelatingObject: whole, RelatedObjects: parts });
}

/** The shape of a whole: its body, or the line of an element without one; null without both. */
function representationOf(draft: Draft, element: AnyElement, shape: IfcShape): Ref | null {
  if (shape.items.length > 0) return definition(draft, element, shape, true);
  if (shape.axis === undefined || draft.file.stubs !== null) return null;
  const { file, shared } = draft;
  const line = file.add('IfcShapeRepresentation', {
    ContextOfItems: shared.footprint,
    RepresentationIdentifier: 'FootPrint',
    RepresentationType: 'GeometricCurveSet',
    Items: [file.add('IfcGeometricCurveSet', { Elements: [polyline(file, shape.axis)] })],
  });
  return file.add('IfcProductDefinitionShape', { Representations: [line] });
}

function definition(draft: Draft, element: AnyElement, shape: IfcShape, withAxis: boolean): Ref {
  const { items, place, axis, arc, footprint } = shape;
  const { stubs } = draft.file;
  if (stubs !== null) return stubbed(stubs, items);
  const representations: Ref[] = [];
  if (axis !== undefined && withAxis) {
    representations.push(
      draft.file.add('IfcShapeRepresentation', {
        ContextOfItems: draft.shared.axis,
        RepresentationIdentifier: 'Axis',
        RepresentationType: 'Curve2D',
        Items: [arc === undefined ? polyline(draft.file, axis) : trimmedArc(draft.file, axis, arc)],
      }),
    );
  }
  if (footprint !== undefined) representations.push(footprintOf(draft, footprint));
  representations.push(bodyRepresentation(draft, items, place, element));
  return draft.file.add('IfcProductDefinitionShape', { Representations: representations });
}

/** The footprint as closed curves; several outlines form one curve set. */
function footprintOf({ file, shared }: Draft, rings: readonly Ring[]): Ref {
  const curves = rings.map((ring) => closedPolyline(file, ring));
  const isOne = curves.length === 1;
  return file.add('IfcShapeRepresentation', {
    ContextOfItems: shared.footprint,
    RepresentationIdentifier: 'FootPrint',
    RepresentationType: isOne ? 'Curve2D' : 'GeometricCurveSet',
    Items: isOne ? curves : [file.add('IfcGeometricCurveSet', { Elements: curves })],
  });
}

/** Writes the entity of an element, with its layers and sets. */
export function writeEntity(
  draft: Draft,
  { element, facet }: Pick<ProductItem, 'element' | 'facet'>,
  { ObjectPlacement, Representation }: { ObjectPlacement: Ref; Representation: Ref | null },
): Ref {
  const wanted = inSchema(draft, facet.entity(element, draft.view));
  const entity = facet.closest === true ? closestEntity(draft.schema, wanted) : wanted;
  const { id } = element;
  const made = { ObjectPlacement, Representation };
  const facts = factsOf(draft, element);
  const plain = attributesOf(draft, { element, facet }, facts);
  const ref = draft.file.root(entity, id, made, plain);
  noteClass(draft, element, { entity, wanted, stated: facts?.entity ?? wanted });
  const type = draft.typeOf.get(id);
  const written = allProperties(element, facet.properties(element, draft.view), draft.view);
  const stated = statedOf(draft, element, written, facts);
  const isKnown = type !== undefined && hasMaterials(type.facet);
  const isStated = !isKnown && noteMaterials(draft, element, stated.materials);
  if (type !== undefined && !isStated) {
    const reversed = facet.reversed?.(element, draft.view) ?? false;
    writeLayerUsage(draft, { id, ref, reversed }, type);
  }
  const properties = mergedSets(written, stated);
  const owner = ownerIn(draft.schema, {
    entity: inAllSchemas(entity),
    attributes: plain,
    type: type?.facet ?? null,
  });
  const quantities = facet.quantities(element, draft.view);
  writeSets(draft, id, { properties, quantities }, { refs: [ref], owner, element, stated });
  const hasQuantities = Object.keys(quantities).length > 0;
  noteStated(draft, { element, owner }, { stated, hasQuantities });
  if ((type?.ref ?? null) === null) noteType(draft, { element, entity }, facts?.type ?? null);
  return ref;
}

/** The attributes of an element, with the description and the object type of its file. */
function attributesOf(
  { view }: Draft,
  { element, facet }: Pick<ProductItem, 'element' | 'facet'>,
  facts: FileFacts | null,
): IfcNamed {
  // An element of a file that has no name there gets none.
  const named = { Name: facts === null ? nameOf(element) : ownName(element), Tag: element.id };
  const own: IfcNamed = { ...named, ...facet.attributes(element, view) };
  if (facts === null) return own;
  const ObjectType = labelOf(facts.object_type) ?? own['ObjectType'];
  return { ...own, Description: facts.description, ObjectType };
}

/** Standard cases and the like are written as the class of which they are cases. */
const CASE = /(?:Standard|Elemented)Case$/u;

/** Warns that an element has another class than the model wants, or than it has in its file. */
function noteClass(
  { schema, warnings }: Draft,
  element: AnyElement,
  {
    entity,
    wanted,
    stated,
  }: { readonly entity: string; readonly wanted: string; readonly stated: string },
): void {
  const isSame = stated.replace(CASE, '') === entity.replace(CASE, '');
  if (entity === wanted && isSame) return;
  const rest =
    entity === wanted
      ? `written as ${entity} instead of the ${stated} of the imported file`
      : `written as ${entity}: an element of ${schema.name} cannot be an ${wanted}`;
  warnings.push({ element, verb: 'is', rest });
}

type OfWhole = { readonly part: IfcPart; readonly whole: Ref; readonly shape: IfcShape };

/** Writes a part with its own body or, if it has none, with the body of the whole. */
function writePart(draft: Draft, { element }: ProductItem, { part, whole, shape }: OfWhole): Ref {
  const text = `${element.id}/${part.key}`;
  const ObjectPlacement = placement(draft, whole, { x: 0, y: 0, z: 0 });
  const { items, axis } = part;
  const own: IfcShape = items === undefined ? shape : { ...shape, items };
  const Representation = definition(
    draft,
    element,
    axis === undefined ? own : { ...own, axis },
    axis !== undefined,
  );
  const made = { Name: part.name ?? nameOf(element), ObjectPlacement, Representation };
  const plain = { Tag: element.id, ...part.attributes };
  const ref = draft.file.root(inSchema(draft, part.entity), text, made, plain);
  const owner = { entity: ref.entity, predefined: null };
  const sets = { quantities: part.quantities ?? {} };
  writeSets(draft, text, sets, { refs: [ref], owner, element: null });
  return ref;
}

/** Writes the property sets of parts; parts with the same properties share their sets. */
function writeShared(
  draft: Draft,
  id: string,
  parts: readonly IfcPart[],
  refs: readonly Ref[],
): void {
  const groups = new Map<
    IfcPart['properties'],
    { readonly first: IfcPart; readonly refs: Ref[] }
  >();
  for (const [i, part] of parts.entries()) {
    const ref = refs[i];
    const { properties } = part;
    if (properties === undefined || ref === undefined) continue;
    const group = groups.get(properties) ?? { first: part, refs: [] };
    groups.set(properties, group);
    group.refs.push(ref);
  }
  for (const [properties, { first, refs: all }] of groups) {
    if (properties === undefined) continue;
    const { key, entity, attributes } = first;
    const owner = ownerIn(draft.schema, { entity, attributes, type: null });
    writeProperties(draft, `${id}/${key}`, properties, { refs: all, owner, element: null });
  }
}
