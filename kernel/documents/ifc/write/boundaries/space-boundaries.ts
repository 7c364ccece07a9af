/** @module space boundaries: writes the boundaries of a room: walls, their doors, windows and holes, and slabs. */
import { type Ring, ringBounds } from '../../../../building/geometry/plan/polygon.ts';
import { type Point2, segmentLengthMm } from '../../../../building/geometry/vector.ts';
import type { AnyElement } from '../../../../building/kinds/kind.ts';
import type { Draft, Placed } from '../draft.ts';
import { axesOn, closedPolyline, inPlace, polyline } from '../geometry.ts';
import type { Ref } from '../step/step-value.ts';
import {
  endsUnder,
  fillingFace,
  type LevelFace,
  slabFaces,
  type UprightFace,
  wallFaces,
} from './boundary-faces.ts';
import { lineFaces } from './line-faces.ts';
import { cornersOf, type TopPiece } from './sloping-top.ts';

/** A stretch of a wall along which a space lies, limited to the area where the two touch. */
export type WallBound = {
  readonly space: Placed;
  readonly wall: Placed;
  readonly face: UprightFace;
  readonly side: 'INTERNAL' | 'EXTERNAL';
  readonly text: string;
};

/** An element that bounds a space, and the surface of the boundary. */
export type Bound = {
  /** Text from which the GUID is derived. */
  readonly text: string;
  readonly by: Ref;
  readonly surface: Ref | null;
  readonly parent: Ref | null;
  readonly side: 'INTERNAL' | 'EXTERNAL' | 'NOTDEFINED';
  /** Whether nothing solid is there: a hole, or a line between rooms. */
  readonly isHole?: boolean;
};

/** Boundaries that the file has already. */
export type ParentBounds = {
  /** The boundary of a space with a wall, which is the parent of new ones in it; null if none is known. */
  readonly parentOf: (space: string, wall: string, level: 'first' | 'second') => Ref | null;
};

/** The elements with which boundaries are written. */
export type WrittenBounds = ParentBounds & { readonly isWritten: (element: string) => boolean };

/**
 * Writes the first-level boundaries of a space that is already in the file: one for each stretch along which one of its
 * sides lies on a wall, one for each door, window and hole in that stretch, and one for each slab below or above it.
 * Returns the stretches, also those whose boundaries are not written.
 */
export function writeBoundaries(
  draft: Draft,
  element: AnyElement,
  written: WrittenBounds,
): readonly WallBound[] {
  const { isWritten, parentOf } = written;
  const { view, placed } = draft;
  const space = placed.get(element.id);
  if (space === undefined) return [];
  const [level, ring] = [view.levelOf(element.id), view.outline(element.id)];
  if (level === null || ring === null) return [];
  const found: WallBound[] = [];
  const rings = [ring, ...view.holes(element.id)];
  for (const { id, params } of view.wallsNear(level, ringBounds(ring))) {
    const outline = view.footprint(id)?.ring;
    const wall = placed.get(id);
    if (outline === undefined || wall === undefined) continue;
    const arc = params.via !== undefined && params.via !== null;
    const side = params.usage === 'exterior' ? 'EXTERNAL' : 'INTERNAL';
    for (const [i, face] of wallFaces(rings, { space, wall, ring: outline }, view).entries()) {
      const text = `${element.id}/bounds/${id}${nth(i)}`;
      const parent = isWritten(id)
        ? writeBound(draft, space, {
            text,
            by: wall.ref,
            surface: uprightSurface(draft, space, face),
            parent: null,
            side,
          })
        : parentOf(element.id, id, 'first');
      const stretch = { space, wall, parent, side, nth: nth(arc ? i : 0), isWritten } as const;
      writeFillings(draft, stretch, face);
      if (face.heights !== null) found.push({ space, wall, face, side, text });
    }
  }
  for (const [i, face] of slabFaces(draft, space, ring).entries()) {
    if (!isWritten(face.slab.element.id)) continue;
    const surface = levelSurface(draft, space, face);
    const text = `${element.id}/bounds/${face.slab.element.id}${nth(i)}`;
    const by = face.slab.body;
    writeBound(draft, space, { text, by, surface, parent: null, side: 'NOTDEFINED' });
  }
  writeVirtual(draft, { space, level, rings }, isWritten);
  return found;
}

function nth(i: number): string {
  return i === 0 ? '' : ` ${i + 1}`;
}

type Outlined = {
  readonly space: Placed;
  readonly level: string;
  readonly rings: readonly Ring[];
};

/** Writes the boundaries of a space on room separation lines. */
function writeVirtual(
  draft: Draft,
  { space, level: level_id, rings }: Outlined,
  isWritten: (id: string) => boolean,
): void {
  const { id } = space.element;
  const isUneven = endsUnder(space);
  const faces = lineFaces(rings, { id, level_id, isUneven }, draft.view);
  for (const [i, { line_id, face }] of faces.entries()) {
    const line = draft.placed.get(line_id);
    if (line === undefined || !isWritten(line_id)) continue;
    const surface = uprightSurface(draft, space, face);
    const text = `${id}/bounds/${line_id}${nth(i)}`;
    const bound = { text, by: line.ref, surface, parent: null, side: 'INTERNAL' } as const;
    writeBound(draft, space, { ...bound, isHole: true });
  }
}

type Stretch = Pick<Bound, 'side'> & {
  readonly space: Placed;
  readonly wall: Placed;
  readonly parent: Ref | null;
  readonly isWritten: (element: string) => boolean;
  /** Suffix that identifies this stretch if a filling can be in several stretches, as in an arc. */
  readonly nth: string;
};

