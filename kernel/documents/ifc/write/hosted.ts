/** @module hosted: writes the voids of openings, doors and windows in their hosts, and the elements that fill them. */
import { pastEdges } from '../../../building/geometry/convex/around-outline.ts';
import type { FaceShape } from '../../../building/geometry/plan/face-shape.ts';
import type { Ring } from '../../../building/geometry/plan/polygon.ts';
import { directionOf, segmentLengthMm } from '../../../building/geometry/vector.ts';
import type { Point2, Point3 } from '../../../building/geometry/vector.ts';
import type { WallAxis } from '../../../building/geometry/walls/arcs/wall-axis.ts';
import {
  axisLength,
  sectorBetween,
  wallAxis,
} from '../../../building/geometry/walls/arcs/wall-axis.ts';
import type { IfcItem, IfcSection } from '../../../building/kinds/facets/ifc.ts';
import { fittingHost } from '../../../building/kinds/fittings/fitting-body.ts';
import type { Interval } from '../../../building/kinds/fittings/part.ts';
import { isFitted, partsOf } from '../../../building/kinds/fittings/parts-of.ts';
import { faceSection } from '../../../building/kinds/ifc/face-sections.ts';
import { fittingItems } from '../../../building/kinds/ifc/fitting-items.ts';
import { inPlace as planInPlace } from '../../../building/kinds/ifc/local.ts';
import type { AnyElement, Cut } from '../../../building/kinds/kind.ts';
import { fillingOf, isOf } from '../../../building/kinds/kind.ts';
import { fileItems } from '../../../building/kinds/shared/file-items.ts';
import { typeOf } from '../../../building/kinds/types/of-type.ts';
import { wall } from '../../../building/kinds/wall/wall.ts';
import { window as windowKind } from '../../../building/kinds/window/window.ts';
import type { Draft, Placed } from './draft.ts';
import { inPlace, placement } from './geometry.ts';
import { bodyRepresentation, stubbed } from './items.ts';
import { ownSets } from './left-out.ts';
import type { ProductItem } from './products.ts';
import { nameOf, writeEntity } from './products.ts';
import type { Ref } from './step/step-value.ts';

/** A hole in the placement of its host, mm. */
type Hole = {
  readonly origin: Point3;
  readonly x: Point2;
  /**
   * For a hole in an arc: its outline in this placement, extended beyond the faces of the wall (`wider`) and beyond its
   * own beginning and end (`before`, `behind`).
   */
  readonly outline?: (wider: number, before: number, behind: number) => Ring;
  /** The outline of a part of it between two distances along the arc and two to the left of its axis. */
  readonly sector?: (along: Interval, aside: Interval) => Ring;
  /** Extent along the x axis, `depth` across it (both sides together), and height. */
  readonly box: {
    readonly from: number;
    readonly to: number;
    readonly depth: number;
    readonly low: number;
    readonly high: number;
  };
  /** Outline of a hole that is not a box, from the origin: in plan, or upright along the x axis. */
  readonly ring: Ring | null;
  /** The round or arched form that the ring approximates; its box begins at x 0 and z `low` of the box. */
  readonly arcs?: FaceShape;
  readonly upright?: boolean;
};

/** A hole that ends flush with its host is extended by this, mm, because many readers cut flush holes incorrectly. */
const BEYOND_MM = 10;
/** Faces that are closer than this are flush, mm. */
const FLUSH_MM = 0.01;

const OPENING = { PredefinedType: ['OPENING'] } as const;

/**
 * Writes a hosted element. Returns null for an opening in a host of parts, which has no material there, and for a door or
 * window that is in the file already and only gets its opening.
 * @throws {RangeError} if it has no place in its host.
 */
export function writeHosted(draft: Draft, item: ProductItem, host: Placed): Ref | null {
  const { element, facet } = item;
  const cut = fillingOf(draft.view.kinds, element)?.cut;
  const hole = cut === undefined ? null : holeOf(draft, cut, host);
  if (cut === undefined || hole === null) throw new RangeError('has no place in its host');
  const filling = facet.as === 'filling';
  if (host.assembly !== null && !filling) {
    const why = 'an opening of a curtain wall with a grid is not in the file';
    for (const name of ownSets(element)) draft.leftOut.push({ element, name, why });
    return null;
  }
  const at = placement(draft, host.placement, hole.origin, hole.x);
  if (host.assembly !== null) return writeAsPart(draft, item, { host, hole, at });
  const Representation = bodyOf(draft, [itemOf(extended(hole, host, cut))], host, null);
  if (!filling) {
    const ref = writeEntity(draft, item, { ObjectPlacement: at, Representation });
    voids(draft, element.id, host, ref);
    return ref;
  }
  const entity = 'IfcOpeningElement';
  const made = { Name: nameOf(element), ObjectPlacement: at, Representation };
  const opening = draft.file.root(entity, `${element.id}/opening`, made, OPENING);
  voids(draft, element.id, host, opening);
  const existing = draft.existing(element.id);
  const ref = existing ?? writeFilling(draft, item, { host, hole, at });
  draft.file.root('IfcRelFillsElement', `${element.id}/fills`, {
    RelatingOpeningElement: opening,
    RelatedBuildingElement: ref,
  });
  if (existing === null) return ref;
  draft.hosted.set(element.id, existing);
  return null;
}

