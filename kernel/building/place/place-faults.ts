/** @module place faults: what is implausible about the place of a model on earth. */
import { type Georeference, inSystem, type Placed, placeOf } from './georeference.ts';
import { type Area, epsgCode, systemOf } from './systems.ts';
import { isInArea, latLonOf, type LatLon } from './wgs84.ts';

/** One fault of a place: what is wrong, as a sentence without a full stop. */
export type PlaceFault = {
  readonly fault:
    | 'swapped_axes'
    | 'outside_area'
    | 'other_unit'
    | 'norths_differ'
    | 'no_place'
    | 'degrees';
  readonly message: string;
};

/** Greatest difference between the stated norths and the convergence that is not reported, degrees. */
const NORTH_TOLERANCE_DEG = 0.5;
/** Coordinates up to this size, in all systems, look like degrees, not like lengths. */
const MAX_DEGREES = 180;

/** Faults of the place of a site, in a fixed order; none without a georeference or if its system is unknown. */
export function placeFaults(placed: Placed): readonly PlaceFault[] {
  const { georeference } = placed;
  const system = georeference === null ? null : systemOf(georeference.crs);
  if (georeference === null || system?.projection === undefined || system.projection === null) {
    return [];
  }
  const at = inSystem(system, georeference);
  const found = latLonOf(system, at);
  const here = `the origin at eastings ${georeference.eastings}, northings ${georeference.northings}`;
  const of = `the area of use of ${georeference.crs} (${system.name})`;
  if (found !== null && isNear(found, system.area)) return northFaults(placed);
  if (looksLikeDegrees(georeference)) {
    const message = `${here} looks like degrees; ${georeference.crs} (${system.name}) has lengths`;
    return [{ fault: 'degrees', message }];
  }
  const isInside = (point: { readonly eastings: number; readonly northings: number }): boolean => {
    const other = latLonOf(system, point);
    return other !== null && isNear(other, system.area);
  };
  if (isInside({ eastings: at.northings, northings: at.eastings })) {
    const message = `${here} is outside ${of}, and inside with both exchanged: eastings and northings are probably swapped`;
    return [{ fault: 'swapped_axes', message }];
  }
  const raw = { eastings: georeference.eastings, northings: georeference.northings };
  if (raw.eastings !== at.eastings && isInside(raw)) {
    const message = `${here} is outside ${of} in ${georeference.map_unit ?? 'metre'}, and inside in the unit of the system`;
    return [{ fault: 'other_unit', message }];
  }
  if (found === null) {
    return [{ fault: 'no_place', message: `${here} is no place on earth in ${georeference.crs}` }];
  }
  const where = `latitude ${found.latitude.toFixed(4)}, longitude ${found.longitude.toFixed(4)}`;
  return [{ fault: 'outside_area', message: `${here} (${where}) is outside ${of}` }];
}

/** Width of the strip around an area that still belongs to it, degrees: buildings near a border use the system across it. */
const STRIP_DEG = 0.5;

function isNear(point: LatLon, { west, south, east, north }: Area): boolean {
  return isInArea(point, {
    west: Math.max(west - STRIP_DEG, -180),
    east: Math.min(east + STRIP_DEG, 180),
    south: south - STRIP_DEG,
    north: north + STRIP_DEG,
  });
}

function looksLikeDegrees({ eastings, northings }: Georeference): boolean {
  const [a, b] = [Math.abs(eastings), Math.abs(northings)];
  return Math.max(a, b) <= MAX_DEGREES && Math.min(a, b) <= MAX_DEGREES / 2 && (a > 0 || b > 0);
}

/** True and grid north that are stated, differ, and do not differ by the meridian convergence. */
function northFaults({ true_north_deg, georeference }: Placed): readonly PlaceFault[] {
  const grid = georeference?.grid_north_deg;
  const place = placeOf(georeference);
  if (typeof grid !== 'number' || true_north_deg === null || place === null) return [];
  const between = angleBetween(true_north_deg, grid);
  const off = Math.abs(angleBetween(between, place.convergence_deg));
  if (between === 0 || off <= NORTH_TOLERANCE_DEG) return [];
  const message = `true north (${true_north_deg}°) and grid north (${grid}°) differ by ${between}°, but the meridian convergence is ${place.convergence_deg.toFixed(4)}°`;
  return [{ fault: 'norths_differ', message }];
}

/** The angle from b to a, from -180 to 180 degrees. */
function angleBetween(a: number, b: number): number {
  const turn = (((a - b) % 360) + 540) % 360;
  return Number((turn - 180).toFixed(9)) + 0;
}

/** Why latitude and longitude of a system are not computed, as a sentence; null if they are. */
export function withoutWgs84(crs: string): string | null {
  const system = systemOf(crs);
  if (system !== null) {
    return system.projection === null
      ? `${crs} (${system.name}) is known, but latitude and longitude are not computed in it`
      : null;
  }
  return epsgCode(crs) === null
    ? `${crs} is not a system of the EPSG dataset: latitude and longitude are not computed`
    : `${crs} is not a known projected system: latitude and longitude are not computed`;
}
