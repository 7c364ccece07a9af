/** @module ref-place: latitude and longitude of the sites of a file, and what is wrong with them. */
import { compoundAngle, compoundFault, degreesOf } from '../../../building/place/compound-angle.ts';
import type { LatLon } from '../../../building/place/wgs84.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { numberIn } from '../read/ifc-model.ts';

/** Attributes of IfcSite with their limits, degrees. */
const ANGLES = [
  { attribute: 'RefLatitude', what: 'latitude', most: 90 },
  { attribute: 'RefLongitude', what: 'longitude', most: 180 },
] as const;

/** The parts of an angle as a file has them; null if it is not stated. */
function partsOf(model: IfcModel, row: number, attribute: string): readonly number[] | null {
  const value = model.value(row, attribute);
  if (value.kind !== 'list') return null;
  return value.items.slice(0, MAX_PARTS).map((one) => numberIn(one) ?? NaN);
}

/** Number of parts that are looked at; an angle has at most 4. */
const MAX_PARTS = 10;

/** Faults of the form of latitude and longitude, as sentences. */
export function refFaults(model: IfcModel, row: number): readonly string[] {
  return ANGLES.flatMap(({ attribute, what, most }) => {
    const parts = partsOf(model, row, attribute);
    if (parts === null) return [];
    const fault = compoundFault(parts);
    const written = `\`(${parts.join(',')})\``;
    if (fault !== null) return [`${attribute} ${written} ${fault}`];
    return Math.abs(degreesOf(parts)) > most
      ? [`${attribute} ${written} is no ${what}: expected at most ${most} degrees`]
      : [];
  });
}

/** Latitude and longitude of a site; null if they are not stated or not valid. */
export function refPlaceOf(model: IfcModel, row: number): LatLon | null {
  const [latitude, longitude] = ANGLES.map(({ attribute }) => partsOf(model, row, attribute));
  if (latitude === undefined || longitude === undefined) return null;
  if (latitude === null || longitude === null || refFaults(model, row).length > 0) return null;
  return { latitude: degreesOf(latitude), longitude: degreesOf(longitude) };
}

/** Mean radius of the earth, m. */
const EARTH_M = 6_371_009;
const RADIANS = Math.PI / 180;

/** Distance of two points on a sphere, m. */
export function distanceOf(a: LatLon, b: LatLon): number {
  const [lat, lon] = [b.latitude - a.latitude, b.longitude - a.longitude].map(
    (degrees) => Math.sin((degrees * RADIANS) / 2) ** 2,
  );
  const between = Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS);
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt((lat ?? 0) + between * (lon ?? 0))));
}

/** Digits of minutes, seconds and millionths in a number of the form D.MMSSssssss. */
const [MINUTES, SECONDS, MILLIONTHS] = [1e2, 1e4, 1e10];

/** The angle whose decimals are the digits of the minutes and seconds of another: 48.1305 for 48° 13' 5". */
function asDecimals(degrees: number): number {
  const [whole, minutes, seconds, millionths] = compoundAngle(degrees);
  return whole + minutes / MINUTES + seconds / SECONDS + millionths / MILLIONTHS;
}

/** Mistakes by which a place becomes another one, in the order in which they are tried. */
const MISTAKES: readonly {
  readonly what: string;
  readonly corrected: (stated: LatLon) => LatLon;
}[] = [
  {
    what: 'latitude and longitude are probably swapped',
    corrected: ({ latitude, longitude }) => ({ latitude: longitude, longitude: latitude }),
  },
  {
    what: 'the longitude probably has the wrong sign',
    corrected: ({ latitude, longitude }) => ({ latitude, longitude: -longitude }),
  },
  {
    what: 'the latitude probably has the wrong sign',
    corrected: ({ latitude, longitude }) => ({ latitude: -latitude, longitude }),
  },
  {
    what: 'decimals of degrees were probably written as minutes and seconds',
    corrected: ({ latitude, longitude }) => ({
      latitude: asDecimals(latitude),
      longitude: asDecimals(longitude),
    }),
  },
];

/** The mistake that explains why a place is stated as another one; null if none does. */
export function mistakeOf(stated: LatLon, actual: LatLon, within_m: number): string | null {
  const found = MISTAKES.find(({ corrected }) => distanceOf(corrected(stated), actual) <= within_m);
  return found?.what ?? null;
}
