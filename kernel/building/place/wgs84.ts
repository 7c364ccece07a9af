/** @module wgs84: projected coordinates as latitude and longitude, and back. */
import proj4, { type Converter } from 'proj4';

import type { Area, KnownSystem } from './systems.ts';

/** A point on earth, degrees: north and east are positive. */
export type LatLon = { readonly latitude: number; readonly longitude: number };

/** A point of a map, in the unit of its system. */
export type MapPoint = { readonly eastings: number; readonly northings: number };

const converters = new Map<string, Converter>();

function converterOf({ projection }: KnownSystem): Converter | null {
  if (projection === null) return null;
  const known = converters.get(projection.definition);
  if (known !== undefined) return known;
  const made = proj4('EPSG:4326', projection.definition);
  converters.set(projection.definition, made);
  return made;
}

/**
 * Latitude and longitude in WGS84 of a point of the map. Null if the system has no parameters, or if the point is no place
 * on earth.
 */
export function latLonOf(system: KnownSystem, { eastings, northings }: MapPoint): LatLon | null {
  // The library throws for other numbers.
  if (!Number.isFinite(eastings) || !Number.isFinite(northings)) return null;
  const [longitude = NaN, latitude = NaN] =
    converterOf(system)?.inverse([eastings, northings]) ?? [];
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360;
  return isOnEarth ? { latitude, longitude: wrapped(longitude) } : null;
}

/** The point of the map at a latitude and longitude in WGS84; null if the system cannot show it. */
export function mapPointOf(system: KnownSystem, { latitude, longitude }: LatLon): MapPoint | null {
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
  const [eastings = NaN, northings = NaN] =
    converterOf(system)?.forward([longitude, latitude]) ?? [];
  return Number.isFinite(eastings) && Number.isFinite(northings) ? { eastings, northings } : null;
}

/** The longitude from -180 (exclusive) to 180 degrees. */
function wrapped(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude <= -180 ? longitude + 360 : longitude;
}

/** Whether a point is in an area. */
export function isInArea({ latitude, longitude }: LatLon, area: Area): boolean {
  if (latitude < area.south || latitude > area.north) return false;
  return area.west <= area.east
    ? longitude >= area.west && longitude <= area.east
    : longitude >= area.west || longitude <= area.east;
}

/** Half the distance of the two points whose direction is grid north, m. */
const REACH_M = 50;
const DEGREES = 180 / Math.PI;
/** Eccentricity of the ellipsoid of WGS84, squared. */
const E2 = 0.006_694_379_990_14;

/**
 * Meridian convergence at a point of the map: the angle from true north to grid north, clockwise, degrees. Null without a
 * place on earth. It is the azimuth on the ellipsoid of a short line along grid north.
 */
export function convergenceOf(system: KnownSystem, at: MapPoint): number | null {
  const step = REACH_M / system.metres_per_unit;
  const from = latLonOf(system, { ...at, northings: at.northings - step });
  const to = latLonOf(system, { ...at, northings: at.northings + step });
  const here = latLonOf(system, at);
  if (from === null || to === null || here === null) return null;
  const sine = Math.sin(here.latitude / DEGREES);
  // Ratio of the radii of curvature in the prime vertical and in the meridian.
  const ratio = (1 - E2 * sine * sine) / (1 - E2);
  const east = wrapped(to.longitude - from.longitude) * Math.cos(here.latitude / DEGREES) * ratio;
  const angle = Math.atan2(east, to.latitude - from.latitude) * DEGREES;
  return Number.isFinite(angle) ? Number(angle.toFixed(9)) + 0 : null;
}
