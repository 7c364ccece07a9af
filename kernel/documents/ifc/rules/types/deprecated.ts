/**
 * @module deprecated: entities, attributes and values that a schema keeps only so that old files can be read: the tables of
 * buildingSMART ifc-gherkin-rules, IFC102 (MIT), after the documentation of the schemas.
 */
import type { IfcSchemaName } from '../../schema/ifc-schema.ts';

/** What is deprecated in one schema. */
export type Deprecated = {
  readonly entities: readonly string[];
  /** Entities that only their subtypes should stand for. */
  readonly explicit: readonly string[];
  /** Attributes by entity; subtypes have them too. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Values of an attribute by entity. */
  readonly values: readonly (readonly [
    entity: string,
    attribute: string,
    values: readonly string[],
  ])[];
  /** Types of shape representations. */
  readonly representations: readonly string[];
};

const FLOW = [
  'IfcFlowFitting',
  'IfcFlowSegment',
  'IfcFlowTerminal',
  'IfcFlowController',
  'IfcFlowMovingDevice',
  'IfcFlowStorageDevice',
  'IfcFlowTreatmentDevice',
  'IfcEnergyConversionDevice',
] as const;
const FLIGHT = ['NumberOfRisers', 'NumberOfTreads', 'RiserHeight', 'TreadLength'] as const;
const JUNCTIONS = ['TEE', 'CROSS', 'REDUCER'] as const;
const PLACES = ['INTERNAL', 'EXTERNAL'] as const;

/** Name of a property set that is deprecated in every schema. */
export const DEPRECATED_PSET = 'Pset_Draughting';

