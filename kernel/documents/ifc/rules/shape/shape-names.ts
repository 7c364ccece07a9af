/** @module shape-names: identifiers and types of representations, from buildingSMART ifc-gherkin-rules (MIT). */
import type { IfcSchemaName } from '../../schema/ifc-schema.ts';

const IDENTIFIERS = [
  'CoG',
  'Box',
  'Annotation',
  'Axis',
  'FootPrint',
  'Profile',
  'Surface',
  'Reference',
  'Body',
  'Clearance',
  'Lighting',
] as const;

/** Identifiers of shape representations; the tables have none for IFC2X3. */
export const SHAPE_IDENTIFIERS: Readonly<Record<IfcSchemaName, readonly string[] | null>> = {
  IFC2X3: null,
  IFC4: IDENTIFIERS,
  IFC4X3: [...IDENTIFIERS, 'Body-Fallback'],
};

const TYPES_2X3 = [
  'Curve2D',
  'GeometricSet',
  'GeometricCurveSet',
  'Annotation2D',
  'SurfaceModel',
  'SolidModel',
  'SweptSolid',
  'Brep',
  'CSG',
  'Clipping',
  'AdvancedSweptSolid',
  'BoundingBox',
  'SectionedSpine',
  'MappedRepresentation',
] as const;
const TYPES_4 = [
  ...TYPES_2X3,
  'Point',
  'PointCloud',
  'Curve',
  'Curve3D',
  'Surface',
  'Surface2D',
  'Surface3D',
  'FillArea',
  'Text',
  'AdvancedSurface',
  'Tessellation',
  'AdvancedBrep',
  'LightSource',
] as const;

/** Types of shape representations. */
export const SHAPE_TYPES: Readonly<Record<IfcSchemaName, readonly string[]>> = {
  IFC2X3: TYPES_2X3,
  IFC4: TYPES_4,
  IFC4X3: [...TYPES_4, 'SectionedSurface', 'Segment'],
};

/** Types of topology representations. */
export const TOPOLOGY_TYPES: readonly string[] = [
  'Vertex',
  'Edge',
  'Path',
  'Face',
  'Shell',
  'Undefined',
];
