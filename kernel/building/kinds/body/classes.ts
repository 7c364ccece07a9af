/** @module classes: what bodies of an IFC class are in a building: they obstruct, bear, occupy space, and have colours. */
import type { Variant } from '../facets/appearance.ts';
import { type Bears, type Obstructs, OBSTRUCTS } from '../facets/presence.ts';

/** Groups of classes that are alike in a building. */
export type Family =
  | 'construction'
  | 'slab'
  | 'roof'
  | 'filling'
  | 'furniture'
  | 'services'
  | 'ground'
  | 'space';

type FamilyFacts = {
  readonly occupies: 'matter' | 'space';
  readonly obstructs: Obstructs<unknown> | 'none';
  /** Whether it is a construction element, which reduces the net area and volume of rooms. */
  readonly is_construction: boolean;
  /** Null: the colours of the kind. */
  readonly colours: Variant | null;
};

/** Facts by family. */
const FAMILIES: Readonly<Record<Family, FamilyFacts>> = {
  construction: {
    occupies: 'matter',
    obstructs: OBSTRUCTS,
    is_construction: true,
    colours: null,
  },
  // As floors: who walks on it is not obstructed by it.
  slab: {
    occupies: 'matter',
    obstructs: { ...OBSTRUCTS, rooms: false },
    is_construction: true,
    colours: null,
  },
  roof: {
    occupies: 'matter',
    obstructs: { ...OBSTRUCTS, routes: false, rooms: false },
    is_construction: true,
    colours: {
      name: 'roofs',
      is_space: false,
      picture: [176, 120, 100],
      elevation: null,
      gltf: [0.42, 0.19, 0.13],
    },
  },
  // Doors and windows close a void, through which people walk and see.
  filling: {
    occupies: 'matter',
    obstructs: 'none',
    is_construction: true,
    colours: {
      name: 'doors and windows',
      is_space: false,
      picture: [170, 160, 150],
      elevation: null,
      gltf: [0.4, 0.35, 0.3],
    },
  },
  // Nobody walks below a table.
  furniture: {
    occupies: 'matter',
    obstructs: { ...OBSTRUCTS, heads: false },
    is_construction: false,
    colours: {
      name: 'furniture',
      is_space: false,
      picture: [196, 182, 160],
      elevation: null,
      gltf: [0.52, 0.42, 0.3],
    },
  },
  services: {
    occupies: 'matter',
    obstructs: OBSTRUCTS,
    is_construction: false,
    colours: {
      name: 'services',
      is_space: false,
      picture: [150, 176, 190],
      elevation: null,
      gltf: [0.3, 0.43, 0.5],
    },
  },
  ground: {
    occupies: 'matter',
    obstructs: 'none',
    is_construction: false,
    colours: {
      name: 'ground',
      is_space: false,
      picture: [170, 180, 140],
      elevation: null,
      gltf: [0.36, 0.42, 0.24],
    },
  },
  space: {
    occupies: 'space',
    obstructs: 'none',
    is_construction: false,
    colours: {
      name: 'spaces',
      is_space: true,
      picture: [200, 220, 235],
      elevation: null,
      gltf: [0.55, 0.7, 0.85],
    },
  },
};