export const DEPRECATED: Readonly<Record<IfcSchemaName, Deprecated>> = {
  IFC2X3: {
    entities: [
      'Ifc2DCompositeCurve',
      'IfcConnectionPortGeometry',
      'IfcElectricalElement',
      'IfcEquipmentElement',
      'IfcTextLiteral',
    ],
    explicit: [
      'IfcProductRepresentation',
      'IfcRepresentation',
      'IfcRepresentationContext',
      'IfcRelAssociates',
    ],
    attributes: { IfcFillAreaStyleHatching: ['PointOfReferenceHatchLine'] },
    values: [['IfcOwnerHistory', 'ChangeAction', ['MODIFIEDADDED', 'MODIFIEDDELETED']]],
    representations: [],
  },
  IFC4: {
    entities: [
      'Ifc2DCompositeCurve',
      'IfcBeamStandardCase',
      'IfcConnectionPortGeometry',
      'IfcColumnStandardCase',
      'IfcDoorStandardCase',
      'IfcDoorStyle',
      'IfcElectricalElement',
      'IfcEquipmentElement',
      'IfcFaceBasedSurfaceModel',
      'IfcMaterialClassificationRelationship',
      'IfcMaterialList',
      'IfcMemberStandardCase',
      'IfcOpeningStandardCase',
      'IfcPlateStandardCase',
      'IfcPresentationStyleAssignment',
      'IfcProxy',
      'IfcRelCoversBldgElements',
      'IfcRelCoversSpaces',
      'IfcSlabElementedCase',
      'IfcSlabStandardCase',
      'IfcTextLiteral',
      'IfcWallElementedCase',
      'IfcWallStandardCase',
      'IfcWindowStandardCase',
      'IfcWindowStyle',
    ],
    explicit: FLOW,
    attributes: {
      IfcDoorLiningProperties: ['ShapeAspectStyle'],
      IfcDoorPanelProperties: ['ShapeAspectStyle'],
      IfcFillAreaStyleHatching: ['PointOfReferenceHatchLine'],
      IfcReinforcingElement: ['SteelGrade'],
      IfcRelAssigns: ['RelatedObjectsType'],
      IfcStairFlight: FLIGHT,
      IfcWindowPanelProperties: ['ShapeAspectStyle'],
      IfcWindowLiningProperties: ['ShapeAspectStyle'],
      IfcTendon: [
        'NominalDiameter',
        'CrossSectionArea',
        'TensionForce',
        'PreStress',
        'FrictionCoefficient',
        'AnchorageSlip',
        'MinCurvatureRadius',
      ],
      IfcTendonType: ['NominalDiameter', 'CrossSectionArea', 'SheathDiameter'],
    },
    values: [
      ['IfcWall', 'PredefinedType', ['POLYGONAL', 'STANDARD', 'ELEMENTEDWALL']],
      ['IfcWallType', 'PredefinedType', ['POLYGONAL', 'STANDARD', 'ELEMENTEDWALL']],
    ],
    representations: [],
  },
  IFC4X3: {
    entities: [
      'IfcBuildingSystem',
      'IfcCivilElement',
      'IfcCivilElementType',
      'IfcDoorLiningProperties',
      'IfcDoorPanelProperties',
      'IfcElectricDistributionBoard',
      'IfcElectricDistributionBoardType',
      'IfcFaceBasedSurfaceModel',
      'IfcMaterialClassificationRelationship',
      'IfcMaterialList',
      'IfcPermeableCoveringProperties',
      'IfcPostalAddress',
      'IfcRelConnectsPortToElement',
      'IfcRelCoversBldgElements',
      'IfcRelServicesBuildings',
      'IfcRelCoversSpaces',
      'IfcTelecomAddress',
      'IfcTextLiteral',
      'IfcTrapeziumProfileDef',
      'IfcWallStandardCase',
      'IfcWindowLiningProperties',
      'IfcWindowPanelProperties',
      'IfcWindowStandardCase',
    ],
    explicit: FLOW,
    attributes: {
      IfcBuilding: ['BuildingAddress', 'ElevationOfRefHeight', 'ElevationOfTerrain'],
      IfcBuildingStorey: ['Elevation'],
      IfcFillAreaStyleHatching: ['PointOfReferenceHatchLine'],
      IfcOrganization: ['Addresses'],
      IfcPerson: ['Addresses'],
      IfcPile: ['ConstructionType'],
      IfcReinforcingElement: ['SteelGrade'],
      IfcRelAssigns: ['RelatedObjectsType'],
      IfcSite: ['LandTitleNumber', 'SiteAddress'],
      IfcStairFlight: FLIGHT,
      IfcSurfaceStyleRendering: [
        'DiffuseTransmissionColour',
        'ReflectionColour',
        'TransmissionColour',
      ],
      IfcSurfaceTexture: ['Parameter'],
      IfcTendon: ['NominalDiameter', 'CrossSectionArea'],
      IfcTextureCoordinateGenerator: ['Parameter'],
    },
    values: [
      ['IfcBuildingElementProxy', 'PredefinedType', ['PROVISIONFORSPACE', 'PROVISIONFORVOID']],
      ['IfcFireSuppressionTerminal', 'PredefinedType', ['SPRINKLERDEFLECTOR']],
      ['IfcFireSuppressionTerminalType', 'PredefinedType', ['SPRINKLERDEFLECTOR']],
      ['IfcCableCarrierFitting', 'PredefinedType', JUNCTIONS],
      ['IfcCableCarrierFittingType', 'PredefinedType', JUNCTIONS],
      ['IfcGeographicElement', 'PredefinedType', ['SOIL_BORING_POINT']],
      ['IfcGeographicElementType', 'PredefinedType', ['SOIL_BORING_POINT']],
      ['IfcSpace', 'PredefinedType', PLACES],
      ['IfcSpaceType', 'PredefinedType', PLACES],
      ['IfcWall', 'PredefinedType', ['POLYGONAL', 'STANDARD']],
      ['IfcWallType', 'PredefinedType', ['POLYGONAL', 'STANDARD']],
    ],
    representations: ['PointCloud'],
  },
};
