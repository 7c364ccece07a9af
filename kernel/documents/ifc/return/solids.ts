/** @module solids: writes extrusions with their cuts as new records of a file. */
import type { HalfSpaceCut } from '../../../building/geometry/convex/half-space-cut.ts';
import type { Mesh } from '../../../building/geometry/mesh/mesh.ts';
import type { Point2, Point3 } from '../../../building/geometry/vector.ts';
import type { IfcItem, IfcSection } from '../../../building/kinds/facets/ifc.ts';
import { PatchFault } from '../patch/patch-fault.ts';
import {
  enumeration,
  NO_VALUE,
  type PatchValue,
  real,
  reals,
  ref,
  refs,
} from '../patch/patch-value.ts';
import type { FilePatch } from '../patch/patch.ts';
import { unit } from '../shape/axes.ts';
import { type Matrix, pointThrough, product as times } from '../shape/matrix.ts';
import { profileLines } from '../write/into/profile-lines.ts';
import { type FileFrame, frameMatrix } from './frame.ts';

/** An extruded item of a body. */
export type Extrusion = Extract<IfcItem, { readonly item: 'extrusion' }>;

/** What the records of an item are added to. */
export type Target = { readonly patch: FilePatch; readonly frame: FileFrame };

const UP: Point3 = { x: 0, y: 0, z: 1 };
const ALONG: Point3 = { x: 1, y: 0, z: 0 };

/** The frame of the section of an item in the local frame of its element, mm. */
export function sectionFrame({ at }: Extrusion): Matrix {
  return frameMatrix(at?.origin ?? { x: 0, y: 0, z: 0 }, at?.x ?? ALONG, at?.axis ?? UP);
}

/**
 * Adds an extrusion and its cuts; returns the row. `local`: from the local frame of the element to the coordinates of
 * the product, mm.
 */
export function addExtrusion(target: Target, item: Extrusion, local: Matrix): number {
  const { patch, frame } = target;
  const solid = patch.add('IfcExtrudedAreaSolid', {
    SweptArea: ref(addProfile(target, item)),
    Position: ref(addAxes(target, times(local, sectionFrame(item)))),
    ExtrudedDirection: ref(patch.add('IfcDirection', { DirectionRatios: reals([0, 0, 1]) })),
    Depth: real(frame.length(item.depth)),
  });
  return (item.cuts ?? []).reduce((row, cut) => addCut(target, row, cut, local), solid);
}

/** A profile as the writer of new files writes it: parameterised if the schema can. */
function addProfile({ patch, frame }: Target, { section, name }: Extrusion): number {
  const measures = new Map([['IfcLengthMeasure', (mm: number) => frame.length(mm)]]);
  const { lines, number } = profileLines(patch.schema, measures, { section, name });
  const rows = patch.append(lines, { rowOf: () => -1, cut: [] });
  return rows.get(number) ?? -1;
}

/** A closed polyline. */
function addRing(target: Target, ring: readonly Point2[]): number {
  return addPolyline(target, ring, true);
}

/** Adds a polyline in a plane; returns its row. */
export function addPolyline(
  { patch, frame }: Target,
  points: readonly Point2[],
  isClosed: boolean,
): number {
  const rows = points.map(({ x, y }) =>
    patch.add('IfcCartesianPoint', { Coordinates: reals(frame.lengths([x, y])) }),
  );
  const [first] = rows;
  return patch.add('IfcPolyline', {
    Points: refs(isClosed && first !== undefined ? [...rows, first] : rows),
  });
}

/** Adds an IfcAxis2Placement3D; returns its row. */
export function addAxes({ patch, frame }: Target, matrix: Matrix): number {
  const { location, axis, ref_direction: first } = frame.axes(matrix, null);
  const direction = (ratios: readonly number[] | null | undefined): PatchValue =>
    ratios === null || ratios === undefined
      ? NO_VALUE
      : ref(patch.add('IfcDirection', { DirectionRatios: reals(ratios) }));
  const Coordinates = reals(location ?? [0, 0, 0]);
  return patch.add('IfcAxis2Placement3D', {
    Location: ref(patch.add('IfcCartesianPoint', { Coordinates })),
    Axis: direction(axis),
    RefDirection: direction(first),
  });
}

