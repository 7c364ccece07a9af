/** @module products: one element with its placement, body, type, material and sets. */
import type { AnyIfcProduct, IfcShape } from '../../kinds/ifc/facet.ts';
import type { AnyElement, Storey } from '../../kinds/kind.ts';
import type { Container, Draft, Placed } from './draft.ts';
import { inSchema } from './draft.ts';
import { placement, polyline } from './geometry.ts';
import { bodyRepresentation } from './items.ts';
import { writeSets } from './sets.ts';
import type { Ref } from './step-value.ts';
import { writeLayerUsage } from './type-objects.ts';

/** What a kind says of an element, and where it is. */
export type Asked = {
  readonly element: AnyElement;
  readonly facet: AnyIfcProduct;
  readonly level: Storey;
  readonly container: Container;
};

/** Name and tag of an element: its name where it has one, else its id. */
export function nameOf({ id, params }: AnyElement): string {
  const { name } = params;
  return typeof name === 'string' && name !== '' ? name : id;
}

/** An element with a body of its own. Throws where the body cannot be made or the schema does not take it. */
export function writeProduct(draft: Draft, asked: Asked): Placed {
  const { element, facet, level, container } = asked;
  if (facet.shape === 'panel') throw new RangeError('has no host in the file');
  const shape = facet.shape(element, level, draft.view);
  const { origin, x } = shape.place;
  const at = { ...origin, z: origin.z - container.elevation };
  const whole = placement(draft, container.placement, at, x);
  const part = facet.part(element);
  const Representation = definition(draft, shape, part === null);
  const ref = writeEntity(draft, asked, {
    ObjectPlacement: whole,
    Representation: part === null ? Representation : null,
  });
  const body =
    part === null ? ref : writePart(draft, asked, { whole: ref, placement: whole, Representation });
  return { element, body, ref, placement: whole, place: shape.place };
}

function definition(draft: Draft, { items, place, axis }: IfcShape, withAxis: boolean): Ref {
  const representations: Ref[] = [];
  if (axis !== undefined && withAxis) {
    representations.push(
      draft.file.add('IfcShapeRepresentation', {
        ContextOfItems: draft.shared.axis,
        RepresentationIdentifier: 'Axis',
        RepresentationType: 'Curve2D',
        Items: [polyline(draft.file, axis)],
      }),
    );
  }
  representations.push(bodyRepresentation(draft, items, place));
  return draft.file.add('IfcProductDefinitionShape', { Representations: representations });
}

/** The entity of an element, with its layers and sets. */
export function writeEntity(
  draft: Draft,
  { element, facet }: Pick<Asked, 'element' | 'facet'>,
  { ObjectPlacement, Representation }: { ObjectPlacement: Ref; Representation: Ref | null },
): Ref {
  const entity = inSchema(draft, facet.entity(element));
  const { id } = element;
  const made = { Name: nameOf(element), ObjectPlacement, Representation };
  const plain = { Tag: id, ...facet.attributes(element, draft.view) };
  const ref = draft.file.root(entity, id, made, plain);
  const type = draft.typeOf.get(id);
  if (type !== undefined) writeLayerUsage(draft, id, type, ref);
  writeSets(draft, element, facet, ref);
  return ref;
}

type Whole = { readonly whole: Ref; readonly placement: Ref; readonly Representation: Ref };

/** The part that has the body of a whole. */
function writePart(
  draft: Draft,
  { element, facet }: Asked,
  { whole, placement: of, Representation }: Whole,
): Ref {
  const part = facet.part(element);
  if (part === null) return whole;
  const { id } = element;
  const ObjectPlacement = placement(draft, of, { x: 0, y: 0, z: 0 });
  const made = { Name: nameOf(element), ObjectPlacement, Representation };
  const plain = { Tag: id, ...part.attributes };
  const ref = draft.file.root(inSchema(draft, part.entity), `${id}/part`, made, plain);
  draft.file.root('IfcRelAggregates', `${id}/parts`, {
    RelatingObject: whole,
    RelatedObjects: [ref],
  });
  return ref;
}
