/** @module map-conversion: the place of a file in a coordinate reference system, from all forms in which files state it. */
import { inSystem, type MapUnit, mapUnitOf } from '../../../building/place/georeference.ts';
import { systemOf } from '../../../building/place/systems.ts';
import { isInArea, latLonOf } from '../../../building/place/wgs84.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { siFactorOf } from '../read/si-units.ts';
import { crsOf } from './crs-name.ts';
import { type SetValue, type SetValues, setsNamed } from './map-sets.ts';

/** A map conversion as a file states it. */
export type StatedConversion = {
  readonly crs: string;
  /** Coordinates of the origin of the file, in units of the map. */
  readonly eastings: number;
  readonly northings: number;
  readonly height: number;
  /** Size of the unit of the map, m. Null: the file does not state it. */
  readonly metres: number | null;
  /** Angle of the x axis from east, counter-clockwise, degrees. */
  readonly turn_deg: number;
  /** Units of the map in one unit of the file, without `factor`; null if it is not stated. */
  readonly scale: number | null;
  /** Distance in the map divided by distance in the file, as IFC4X3 states it apart from the units. */
  readonly factor: number;
};

const DEGREES = 180 / Math.PI;

/** All map conversions of a file that name a system: entities, and if there are none property sets. */
export function conversionsIn(model: IfcModel): readonly StatedConversion[] {
  const entities = model.schema.name === 'IFC2X3' ? [] : inEntities(model);
  return entities.length > 0 ? entities : inSets(model);
}

/** The one map conversion of a file; null if it has none, or several that differ. */
export function conversionOf(model: IfcModel): StatedConversion | null {
  const [first, ...others] = conversionsIn(model);
  if (first === undefined) return null;
  const same = JSON.stringify(first);
  return others.every((one) => JSON.stringify(one) === same) ? first : null;
}

/** Maximum number of operations that are read. */
const MAX_OPERATIONS = 50;

function inEntities(model: IfcModel): readonly StatedConversion[] {
  return model
    .rows('IfcCoordinateOperation')
    .slice(0, MAX_OPERATIONS)
    .flatMap((row) => {
      const system = model.ref(row, 'TargetCRS');
      const crs = system === null ? null : crsOf(statedSystem(model, system));
      if (system === null || crs === null) return [];
      const unit = model.ref(system, 'MapUnit');
      const metres = unit === null ? null : siFactorOf(unit, model);
      const made = model.isA(row, 'IfcMapConversion')
        ? mapConversion(model, row)
        : rigidOperation(model, row);
      return made === null ? [] : [{ crs, metres, ...made }];
    });
}

function statedSystem(model: IfcModel, row: number): Parameters<typeof crsOf>[0] {
  return {
    name: model.text(row, 'Name'),
    description: model.text(row, 'Description'),
    datum: model.text(row, 'GeodeticDatum'),
    projection: model.text(row, 'MapProjection'),
    zone: model.text(row, 'MapZone'),
  };
}

type Made = Omit<StatedConversion, 'crs' | 'metres'>;

function mapConversion(model: IfcModel, row: number): Made | null {
  const number = (name: string): number | null => model.number(row, name);
  const [x, y] = [number('FactorX') ?? 1, number('FactorY') ?? 1];
  // A model cannot be stretched in one direction.
  if (x !== y) return null;
  return {
    eastings: number('Eastings') ?? NaN,
    northings: number('Northings') ?? NaN,
    height: number('OrthogonalHeight') ?? NaN,
    turn_deg: turnOf(number('XAxisAbscissa'), number('XAxisOrdinate')),
    scale: number('Scale'),
    factor: x,
  };
}

/** A translation without rotation, of IFC4X3; null if its coordinates are angles. */
function rigidOperation(model: IfcModel, row: number): Made | null {
  if (!model.isA(row, 'IfcRigidOperation')) return null;
  const length = (name: string): number => {
    const value = model.value(row, name);
    return value.kind === 'typed' && value.type.toUpperCase() === 'IFCLENGTHMEASURE'
      ? (model.number(row, name) ?? NaN)
      : NaN;
  };
  const [eastings, northings] = [length('FirstCoordinate'), length('SecondCoordinate')];
  const height = model.number(row, 'Height') ?? 0;
  return { eastings, northings, height, turn_deg: 0, scale: null, factor: 1 };
}

