/** @module aliases: entities that occurrences of IFC2X3 stand for by their types, as the table of IDS lists them. */

/** Occurrence entity, and names without `Ifc` of the entities that its types give. */
const TABLE = `
FurnishingElement Furniture SystemFurnitureElement
DistributionControlElement Actuator Alarm Controller FlowInstrument Sensor
EnergyConversionDevice AirToAirHeatRecovery Boiler Chiller Coil Condenser CooledBeam CoolingTower ElectricGenerator
EnergyConversionDevice ElectricMotor EvaporativeCooler Evaporator HeatExchanger Humidifier MotorConnection SpaceHeater
EnergyConversionDevice Transformer TubeBundle UnitaryEquipment
FlowController AirTerminalBox Damper ElectricTimeControl FlowMeter ProtectiveDevice SwitchingDevice Valve
FlowFitting CableCarrierFitting DuctFitting JunctionBox PipeFitting
FlowMovingDevice Compressor Fan Pump
FlowSegment CableCarrierSegment CableSegment DuctSegment PipeSegment
FlowStorageDevice ElectricFlowStorageDevice Tank
FlowTerminal AirTerminal ElectricAppliance FireSuppressionTerminal Lamp LightFixture Outlet SanitaryTerminal
FlowTerminal StackTerminal WasteTerminal
FlowTreatmentDevice DuctSilencer Filter
EquipmentElement VibrationIsolator
`;

/** An entity of IFC2X3 with an entity of its type. All names in upper case. */
export type Alias = {
  /** The name in IDS files: `IFCAIRTERMINAL`. */
  readonly name: string;
  /** `IFCFLOWTERMINAL` */
  readonly occurrence: string;
  /** `IFCAIRTERMINALTYPE` */
  readonly type: string;
};

/** All rows of the table. */
export const ALIASES: readonly Alias[] = TABLE.trim()
  .split('\n')
  .flatMap((row) => {
    const [occurrence = '', ...names] = row.split(' ');
    return names.map((name) => ({
      name: `IFC${name.toUpperCase()}`,
      occurrence: `IFC${occurrence.toUpperCase()}`,
      type: `IFC${name.toUpperCase()}TYPE`,
    }));
  });

/** Names by occurrence and type: `IFCFLOWTERMINAL IFCAIRTERMINALTYPE`. */
export const ALIAS_OF: ReadonlyMap<string, string> = new Map(
  ALIASES.map(({ name, occurrence, type }) => [`${occurrence} ${type}`, name]),
);

/** Names by occurrence entity. */
export const OCCURRENCES: ReadonlySet<string> = new Set(
  ALIASES.map(({ occurrence }) => occurrence),
);
