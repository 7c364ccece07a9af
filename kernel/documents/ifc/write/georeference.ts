/** @module georeference: writes the position of the origin in a coordinate reference system, and in WGS84. */
import { compoundAngle } from '../../../building/place/compound-angle.ts';
import {
  type Georeference,
  metresPerUnit,
  northsOf,
  placeOf,
  turnOf,
} from '../../../building/place/georeference.ts';
import { systemOf } from '../../../building/place/systems.ts';
import { rounded } from './draft.ts';
import { digits, type SiteOf } from './site.ts';
import type { StepFile } from './step/step-file.ts';
import type { Ref, StepValue } from './step/step-value.ts';
import { typed } from './step/step-value.ts';

/** Entities that a georeference refers to: the project, the site, and the context that it locates. GUIDs are derived from `text`. */
type Located = {
  readonly project: Ref;
  readonly site: Ref;
  readonly context: Ref;
  readonly text: string;
};

/** Names of the units of maps in IFC; the metre is an SI unit. */
const UNIT_NAMES = { foot: 'FOOT', us_survey_foot: 'US SURVEY FOOT' } as const;
/** Number of millimetres in a metre. */
const MM = 1000;

/**
 * Latitude, longitude and elevation of a site as attributes of IfcSite. Latitude and longitude are null if the system of the
 * georeference is not known.
 */
export function refPlace(site: SiteOf | null): {
  readonly RefLatitude: readonly number[] | null;
  readonly RefLongitude: readonly number[] | null;
  readonly RefElevation: number | null;
} {
  const georeference = site?.element.params.georeference ?? null;
  const place = placeOf(georeference);
  return {
    RefLatitude: place === null ? null : compoundAngle(place.latitude),
    RefLongitude: place === null ? null : compoundAngle(place.longitude),
    RefElevation:
      georeference === null
        ? null
        : rounded(georeference.height * metresPerUnit(georeference.map_unit) * MM),
  };
}

/**
 * Writes the georeference: a map conversion from millimetres to units of the coordinate reference system, rotated by the
 * north of the map. A scale other than 1 is a factor of its own in IFC4X3, and part of Scale before. IFC2X3 has no entities
 * for this: there the values are in property sets of the project and the site that are named after these entities.
 */
export function writeGeoreference(file: StepFile, site: SiteOf | null, placed: Located): void {
  const georeference = site?.element.params.georeference ?? null;
  if (site === null || georeference === null) return;
  const others = file.numberFrom(site.numbers);
  const { cos, sin } = turnOf(northsOf(site.element.params).grid_deg);
  const ratio = 1 / (MM * metresPerUnit(georeference.map_unit));
  const { scale = 1 } = georeference;
  const isApart = file.schema.name === 'IFC4X3' && scale !== 1;
  const turn = {
    // The x axis in map coordinates: its angle from east equals the angle of the y axis from north.
    XAxisAbscissa: digits(cos),
    XAxisOrdinate: digits(0 - sin),
    Scale: isApart ? ratio : ratio * scale,
  };
  const unit = mapUnit(file, georeference);
  if (file.schema.name === 'IFC2X3') {
    writeAsSets(file, georeference, { ...placed, ...unit, turn });
  } else {
    const crs = file.add('IfcProjectedCRS', {
      Name: georeference.crs,
      Description: systemOf(georeference.crs)?.name ?? null,
      MapUnit: unit.unit,
    });
    file.add(isApart ? 'IfcMapConversionScaled' : 'IfcMapConversion', {
      SourceCRS: placed.context,
      TargetCRS: crs,
      Eastings: georeference.eastings,
      Northings: georeference.northings,
      OrthogonalHeight: georeference.height,
      ...turn,
      ...(isApart ? { FactorX: scale, FactorY: scale, FactorZ: 1 } : {}),
    });
  }
  file.numberFrom(others);
}

type WrittenUnit = { readonly unit: Ref; readonly name: string };

function mapUnit(file: StepFile, { map_unit = 'metre' }: Georeference): WrittenUnit {
  const metre = file.add('IfcSIUnit', { UnitType: 'LENGTHUNIT', Name: 'METRE' });
  if (map_unit === 'metre') return { unit: metre, name: 'METRE' };
  const Dimensions = file.add('IfcDimensionalExponents', {
    LengthExponent: 1,
    MassExponent: 0,
    TimeExponent: 0,
    ElectricCurrentExponent: 0,
    ThermodynamicTemperatureExponent: 0,
    AmountOfSubstanceExponent: 0,
    LuminousIntensityExponent: 0,
  });
  const ConversionFactor = file.add('IfcMeasureWithUnit', {
    ValueComponent: typed('IfcLengthMeasure', metresPerUnit(map_unit)),
    UnitComponent: metre,
  });
  const name = UNIT_NAMES[map_unit];
  const unit = file.add('IfcConversionBasedUnit', {
    Dimensions,
    UnitType: 'LENGTHUNIT',
    Name: name,
    ConversionFactor,
  });
  return { unit, name };
}

type Sets = Located & WrittenUnit & { readonly turn: Readonly<Record<string, number>> };

function writeAsSets(
  file: StepFile,
  { crs, eastings, northings, height }: Georeference,
  { project, site, text, unit, name: unit_name, turn }: Sets,
): void {
  const one = (Name: string, NominalValue: StepValue, Unit: Ref | null = null): Ref =>
    file.add('IfcPropertySingleValue', { Name, NominalValue, Unit });
  const length = (name: string, value: number): Ref =>
    one(name, typed('IfcLengthMeasure', value), unit);
  const system = systemOf(crs);
  const sets = {
    ePSet_ProjectedCRS: () => [
      one('Name', typed('IfcLabel', crs)),
      ...(system === null ? [] : [one('Description', typed('IfcText', system.name))]),
      one('MapUnit', typed('IfcLabel', unit_name)),
    ],
    ePSet_MapConversion: () => [
      one('TargetCRS', typed('IfcLabel', crs)),
      length('Eastings', eastings),
      length('Northings', northings),
      length('OrthogonalHeight', height),
      ...Object.entries(turn).map(([name, value]) => one(name, typed('IfcReal', value))),
    ],
  };
  for (const [Name, properties] of Object.entries(sets)) {
    const HasProperties = properties();
    const set = file.root('IfcPropertySet', `${text}/${Name}`, { Name, HasProperties });
    file.root('IfcRelDefinesByProperties', `${text}/${Name}/defines`, {
      RelatedObjects: [project, site],
      RelatingPropertyDefinition: set,
    });
  }
}
