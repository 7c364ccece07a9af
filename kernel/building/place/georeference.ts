/** @module georeference: the place of the origin of a model in a map, and what follows from it: WGS84 and both norths. */
import * as z from 'zod';

import { type KnownSystem, systemOf } from './systems.ts';
import { convergenceOf, latLonOf, type LatLon, type MapPoint } from './wgs84.ts';

/** Units of maps, m. */
const METRES_PER_UNIT = {
  metre: 1,
  foot: 0.3048,
  us_survey_foot: 1200 / 3937,
} as const;
export type MapUnit = keyof typeof METRES_PER_UNIT;
export const MAP_UNITS = ['metre', 'foot', 'us_survey_foot'] as const satisfies readonly MapUnit[];

/** The value of a grid north that is not stated. */
export const BY_CONVERGENCE = 'by_convergence';

/** Place of the origin of the model in a coordinate reference system. */
export const Georeference = z.strictObject({
  /** Authority and number, such as `EPSG:25832`. */
  crs: z.string().min(3).max(40),
  /** Coordinates of the origin, in the unit of the map. */
  eastings: z.number().min(-1e8).max(1e8),
  northings: z.number().min(-1e8).max(1e8),
  /** Height of the plane z = 0, in the unit of the map. */
  height: z.number().min(-1e5).max(1e5),
  /** Unit of the three coordinates. Absent: metre. */
  map_unit: z.enum(MAP_UNITS).exactOptional(),
  /** Distance in the map divided by distance in the building. Absent: 1. */
  scale: z.number().min(0.5).max(2).exactOptional(),
  /**
   * Counter-clockwise from the y axis to the north of the map, seen from above. `by_convergence`: it follows from true north
   * and the meridian convergence. Absent, as in older logs: it equals true north.
   */
  grid_north_deg: z
    .union([z.number().min(-360).max(360), z.literal(BY_CONVERGENCE)])
    .exactOptional(),
});
export type Georeference = z.output<typeof Georeference>;

/** The parameters of a site that place it on earth. */
export type Placed = {
  readonly true_north_deg: number | null;
  readonly georeference: Georeference | null;
};

/** Size of the unit of a map, m. */
export function metresPerUnit(unit: MapUnit | undefined): number {
  return METRES_PER_UNIT[unit ?? 'metre'];
}

/** The unit of maps that has this size, within a rounding error; null for any other size. */
export function mapUnitOf(metres: number): MapUnit | null {
  return (
    MAP_UNITS.find(
      (unit) => Math.abs(METRES_PER_UNIT[unit] - metres) <= SAME_UNIT * METRES_PER_UNIT[unit],
    ) ?? null
  );
}

/** Relative difference of two statements of one unit; the two feet differ by 2e-6. */
const SAME_UNIT = 5e-7;

/** A point in the unit of the system. */
export function inSystem(system: KnownSystem, at: Georeference): MapPoint {
  const factor = metresPerUnit(at.map_unit) / system.metres_per_unit;
  const same = Math.abs(factor - 1) <= SAME_UNIT;
  return same ? at : { eastings: at.eastings * factor, northings: at.northings * factor };
}

/** The place on earth of the origin of a model. */
export type Place = LatLon & {
  readonly system: KnownSystem;
  /** Accuracy of latitude and longitude, m. */
  readonly accuracy_m: number;
  /** Angle from true north to grid north, clockwise, degrees. */
  readonly convergence_deg: number;
};

/** The place of a georeference in WGS84; null if its system is unknown or has no parameters, or if it is no place on earth. */
export function placeOf(georeference: Georeference | null): Place | null {
  const system = georeference === null ? null : systemOf(georeference.crs);
  if (georeference === null || system === null || system.projection === null) return null;
  const at = inSystem(system, georeference);
  const found = latLonOf(system, at);
  const convergence_deg = convergenceOf(system, at);
  if (found === null || convergence_deg === null) return null;
  return { ...found, system, accuracy_m: system.projection.accuracy_m, convergence_deg };
}

/** Directions of the norths in plan: counter-clockwise from the y axis, degrees. */
export type Norths = { readonly true_deg: number | null; readonly grid_deg: number };

/**
 * Both norths of a site. The one that is not stated follows from the other and the meridian convergence. If this is
 * unknown, both are equal. Without a georeference, grid north is true north.
 */
export function northsOf({ true_north_deg, georeference }: Placed): Norths {
  const stated = georeference?.grid_north_deg;
  if (georeference === null || stated === undefined) {
    return { true_deg: true_north_deg, grid_deg: true_north_deg ?? 0 };
  }
  const place = placeOf(georeference);
  const turn = place?.convergence_deg ?? 0;
  const followed = true_north_deg === null ? 0 : turned(true_north_deg, -turn);
  const grid_deg = stated === BY_CONVERGENCE ? followed : stated;
  const derived = place === null ? null : turned(grid_deg, turn);
  return { true_deg: true_north_deg ?? derived, grid_deg };
}

/** An angle turned by another, without digits that rounding made. */
function turned(degrees: number, by: number): number {
  return Number((degrees + by).toFixed(9)) + 0;
}

/** A point of the map: eastings, northings and height in its unit. */
export type WorldPoint = MapPoint & { readonly height: number };

/** Conversion of points of the model (mm) to points of the map. */
export type ToMap = (point: {
  readonly x: number;
  readonly y: number;
  readonly z?: number;
}) => WorldPoint;

/** Conversion of the model to the map of its georeference, as IfcMapConversion defines it. */
export function toMapOf(placed: Placed & { readonly georeference: Georeference }): ToMap {
  const { eastings, northings, height, map_unit, scale = 1 } = placed.georeference;
  const per_mm = 0.001 / metresPerUnit(map_unit);
  // The x axis is turned from east by as much as the y axis is from grid north, in the other direction.
  const { cos, sin } = turnOf(northsOf(placed).grid_deg);
  const size = per_mm * scale;
  return ({ x, y, z: up = 0 }) => ({
    eastings: eastings + (x * cos + y * sin) * size,
    northings: northings + (y * cos - x * sin) * size,
    height: height + up * per_mm,
  });
}

/** Conversion of points of the map of a georeference to points of the model in plan, mm. */
export function fromMapOf(
  placed: Placed & { readonly georeference: Georeference },
): (point: MapPoint) => { readonly x: number; readonly y: number } {
  const { eastings, northings, map_unit, scale = 1 } = placed.georeference;
  const { cos, sin } = turnOf(northsOf(placed).grid_deg);
  const size = (0.001 / metresPerUnit(map_unit)) * scale;
  return (point) => {
    const [e, n] = [(point.eastings - eastings) / size, (point.northings - northings) / size];
    return { x: e * cos - n * sin, y: e * sin + n * cos };
  };
}

/** Cosine and sine of an angle in degrees, exact for multiples of 90°. */
export function turnOf(degrees: number): { readonly cos: number; readonly sin: number } {
  const quarter = (((degrees / 90) % 4) + 4) % 4;
  const exact = [
    { cos: 1, sin: 0 },
    { cos: 0, sin: 1 },
    { cos: -1, sin: 0 },
    { cos: 0, sin: -1 },
  ][quarter];
  const angle = (degrees * Math.PI) / 180;
  return exact ?? { cos: Math.cos(angle), sin: Math.sin(angle) };
}