/** Classes by family, in all schemas; any other class is `construction`. */
const CLASSES: Readonly<Record<Exclude<Family, 'construction'>, string>> = {
  slab: `IfcSlab IfcSlabElementedCase IfcSlabStandardCase IfcCovering IfcPlate IfcPlateStandardCase IfcCourse
    IfcPavement`,
  roof: 'IfcRoof',
  filling: 'IfcDoor IfcDoorStandardCase IfcWindow IfcWindowStandardCase',
  furniture: 'IfcFurnishingElement IfcFurniture IfcSystemFurnitureElement',
  services: `IfcActuator IfcAirTerminal IfcAirTerminalBox IfcAirToAirHeatRecovery IfcAlarm IfcAudioVisualAppliance
    IfcBoiler IfcBurner IfcCableCarrierFitting IfcCableCarrierSegment IfcCableFitting IfcCableSegment IfcChiller
    IfcCoil IfcCommunicationsAppliance IfcCompressor IfcCondenser IfcController IfcConveyorSegment IfcCooledBeam
    IfcCoolingTower IfcDamper IfcDistributionBoard IfcDistributionChamberElement IfcDistributionControlElement
    IfcDistributionElement IfcDistributionFlowElement IfcDistributionPort IfcDuctFitting IfcDuctSegment
    IfcDuctSilencer IfcElectricAppliance IfcElectricDistributionBoard IfcElectricDistributionPoint
    IfcElectricFlowStorageDevice IfcElectricFlowTreatmentDevice IfcElectricGenerator IfcElectricMotor
    IfcElectricTimeControl IfcElectricalElement IfcEnergyConversionDevice IfcEngine IfcEquipmentElement
    IfcEvaporativeCooler IfcEvaporator IfcFan IfcFilter IfcFireSuppressionTerminal IfcFlowController IfcFlowFitting
    IfcFlowInstrument IfcFlowMeter IfcFlowMovingDevice IfcFlowSegment IfcFlowStorageDevice IfcFlowTerminal
    IfcFlowTreatmentDevice IfcHeatExchanger IfcHumidifier IfcInterceptor IfcJunctionBox IfcLamp IfcLightFixture
    IfcLiquidTerminal IfcMedicalDevice IfcMobileTelecommunicationsAppliance IfcMotorConnection IfcOutlet
    IfcPipeFitting IfcPipeSegment IfcProtectiveDevice IfcProtectiveDeviceTrippingUnit IfcPump IfcSanitaryTerminal
    IfcSensor IfcSignal IfcSolarDevice IfcSpaceHeater IfcStackTerminal IfcSwitchingDevice IfcTank IfcTransformer
    IfcTubeBundle IfcUnitaryControlElement IfcUnitaryEquipment IfcValve IfcWasteTerminal`,
  ground: `IfcSite IfcGeographicElement IfcCivilElement IfcGeomodel IfcGeoslice IfcGeotechnicalStratum IfcBorehole
    IfcEarthworksElement IfcEarthworksFill IfcReinforcedSoil`,
  space: `IfcSpace IfcSpatialZone IfcExternalSpatialElement IfcBuilding IfcBuildingStorey IfcOpeningElement
    IfcOpeningStandardCase IfcVoidingFeature IfcChamferEdgeFeature IfcRoundedEdgeFeature IfcEarthworksCut
    IfcVirtualElement IfcAnnotation IfcGrid`,
};

/** How bodies of a class carry loads; classes that are not listed carry nothing but themselves. */
const BEARING: Readonly<Record<Bears, string>> = {
  slab: 'IfcSlab IfcSlabElementedCase IfcSlabStandardCase IfcRoof IfcFooting',
  member: 'IfcBeam IfcBeamStandardCase',
  post: `IfcWall IfcWallElementedCase IfcWallStandardCase IfcColumn IfcColumnStandardCase IfcPile IfcCaissonFoundation
    IfcDeepFoundation`,
  way: 'IfcStair IfcStairFlight IfcRamp IfcRampFlight',
};

/** The value of each class of a table. */
function byClass<Value extends string>(
  table: readonly (readonly [value: Value, classes: string])[],
): ReadonlyMap<string, Value> {
  return new Map(
    table.flatMap(([value, classes]) =>
      classes.split(/\s+/u).map((name) => [name.toLowerCase(), value] as const),
    ),
  );
}

const FAMILY_OF = byClass<Family>([
  ['slab', CLASSES.slab],
  ['roof', CLASSES.roof],
  ['filling', CLASSES.filling],
  ['furniture', CLASSES.furniture],
  ['services', CLASSES.services],
  ['ground', CLASSES.ground],
  ['space', CLASSES.space],
]);
const BEARS_OF = byClass<Bears>([
  ['slab', BEARING.slab],
  ['member', BEARING.member],
  ['post', BEARING.post],
  ['way', BEARING.way],
]);

/** The family of an IFC class, in any case. */
export function familyOf(ifc_class: string): Family {
  return FAMILY_OF.get(ifc_class.toLowerCase()) ?? 'construction';
}

/** What bodies of an IFC class are in a building. */
export function factsOf(ifc_class: string): FamilyFacts {
  return FAMILIES[familyOf(ifc_class)];
}

/** How bodies of an IFC class carry loads. */
export function bearsOf(ifc_class: string): Bears | 'none' {
  return BEARS_OF.get(ifc_class.toLowerCase()) ?? 'none';
}

/** The colours of the families that have their own. */
export const FAMILY_COLOURS: Readonly<Record<string, Variant>> = Object.fromEntries(
  Object.entries(FAMILIES).flatMap(([family, { colours }]) =>
    colours === null ? [] : [[family, colours]],
  ),
);
