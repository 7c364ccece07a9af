/** @module items: writes bodies as extrusions if possible, otherwise as triangles. */
import type { HalfSpaceCut } from '../../../building/geometry/convex/half-space-cut.ts';
import type { MeshPart } from '../../../building/geometry/mesh/mesh-parts.ts';
import { meshParts } from '../../../building/geometry/mesh/mesh-parts.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import type { IfcItem, IfcPlace } from '../../../building/kinds/facets/ifc.ts';
import type { AnyElement } from '../../../building/kinds/kind.ts';
import type { Draft } from './draft.ts';
import { rounded } from './draft.ts';
import { axesAt, closedPolyline, inPlace, spacePoint } from './geometry.ts';
import { IfcFault } from './ifc-fault.ts';
import { writeProfile } from './profiles.ts';
import type { Ref } from './step/step-value.ts';

/**
 * The entity that stands for a shape in a file without geometry.
 * @throws {IfcFault} for a body without surface, which no file can have.
 */
export function stubbed(
  { shape }: NonNullable<Draft['file']['stubs']>,
  items: readonly IfcItem[],
): Ref {
  if (items.every((item) => item.item === 'mesh' && item.mesh.triangles.length === 0)) {
    throw new IfcFault('IfcShapeRepresentation.Items: expected SET [1:?], found 0 values');
  }
  return shape;
}

type Body = Pick<Draft, 'file' | 'shared' | 'schema' | 'styles'>;

/** Writes the representation of a body from its items, in the style of its element; null: without a style. */
export function bodyRepresentation(
  draft: Body,
  items: readonly IfcItem[],
  place: IfcPlace,
  element: AnyElement | null,
): Ref {
  const isOpen = items.some((item) => item.item === 'mesh' && item.is_open === true);
  const own = element === null ? null : draft.styles.keyOf(element);
  const refs = items.flatMap((item) => {
    const made = item.item === 'extrusion' ? [clipped(draft, item)] : meshItems(draft, item, place);
    if (own !== null) for (const one of made) draft.styles.assign(one, own, item.finish);
    return made;
  });
  return draft.file.add('IfcShapeRepresentation', {
    ContextOfItems: draft.shared.body,
    RepresentationIdentifier: 'Body',
    RepresentationType: representationType(draft, items, isOpen),
    Items: refs,
  });
}

function representationType(
  { schema }: Pick<Body, 'schema'>,
  items: readonly IfcItem[],
  isOpen: boolean,
): string {
  if (items.some(({ item }) => item === 'mesh')) {
    if (schema.name !== 'IFC2X3') return 'Tessellation';
    return isOpen ? 'SurfaceModel' : 'Brep';
  }
  return items.some((item) => item.item === 'extrusion' && isClipped(item))
    ? 'Clipping'
    : 'SweptSolid';
}

type Extrusion = Extract<IfcItem, { item: 'extrusion' }>;

function isClipped({ cuts = [] }: Extrusion): boolean {
  return cuts.length > 0;
}

/** An extrusion less its half-spaces. */
function clipped(draft: Body, item: Extrusion): Ref {
  const { cuts = [] } = item;
  return cuts.reduce(
    (FirstOperand, cut) =>
      draft.file.add('IfcBooleanClippingResult', {
        Operator: 'DIFFERENCE',
        FirstOperand,
        SecondOperand: halfSpace(draft, cut),
      }),
    extrusion(draft, item),
  );
}

/** The half-space that a cut removes: the normal of its surface points into it. */
function halfSpace(draft: Body, { point, normal, within }: HalfSpaceCut): Ref {
  const { file } = draft;
  const Position = axesAt(draft, point, { axis: normal, x: directionAcross(normal) });
  const BaseSurface = file.add('IfcPlane', { Position });
  if (within === null) {
    return file.add('IfcHalfSpaceSolid', { BaseSurface, AgreementFlag: false });
  }
  return file.add('IfcPolygonalBoundedHalfSpace', {
    BaseSurface,
    AgreementFlag: false,
    Position: axesAt(draft, within.origin, within),
    PolygonalBoundary: closedPolyline(file, within.points),
  });
}

