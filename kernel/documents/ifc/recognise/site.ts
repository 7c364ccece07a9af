/** @module site: the place on earth and the norths of a file as the site of the model. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import { site as siteKind, SITE_ID } from '../../../building/kinds/site/site.ts';
import { Georeference, metresPerUnit, turnOf } from '../../../building/place/georeference.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { nameOf } from './ids.ts';
import { conversionOf, meantUnit, type StatedConversion } from './place/map-conversion.ts';

/** Relative difference of a scale from that of the units that is a rounding error. */
const SAME_SCALE = 1e-9;
/** Digits of an angle (degrees), of a coordinate (units of the map), and of a scale that are kept. */
const [ANGLE_DIGITS, MAP_DIGITS, SCALE_DIGITS] = [9, 6, 12];
/** Limits of scales that are no mistake of units. */
const [MIN_SCALE, MAX_SCALE] = [0.5, 2];
const DEGREES = 180 / Math.PI;

type FrameOf = { readonly shift: Point3; readonly mm_per_unit: number };

/**
 * The site of a file; null if it states neither a place on earth nor a north that is not the y axis. The place is left out
 * if its reference system is not stated, or if its unit is neither stated nor follows from the area of use of the system.
 *
 * @param frame what was added to coordinates, mm, and the size of the unit of the file, mm
 */
export function siteOf(model: IfcModel, frame: FrameOf): ElementRecord | null {
  const found = conversionOf(model);
  const georeference = found === null ? null : placed(found, frame);
  const north = northIn(model);
  // A file that has its place and no north of its own has the north of its map.
  const true_north_deg =
    georeference === null
      ? angleOf(north ?? (found === null ? 0 : 0 - found.turn_deg))
      : north === null
        ? null
        : angleOf(north);
  if (georeference === null && true_north_deg === 0) return null;
  const [row] = model.rows('IfcSite');
  return {
    id: SITE_ID,
    kind: siteKind.kind,
    params: {
      name:
        row === undefined
          ? null
          : nameOf({ name: model.text(row, 'Name'), guid: model.text(row, 'GlobalId') }),
      boundary: null,
      true_north_deg,
      georeference,
    },
  };
}

/** The angle from -180 to 180 degrees, without digits that rounding made. */
function angleOf(degrees: number): number {
  return Number(degrees.toFixed(ANGLE_DIGITS)) + 0;
}

/** Angle of true north counter-clockwise from the y axis, degrees; null without one. */
function northIn(model: IfcModel): number | null {
  for (const row of model.exactly('IfcGeometricRepresentationContext')) {
    const direction = model.ref(row, 'TrueNorth');
    const ratios = direction === null ? null : model.value(direction, 'DirectionRatios');
    if (ratios?.kind !== 'list') continue;
    const [x, y, z = 0] = ratios.items.map((one) =>
      one.kind === 'real' || one.kind === 'integer' ? one.value : NaN,
    );
    // Revit 2011 writes (2, 6E-17, 1), which is no direction in plan.
    if (z !== 0) continue;
    const angle = Math.atan2(0 - (x ?? NaN), y ?? NaN) * DEGREES;
    if (Number.isFinite(angle)) return angle;
  }
  return null;
}

/** A coordinate without digits that rounding made. */
function kept(value: number): number {
  return Number(value.toFixed(MAP_DIGITS)) + 0;
}

/** The georeference of the origin of the model; null if it is outside of the limits, or if the scale would move it. */
function placed(stated: StatedConversion, { shift, mm_per_unit }: FrameOf): Georeference | null {
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
    grid_north_deg: angleOf(0 - stated.turn_deg),
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
