/** @module georeference-of: the georeference of a model from what a file states. */
import type { Point3 } from '../../../building/geometry/vector.ts';
import { Georeference, metresPerUnit, turnOf } from '../../../building/place/georeference.ts';
import { meantUnit, type StatedConversion } from './map-conversion.ts';

/** Relative difference of a scale from that of the units that is a rounding error. */
const SAME_SCALE = 1e-9;
/** Digits of an angle (degrees), of a coordinate (units of the map), and of a scale that are kept. */
const [ANGLE_DIGITS, MAP_DIGITS, SCALE_DIGITS] = [9, 6, 12];
/** Limits of scales that are no mistake of units. */
const [MIN_SCALE, MAX_SCALE] = [0.5, 2];

/** What was added to coordinates of a file, mm, and the size of its unit, mm. */
export type FrameOf = { readonly shift: Point3; readonly mm_per_unit: number };

/** A coordinate without digits that rounding made. */
function kept(value: number): number {
  return Number(value.toFixed(MAP_DIGITS)) + 0;
}

/** The georeference of the origin of the model; null if it is outside of the limits, or if the scale would move it. */
export function georeferenceOf(
  stated: StatedConversion,
  { shift, mm_per_unit }: FrameOf,
): Georeference | null {
  const meant = meantUnit(stated, mm_per_unit / 1000);
  if (meant === null) return null;
  const metres = metresPerUnit(meant.unit);
  const scale = scaleOf(stated, (mm_per_unit / 1000 / metres) * (1 / meant.per));
  const isMoved = shift.x !== 0 || shift.y !== 0 || shift.z !== 0;
  if (isMoved && scale === null) return null;
  const { cos, sin } = turnOf(stated.turn_deg);
  const per_mm = 0.001 / metres;
  const size = per_mm * (scale ?? 1);
  const [x, y, z] = [0 - shift.x, 0 - shift.y, 0 - shift.z];
  const read = Georeference.safeParse({
    crs: stated.crs,
    eastings: kept(stated.eastings * meant.per + (x * cos - y * sin) * size),
    northings: kept(stated.northings * meant.per + (x * sin + y * cos) * size),
    height: kept(stated.height * meant.per + z * per_mm),
    map_unit: meant.unit,
    ...(scale === null || scale === 1 ? {} : { scale }),
    grid_north_deg: Number((0 - stated.turn_deg).toFixed(ANGLE_DIGITS)) + 0,
  });
  return read.success ? read.data : null;
}

/**
 * Distance in the map divided by distance in the building. Null if the stated scale is no such ratio: files in millimetres
 * often state 1.
 */
function scaleOf({ scale, factor }: StatedConversion, units: number): number | null {
  const ratio = (scale === null ? 1 : scale / units) * factor;
  if (!(ratio >= MIN_SCALE && ratio <= MAX_SCALE)) return null;
  return Math.abs(ratio - 1) <= SAME_SCALE ? 1 : Number(ratio.toFixed(SCALE_DIGITS));
}