/** The normal of the plane points into the half-space that is removed, so that the agreement flag is false. */
function addCut(target: Target, solid: number, cut: HalfSpaceCut, local: Matrix): number {
  const { patch } = target;
  const plane = addAxes(
    target,
    times(local, frameMatrix(cut.point, across(cut.normal), cut.normal)),
  );
  const BaseSurface = ref(patch.add('IfcPlane', { Position: ref(plane) }));
  const AgreementFlag = enumeration('F');
  const { within } = cut;
  const half =
    within === null
      ? patch.add('IfcHalfSpaceSolid', { BaseSurface, AgreementFlag })
      : patch.add('IfcPolygonalBoundedHalfSpace', {
          BaseSurface,
          AgreementFlag,
          Position: ref(
            addAxes(target, times(local, frameMatrix(within.origin, within.x, within.axis))),
          ),
          PolygonalBoundary: ref(addRing(target, within.points)),
        });
  return patch.add('IfcBooleanClippingResult', {
    Operator: enumeration('DIFFERENCE'),
    FirstOperand: ref(solid),
    SecondOperand: ref(half),
  });
}

/** A unit vector at right angles to a direction. */
function across({ x, y, z }: Point3): Point3 {
  const isAlongX = Math.abs(x) >= 0.9;
  return (
    (isAlongX
      ? (unit({ x: -y, y: x, z: 0 }) ?? unit({ x: -z, y: 0, z: x }))
      : unit({ x: 0, y: -z, z: y })) ?? ALONG
  );
}

/** The corners of a section without holes in the frame `matrix`; null for another one. */
export function cornersIn(section: IfcSection, matrix: Matrix): readonly Point3[] | null {
  if (section.kind === 'outline') {
    if (section.holes.length > 0) return null;
    return section.boundary.map(({ x, y }) => pointThrough(matrix, { x, y, z: 0 }));
  }
  if (section.kind !== 'rectangle') return null;
  const [x, y] = [section.width / 2, section.depth / 2];
  const corners = [
    { x: -x, y: -y, z: 0 },
    { x, y: -y, z: 0 },
    { x, y, z: 0 },
    { x: -x, y, z: 0 },
  ];
  return corners.map((corner) => pointThrough(matrix, corner));
}

/** Adds a closed mesh in world coordinates, mm, as a faceted Brep; returns its row. */
export function addBrep({ patch, frame }: Target, mesh: Mesh, toProduct: Matrix): number {
  const rows: number[] = [];
  for (let i = 0; i + 2 < mesh.positions.length; i += 3) {
    const [x = 0, y = 0, z = 0] = mesh.positions.subarray(i, i + 3);
    const point = pointThrough(toProduct, { x, y, z });
    const Coordinates = reals(frame.lengths([point.x, point.y, point.z]));
    rows.push(patch.add('IfcCartesianPoint', { Coordinates }));
  }
  const faces: number[] = [];
  for (let i = 0; i + 2 < mesh.triangles.length; i += 3) {
    const corners = [...mesh.triangles.subarray(i, i + 3)].map((corner) => rows[corner] ?? -1);
    if (new Set(corners).size < 3) continue;
    const Bound = ref(patch.add('IfcPolyLoop', { Polygon: refs(corners) }));
    const bound = patch.add('IfcFaceOuterBound', { Bound, Orientation: enumeration('T') });
    faces.push(patch.add('IfcFace', { Bounds: refs([bound]) }));
  }
  if (faces.length === 0) throw new PatchFault('its body is empty');
  const Outer = ref(patch.add('IfcClosedShell', { CfsFaces: refs(faces) }));
  return patch.add('IfcFacetedBrep', { Outer });
}