type InHost = { readonly host: Placed; readonly hole: Hole; readonly at: Ref };

/** Writes a door or window at the place of its opening. */
function writeFilling(draft: Draft, item: ProductItem, { host, hole, at }: InHost): Ref {
  const { element } = item;
  return writeEntity(draft, item, {
    ObjectPlacement: placement(draft, at, { x: 0, y: 0, z: 0 }),
    Representation: fillingBody(draft, element, hole, host),
  });
}

/** Writes an element that is one of the parts of its host; no hole is cut. */
function writeAsPart(draft: Draft, item: ProductItem, { host, hole, at }: InHost): Ref {
  const { element } = item;
  const Representation = fillingBody(draft, element, hole, host);
  const ref = writeEntity(draft, item, { ObjectPlacement: at, Representation });
  host.assembly?.parts.push(ref);
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
    const axis = isOf(wall, element) ? wallAxis(element.params) : null;
    if (axis !== null && axis.chain !== null) return holeInArc(axis, cut, host);
    const origin = { x: offset, y: 0, z: sill };
    return {
      origin,
      x: ALONG,
      box: { from: 0, to: width, depth: thickness, low: 0, high: height },
      ring: (cut.outline ?? null)?.map(({ x, y }) => ({ x: x - offset, y: y - sill })) ?? null,
      ...(cut.arcs === undefined ? {} : { arcs: cut.arcs }),
      upright: true,
    };
  }
  const bounds = draft.view.bounds(element.id);
  if (location === null || bounds === null) return null;
  const high = bounds.max.z - bounds.min.z;
  if (cut.outline !== undefined && cut.outline !== null) {
    const ring = cut.outline.map(({ x, y }) => ({ x: x - location.x, y: y - location.y }));
    const origin = inPlace(host.place, { ...location, z: bounds.min.z });
    return { origin, x: ALONG, box: { from: 0, to: width, depth: height, low: 0, high }, ring };
  }
  const turn = directionOf(cut.turn_deg ?? 0);
  const corner = {
    x: location.x - (turn.x * width) / 2,
    y: location.y - (turn.y * width) / 2,
    z: bounds.min.z,
  };
  const origin = inPlace(host.place, corner);
  return { origin, x: turn, box: { from: 0, to: width, depth: height, low: 0, high }, ring: null };
}

/** A hole in an arc: its placement begins on the axis and runs along the chord between its sides. */
function holeInArc(axis: WallAxis, cut: Cut, { place, element }: Placed): Hole {
  const { width, height, sill } = cut;
  const from = cut.offset ?? 0;
  const half = Number(element.params['thickness']) / 2;
  const [begin, end] = planInPlace([axis.at(from), axis.at(from + width)], place);
  const chord = begin === undefined || end === undefined ? 0 : segmentLengthMm(begin, end);
  const x =
    begin === undefined || end === undefined
      ? ALONG
      : { x: (end.x - begin.x) / chord, y: (end.y - begin.y) / chord };
  const { x: ox, y: oy } = begin ?? { x: 0, y: 0 };
  const sector = ([start, finish]: Interval, aside: Interval): Ring =>
    planInPlace(sectorBetween(axis, [from + start, from + finish], aside), place).map((point) => ({
      x: (point.x - ox) * x.x + (point.y - oy) * x.y,
      y: (point.y - oy) * x.x - (point.x - ox) * x.y,
    }));
  return {
    origin: { x: ox, y: oy, z: sill },
    x,
    outline: (wider, before, behind) =>
      sector([0 - before, width + behind], [0 - half - wider, half + wider]),
    sector,
    box: { from: 0, to: width, depth: 2 * half, low: 0, high: height },
    ring: null,
  };
}

const ALONG: Point2 = { x: 1, y: 0 };

