/**
 * @module deprecated: entities, attributes and values that a schema keeps only so that old files can be read. Source:
 * tables of buildingSMART ifc-gherkin-rules, IFC102 (MIT), based on the schema documentation.
 */
import type { IfcSchemaName } from '../../schema/ifc-schema.ts';

/** Deprecated items of one schema. */
export type Deprecated = {
  readonly entities: readonly string[];
  /** Entities that should be instantiated only as one of their subtypes. */
  readonly explicit: readonly string[];
  /** Deprecated attributes by entity; they apply to subtypes as well. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Deprecated values of attributes, by entity. */
  readonly values: readonly (readonly [
    entity: string,
    attribute: string,
    values: readonly string[],
  ])[];
  /** Deprecated types of shape representations. */
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

/** Name of a property set that is deprecated in all schemas. */
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