/** Writes doors, windows and holes in a stretch of a wall as parts of its boundary. */
function writeFillings(
  draft: Draft,
  { space, wall, parent, side, nth: stretch, isWritten }: Stretch,
  face: UprightFace,
): void {
  for (const filling of draft.view.hostedBy(wall.element.id)) {
    const by = isWritten(filling.id) ? draft.hosted.get(filling.id) : undefined;
    const part = by === undefined ? null : fillingFace(face, wall, filling, draft.view);
    if (by === undefined || part === null) continue;
    const isHole = by.entity === 'IfcOpeningElement';
    // IFC2X3 allows a boundary without a solid element only for virtual elements, so a hole has no boundary there.
    if (isHole && draft.schema.name === 'IFC2X3') continue;
    const surface = uprightSurface(draft, space, part);
    const text = `${space.element.id}/bounds/${filling.id}${stretch}`;
    writeBound(draft, space, { text, by, surface, parent, side, isHole });
  }
}

function writeBound({ file, schema }: Draft, space: Placed, bound: Bound): Ref {
  const made = {
    Name: '1stLevel',
    RelatingSpace: space.ref,
    RelatedBuildingElement: bound.by,
    ConnectionGeometry: bound.surface,
    PhysicalOrVirtualBoundary: bound.isHole === true ? 'VIRTUAL' : 'PHYSICAL',
    InternalOrExternalBoundary: bound.side,
  };
  if (schema.name === 'IFC2X3') return file.root('IfcRelSpaceBoundary', bound.text, made);
  const ParentBoundary = bound.parent;
  return file.root('IfcRelSpaceBoundary1stLevel', bound.text, { ...made, ParentBoundary });
}

/** An upright face in the placement of a space: a rectangle, or the area under a sloping edge; null without heights. */
export function uprightSurface(draft: Draft, space: Placed, face: UprightFace): Ref | null {
  const { from, to, heights, tops } = face;
  if (heights === null) return null;
  if (tops !== null) return slopingSurface(draft, space, { from, to, low: heights.low, tops });
  const { low, high } = heights;
  const { file, shared } = draft;
  const { z } = space.place.origin;
  const ends = [from, to].map((point) => inPlace(space.place, { ...point, z: low }));
  const SweptCurve = file.add('IfcArbitraryOpenProfileDef', {
    ProfileType: 'CURVE',
    Curve: polyline(file, ends),
  });
  const SurfaceOnRelatingElement = file.add('IfcSurfaceOfLinearExtrusion', {
    SweptCurve,
    Position: axesOn(draft, space.placement, { x: 0, y: 0, z: low - z }),
    ExtrudedDirection: shared.up,
    Depth: high - low,
  });
  return file.add('IfcConnectionSurfaceGeometry', { SurfaceOnRelatingElement });
}

type Sloping = {
  readonly from: Point2;
  readonly to: Point2;
  readonly low: number;
  readonly tops: readonly TopPiece[];
};

/** The part of an upright plane under an edge; its x axis runs along the foot and its y axis up. */
function slopingSurface(
  draft: Draft,
  { place, placement: at }: Placed,
  { from, to, low, tops }: Sloping,
): Ref {
  const { file } = draft;
  const [start, end] = [from, to].map((point) => inPlace(place, { ...point, z: low }));
  if (start === undefined || end === undefined) throw new RangeError('a face needs two ends');
  const length = segmentLengthMm(start, end);
  const x = { x: (end.x - start.x) / length, y: (end.y - start.y) / length, z: 0 };
  const axis = { x: x.y, y: 0 - x.x, z: 0 };
  const Position = axesOn(draft, at, start, { axis, x });
  const foot = [
    { x: 0, y: 0 },
    { x: length, y: 0 },
  ];
  const edge = cornersOf(tops).map((corner) => ({ x: corner.x, y: corner.y - low }));
  const ring = withoutRepeats([...foot, ...edge.toReversed()]);
  const SurfaceOnRelatingElement = file.add('IfcCurveBoundedPlane', {
    BasisSurface: file.add('IfcPlane', { Position }),
    OuterBoundary: closedPolyline(file, ring),
    InnerBoundaries: [],
  });
  return file.add('IfcConnectionSurfaceGeometry', { SurfaceOnRelatingElement });
}

/** Corners that are closer to each other than this are merged, mm. */
const SAME_MM = 0.01;

function withoutRepeats(ring: Ring): Ring {
  return ring.filter((corner, i) => segmentLengthMm(corner, ring.at(i - 1) ?? corner) >= SAME_MM);
}

/** A level outline in the placement of a space; null if it is not known. */
function levelSurface(
  draft: Draft,
  { place, placement: at }: Placed,
  { z, region }: LevelFace,
): Ref | null {
  if (region === null) return null;
  const { file } = draft;
  const drawn = (ring: Ring): Ref =>
    closedPolyline(
      file,
      ring.map((point) => inPlace(place, { ...point, z })),
    );
  const Position = axesOn(draft, at, { x: 0, y: 0, z: z - place.origin.z });
  const SurfaceOnRelatingElement = file.add('IfcCurveBoundedPlane', {
    BasisSurface: file.add('IfcPlane', { Position }),
    OuterBoundary: drawn(region.boundary),
    InnerBoundaries: region.holes.map(drawn),
  });
  return file.add('IfcConnectionSurfaceGeometry', { SurfaceOnRelatingElement });
}
