import { directionOf } from '../../geometry/vector.ts';
import type { Point2, Point3 } from '../../geometry/vector.ts';
/** @module hosted: holes that openings, doors and windows cut, and what fills them. */
import type { IfcItem } from '../../kinds/ifc/facet.ts';
import type { Cut } from '../../kinds/kind.ts';
import { fillingOf } from '../../kinds/kind.ts';
import type { Draft, Placed } from './draft.ts';
import { rooted } from './draft.ts';
import { inPlace, placement } from './geometry.ts';
import { bodyRepresentation } from './items.ts';
import { attributesIn } from './named.ts';
import type { Asked } from './products.ts';
import { nameOf, writeEntity } from './products.ts';
import type { Ref } from './step-value.ts';

/** Where a hole lies in the place of its host, and its box: width along x, depth along y, up from z = 0; mm. */
type Hole = {
  readonly origin: Point3;
  readonly x: Point2;
  readonly width: number;
  readonly depth: number;
  readonly height: number;
};

/** An opening in its host. Throws where it has no place there. */
export function writeHosted(draft: Draft, asked: Asked, host: Placed): Ref {
  const { element, facet } = asked;
  const cut = fillingOf(draft.view.kinds, element)?.cut;
  const hole = cut === undefined ? null : holeOf(draft, cut, host);
  if (hole === null) throw new RangeError('has no place in its host');
  const at = placement(draft, host.placement, hole.origin, hole.x);
  const Representation = boxOf(draft, hole, host);
  const filling = facet.as === 'filling';
  if (!filling) {
    const ref = writeEntity(draft, asked, { ObjectPlacement: at, Representation });
    voids(draft, element.id, host, ref);
    return ref;
  }
  const entity = 'IfcOpeningElement';
  const opening = draft.file.add(entity, {
    ...rooted(draft, `${element.id}/opening`),
    Name: nameOf(element),
    ObjectPlacement: at,
    Representation,
    ...attributesIn(draft.schema, entity, { PredefinedType: ['OPENING'] }),
  });
  voids(draft, element.id, host, opening);
  const ref = writeEntity(draft, asked, {
    ObjectPlacement: placement(draft, at, { x: 0, y: 0, z: 0 }),
    Representation: boxOf(draft, hole, host),
  });
  draft.file.add('IfcRelFillsElement', {
    ...rooted(draft, `${element.id}/fills`),
    RelatingOpeningElement: opening,
    RelatedBuildingElement: ref,
  });
  return ref;
}

function voids(draft: Draft, id: string, host: Placed, opening: Ref): void {
  draft.file.add('IfcRelVoidsElement', {
    ...rooted(draft, `${id}/voids`),
    RelatingBuildingElement: host.body,
    RelatedOpeningElement: opening,
  });
}

function holeOf(draft: Draft, cut: Cut, host: Placed): Hole | null {
  const { element } = host;
  const { offset, location, sill, width, height } = cut;
  if (offset !== null) {
    const { thickness } = element.params;
    if (typeof thickness !== 'number') return null;
    const origin = { x: offset, y: 0, z: sill };
    return { origin, x: { x: 1, y: 0 }, width, depth: thickness, height };
  }
  const box = draft.view.bounds(element.id);
  if (location === null || box === null) return null;
  const turn = directionOf(cut.turn_deg ?? 0);
  const corner = {
    x: location.x - (turn.x * width) / 2,
    y: location.y - (turn.y * width) / 2,
    z: box.min.z,
  };
  const origin = inPlace(host.place, corner);
  return { origin, x: turn, width, depth: height, height: box.max.z - box.min.z };
}

function boxOf(draft: Draft, { width, depth, height }: Hole, { place }: Placed): Ref {
  const item: IfcItem = {
    item: 'extrusion',
    section: { kind: 'rectangle', width, depth },
    depth: height,
    at: {
      origin: { x: width / 2, y: 0, z: 0 },
      axis: { x: 0, y: 0, z: 1 },
      x: { x: 1, y: 0, z: 0 },
    },
  };
  const body = bodyRepresentation(draft, [item], place);
  return draft.file.add('IfcProductDefinitionShape', { Representations: [body] });
}