/** The hole, extended beyond each face of its host with which it would be flush. */
function extended(hole: Hole, { element }: Placed, cut: Cut): Hole {
  const { origin, x, box, ring, outline, arcs } = hole;
  const { from, to, depth, low, high } = box;
  if (cut.offset === null) {
    return { origin, x, box: { ...box, low: low - BEYOND_MM, high: high + BEYOND_MM }, ring };
  }
  const { height, start, end } = element.params;
  const straight = isPoint(start) && isPoint(end) ? segmentLengthMm(start, end) : Infinity;
  const length = isOf(wall, element) ? axisLength(element.params) : straight;
  const top = typeof height === 'number' ? height : Infinity;
  const before = cut.offset <= FLUSH_MM ? BEYOND_MM : 0;
  const behind = cut.offset + to >= length - FLUSH_MM ? BEYOND_MM : 0;
  const atFoot = origin.z <= FLUSH_MM;
  const atTop = origin.z + high >= top - FLUSH_MM;
  const edges = {
    left: before > 0 ? from : null,
    right: behind > 0 ? to : null,
    low: atFoot ? low : null,
    high: atTop ? high : null,
  };
  return {
    origin,
    x,
    ...(outline === undefined ? {} : { outline: () => outline(BEYOND_MM, before, behind) }),
    box: {
      from: from - before,
      to: to + behind,
      depth: depth + 2 * BEYOND_MM,
      low: atFoot ? low - BEYOND_MM : low,
      high: atTop ? high + BEYOND_MM : high,
    },
    ring: ring === null ? null : pastEdges(ring, edges, BEYOND_MM),
    ...(arcs === undefined ? {} : arcsPast(arcs, { atSide: before + behind > 0, atFoot })),
    upright: true,
  };
}

/** The form past the foot of its wall; none past an end of it, where only its ring is extended. An arc only touches an edge. */
function arcsPast(
  arcs: FaceShape,
  { atSide, atFoot }: { readonly atSide: boolean; readonly atFoot: boolean },
): Pick<Hole, 'arcs'> {
  if (arcs.form === 'round') return { arcs };
  if (atSide) return {};
  return { arcs: atFoot ? { ...arcs, height: arcs.height + BEYOND_MM } : arcs };
}

function isPoint(value: unknown): value is Point2 {
  return typeof value === 'object' && value !== null && 'x' in value && 'y' in value;
}

/** The body of a door or window: the mesh of its file while it is shown with that, else that of its hole. */
function fillingBody(draft: Draft, element: AnyElement, hole: Hole, host: Placed): Ref {
  const file = draft.view.fileMesh(element.id);
  if (file === null) return bodyOf(draft, panelOf(draft, element, hole, host), host, element);
  const items = fileItems(file, isOf(windowKind, element));
  const { origin, x } = host.place;
  const turned = ({ x: px, y: py }: Point2): Point2 => ({
    x: px * x.x - py * x.y,
    y: px * x.y + py * x.x,
  });
  const corner = turned(hole.origin);
  const place = {
    origin: {
      x: origin.x + corner.x,
      y: origin.y + corner.y,
      z: origin.z + hole.origin.z,
    },
    x: turned(hole.x),
  };
  return bodyOf(draft, items, { place }, element);
}

function bodyOf(
  draft: Draft,
  items: readonly IfcItem[],
  { place }: Pick<Placed, 'place'>,
  element: AnyElement | null,
): Ref {
  const { stubs } = draft.file;
  if (stubs !== null) return stubbed(stubs, items);
  const body = bodyRepresentation(draft, items, place, element);
  return draft.file.add('IfcProductDefinitionShape', { Representations: [body] });
}

/** The parts of a door or window in its hole. */
function panelOf(draft: Draft, element: AnyElement, hole: Hole, host: Placed): readonly IfcItem[] {
  const around = fittingHost(host.element);
  if (around === null || !isFitted(element)) return [itemOf(hole)];
  const type = typeOf(element, draft.view)?.params ?? null;
  const parts = partsOf(element, type, around.thickness);
  const { arcs, sector } = hole;
  return fittingItems(parts, { host: around, arcs, sector }, isOf(windowKind, element));
}

const UPWARDS = { axis: { x: 0, y: 0, z: 1 }, x: { x: 1, y: 0, z: 0 } } as const;
/** Axes across a wall, from its left side to its right side. */
const ACROSS = { axis: { x: 0, y: -1, z: 0 }, x: { x: 1, y: 0, z: 0 } } as const;

function itemOf({ box, ring, outline, arcs, upright }: Hole): IfcItem {
  const { from, to, depth, low, high } = box;
  const item = 'extrusion' as const;
  const drawn = outline === undefined ? ring : outline(0, 0, 0);
  if (drawn === null) {
    const section: IfcSection = { kind: 'rectangle', width: to - from, depth };
    const origin = { x: (from + to) / 2, y: 0, z: low };
    return { item, section, depth: high - low, at: { origin, ...UPWARDS } };
  }
  if (arcs !== undefined && outline === undefined) {
    const { section, origin } = faceSection(arcs);
    const corner = { x: origin.x, y: depth / 2, z: low + origin.y };
    return { item, section, depth, at: { origin: corner, ...ACROSS } };
  }
  const section: IfcSection = { kind: 'outline', boundary: drawn, holes: [] };
  return upright === true && outline === undefined
    ? { item, section, depth, at: { origin: { x: 0, y: depth / 2, z: 0 }, ...ACROSS } }
    : { item, section, depth: high - low, at: { origin: { x: 0, y: 0, z: low }, ...UPWARDS } };
}