/** A unit vector at right angles to a direction: the projection of the x axis, or of the y axis if it is near x. */
function directionAcross({ x, y, z }: Point3): Point3 {
  const along = Math.abs(x) < 0.9 ? { x: 1, y: 0, z: 0 } : { x: 0, y: 1, z: 0 };
  const share = along.x * x + along.y * y;
  const across = { x: along.x - share * x, y: along.y - share * y, z: 0 - share * z };
  const length = Math.hypot(across.x, across.y, across.z);
  return { x: across.x / length, y: across.y / length, z: across.z / length };
}

/** A section extruded along its normal. */
function extrusion(draft: Body, { section, depth, at, name }: Extrusion): Ref {
  const { file, shared } = draft;
  const SweptArea = writeProfile(draft, section, name);
  const Position = axesAt(draft, at?.origin ?? { x: 0, y: 0, z: 0 }, at ?? null);
  const Depth = rounded(depth);
  return file.add('IfcExtrudedAreaSolid', {
    SweptArea,
    Position,
    ExtrudedDirection: shared.up,
    Depth,
  });
}

/**
 * Writes each connected part of a mesh as a triangulated face set (IFC2X3: as a faceted Brep, an open surface as a surface
 * model).
 */
function meshItems(
  draft: Body,
  { mesh, is_open: isOpen = false }: Extract<IfcItem, { item: 'mesh' }>,
  place: IfcPlace,
): readonly Ref[] {
  const write = draft.schema.name !== 'IFC2X3' ? faceSet : isOpen ? surfaceModel : facetedBrep;
  return meshParts(mesh).flatMap((part) => write(draft, part, place, !isOpen));
}

function faceSet(
  { file }: Body,
  { points, triangles }: MeshPart,
  place: IfcPlace,
  Closed: boolean,
): readonly Ref[] {
  const CoordIndex = triangles
    .filter((corners) => new Set(corners).size === 3)
    .map((corners) => corners.map((corner) => corner + 1));
  if (CoordIndex.length === 0) return [];
  const CoordList = points.map((point) => {
    const { x, y, z } = inPlace(place, point);
    return [rounded(x), rounded(y), rounded(z)];
  });
  const Coordinates = file.add('IfcCartesianPointList3D', { CoordList });
  return [file.add('IfcTriangulatedFaceSet', { Coordinates, Closed, CoordIndex })];
}

function facetedBrep(draft: Body, part: MeshPart, place: IfcPlace): readonly Ref[] {
  const CfsFaces = facesOf(draft, part, place);
  if (CfsFaces.length === 0) return [];
  const Outer = draft.file.add('IfcClosedShell', { CfsFaces });
  return [draft.file.add('IfcFacetedBrep', { Outer })];
}

function surfaceModel(draft: Body, part: MeshPart, place: IfcPlace): readonly Ref[] {
  const CfsFaces = facesOf(draft, part, place);
  if (CfsFaces.length === 0) return [];
  const shell = draft.file.add('IfcOpenShell', { CfsFaces });
  return [draft.file.add('IfcShellBasedSurfaceModel', { SbsmBoundary: [shell] })];
}

/** The faces of a part, without triangles of which two corners are one point of the file. */
function facesOf({ file }: Body, { points, triangles }: MeshPart, place: IfcPlace): readonly Ref[] {
  const refs = points.map((point) => spacePoint(file, inPlace(place, point)));
  return triangles.flatMap((corners) => {
    const Polygon = corners.flatMap((corner) => refs[corner] ?? []);
    if (new Set(Polygon.map(({ number }) => number)).size < 3) return [];
    const Bound = file.add('IfcPolyLoop', { Polygon });
    const bound = file.add('IfcFaceOuterBound', { Bound, Orientation: true });
    return [file.add('IfcFace', { Bounds: [bound] })];
  });
}
