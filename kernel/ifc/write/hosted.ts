import { directionOf, segmentLengthMm } from '../../geometry/vector.ts';
import type { Point2, Point3 } from '../../geometry/vector.ts';
/** @module hosted: holes that openings, doors and windows cut, and what fills them. */
import type { IfcItem } from '../../kinds/ifc/facet.ts';
import type { Cut } from '../../kinds/kind.ts';
import { fillingOf } from '../../kinds/kind.ts';
import type { Draft, Placed } from './draft.ts';
import { inPlace, placement } from './geometry.ts';
import { bodyRepresentation } from './items.ts';
import type { Asked } from './products.ts';
import { nameOf, writeEntity } from './products.ts';
import type { Ref } from './step-value.ts';

/** Where a hole lies in the place of its host, mm. */
type Hole = {
  readonly origin: Point3;
  readonly x: Point2;
  /** Along the x axis, `depth` across it to both sides together, and up. */
  readonly box: {
    readonly from: number;
    readonly to: number;
    readonly depth: number;
    readonly low: number;
    readonly high: number;
  };
};

/** A hole reaches this far out of its host wherever it only touches the outside: readers cut flush holes badly, mm. */
const BEYOND_MM = 10;
/** Closer than this is flush, mm. */
const FLUSH_MM = 0.01;

const OPENING = { PredefinedType: ['OPENING'] } as const;

/** An opening in its host. Throws where it has no place there. */
export function writeHosted(draft: Draft, asked: Asked, host: Placed): Ref {
  const { element, facet } = asked;
  const cut = fillingOf(draft.view.kinds, element)?.cut;
  const hole = cut === undefined ? null : holeOf(draft, cut, host);
  if (cut === undefined || hole === null) throw new RangeError('has no place in its host');
  const at = placement(draft, host.placement, hole.origin, hole.x);
  const Representation = boxOf(draft, reaching(hole, host, cut), host);
  const filling = facet.as === 'filling';
  if (!filling) {
    const ref = writeEntity(draft, asked, { ObjectPlacement: at, Representation });
    voids(draft, element.id, host, ref);
    return ref;
  }
  const entity = 'IfcOpeningElement';
  const made = { Name: nameOf(element), ObjectPlacement: at, Representation };
  const opening = draft.file.root(entity, `${element.id}/opening`, made, OPENING);
  voids(draft, element.id, host, opening);
  const ref = writeEntity(draft, asked, {
    ObjectPlacement: placement(draft, at, { x: 0, y: 0, z: 0 }),
    Representation: boxOf(draft, hole, host),
  });
  draft.file.root('IfcRelFillsElement', `${element.id}/fills`, {
    RelatingOpeningElement: opening,
    RelatedBuildingElement: ref,
  });
  return ref;
}

function voids(draft: Draft, id: string, host: Placed, opening: Ref): void {
  draft.file.root('IfcRelVoidsElement', `${id}/voids`, {
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
    return {
      origin,
      x: ALONG,
      box: { from: 0, to: width, depth: thickness, low: 0, high: height },
    };
  }
  const bounds = draft.view.bounds(element.id);
  if (location === null || bounds === null) return null;
  const turn = directionOf(cut.turn_deg ?? 0);
  const corner = {
    x: location.x - (turn.x * width) / 2,
    y: location.y - (turn.y * width) / 2,
    z: bounds.min.z,
  };
  const origin = inPlace(host.place, corner);
  const high = bounds.max.z - bounds.min.z;
  return { origin, x: turn, box: { from: 0, to: width, depth: height, low: 0, high } };
}

const ALONG: Point2 = { x: 1, y: 0 };

/** The hole, longer wherever it would end in a face of its host. */
function reaching({ origin, x, box }: Hole, { element }: Placed, cut: Cut): Hole {
  const { from, to, depth, low, high } = box;
  if (cut.offset === null) {
    return { origin, x, box: { ...box, low: low - BEYOND_MM, high: high + BEYOND_MM } };
  }
  const { height, start, end } = element.params;
  const length = isPoint(start) && isPoint(end) ? segmentLengthMm(start, end) : Infinity;
  const top = typeof height === 'number' ? height : Infinity;
  return {
    origin,
    x,
    box: {
      from: origin.x <= FLUSH_MM ? from - BEYOND_MM : from,
      to: origin.x + to >= length - FLUSH_MM ? to + BEYOND_MM : to,
      depth: depth + 2 * BEYOND_MM,
      low: origin.z <= FLUSH_MM ? low - BEYOND_MM : low,
      high: origin.z + high >= top - FLUSH_MM ? high + BEYOND_MM : high,
    },
  };
}

function isPoint(value: unknown): value is Point2 {
  return typeof value === 'object' && value !== null && 'x' in value && 'y' in value;
}

function boxOf(draft: Draft, { box }: Hole, { place }: Placed): Ref {
  const { from, to, depth, low, high } = box;
  const item: IfcItem = {
    item: 'extrusion',
    section: { kind: 'rectangle', width: to - from, depth },
    depth: high - low,
    at: {
      origin: { x: (from + to) / 2, y: 0, z: low },
      axis: { x: 0, y: 0, z: 1 },
      x: { x: 1, y: 0, z: 0 },
    },
  };
  const body = bodyRepresentation(draft, [item], place);
  return draft.file.add('IfcProductDefinitionShape', { Representations: [body] });
}