function turnOf(abscissa: number | null, ordinate: number | null): number {
  return abscissa === null && ordinate === null
    ? 0
    : Math.atan2(ordinate ?? 0, abscissa ?? 0) * DEGREES;
}

/** Sizes of units by the words with which sets name them, m. */
const UNIT_WORDS: ReadonlyMap<string, number> = new Map([
  ['m', 1],
  ['metre', 1],
  ['meter', 1],
  ['metres', 1],
  ['meters', 1],
  ['ft', 0.3048],
  ['foot', 0.3048],
  ['feet', 0.3048],
  ['us survey foot', 1200 / 3937],
  ['us survey feet', 1200 / 3937],
  ['us-ft', 1200 / 3937],
  ['ftus', 1200 / 3937],
]);

function inSets(model: IfcModel): readonly StatedConversion[] {
  const systems = setsNamed(model, 'ePSet_ProjectedCRS');
  return setsNamed(model, 'ePSet_MapConversion').flatMap((values, i) => {
    const system = systems[i] ?? systems[0];
    const text = (name: string): string | null => system?.get(name)?.text ?? null;
    const crs = crsOf({
      name: text('name') ?? values.get('targetcrs')?.text ?? null,
      description: text('description'),
      datum: text('geodeticdatum'),
      projection: text('mapprojection'),
      zone: text('mapzone'),
    });
    if (crs === null) return [];
    const number = (name: string): number | null => values.get(name)?.number ?? null;
    const named = UNIT_WORDS.get((text('mapunit') ?? '').trim().toLowerCase().slice(0, 20));
    const metres = named ?? unitOf(values);
    const length = (name: string): number => {
      const value = values.get(name);
      return value === undefined ? NaN : inUnit(value, metres);
    };
    return [
      {
        crs,
        metres,
        eastings: length('eastings'),
        northings: length('northings'),
        height: values.has('orthogonalheight') ? length('orthogonalheight') : 0,
        turn_deg: turnOf(number('xaxisabscissa'), number('xaxisordinate')),
        scale: number('scale'),
        factor: 1,
      },
    ];
  });
}

/** The unit that the eastings state. */
function unitOf(values: SetValues): number | null {
  return values.get('eastings')?.metres ?? null;
}

/** A length in the unit of the map. */
function inUnit({ number, metres }: SetValue, map: number | null): number {
  if (number === null) return NaN;
  return metres === null || map === null || metres === map ? number : (number * metres) / map;
}

/**
 * The unit of a map in which the coordinates of a file are meant. Files that do not state it mean that of the project or
 * that of the system: the one in which the place is in the area of use of the system. Null if neither or both can be meant.
 */
export function meantUnit(stated: StatedConversion, metres_per_unit: number): MeantUnit | null {
  if (stated.metres !== null) return unitFor(stated.metres);
  const system = systemOf(stated.crs);
  if (system === null || system.projection === null) {
    return metres_per_unit === 1 ? unitFor(1) : null;
  }
  const candidates = [...new Set([system.metres_per_unit, metres_per_unit])];
  const fitting = candidates.filter((metres) => {
    const { unit, per } = unitFor(metres);
    const at = inSystem(system, {
      crs: stated.crs,
      eastings: stated.eastings * per,
      northings: stated.northings * per,
      height: 0,
      map_unit: unit,
    });
    const found = latLonOf(system, at);
    return found !== null && isInArea(found, system.area);
  });
  const [only, another] = fitting;
  return only === undefined || another !== undefined ? null : unitFor(only);
}

/** A unit, and the number of these in one unit of the file's coordinates. */
type MeantUnit = { readonly unit: MapUnit; readonly per: number };

/** The unit of this size; coordinates in any other unit, such as millimetres, are kept in metres. */
function unitFor(metres: number): MeantUnit {
  const unit = mapUnitOf(metres);
  return unit === null ? { unit: 'metre', per: metres } : { unit, per: 1 };
}
