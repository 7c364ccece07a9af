/** @module site: the place on earth and the norths of a file as the site of the model. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import { site as siteKind, SITE_ID } from '../../../building/kinds/site/site.ts';
import { placeFaults } from '../../../building/place/place-faults.ts';
import { type FrameOf, georeferenceOf } from '../place/georeference-of.ts';
import { conversionOf, conversionsIn } from '../place/map-conversion.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { nameOf } from './ids.ts';

/** Digits of an angle that are kept, degrees. */
const ANGLE_DIGITS = 9;
const DEGREES = 180 / Math.PI;

/**
 * The site of a file; null if it states neither a place on earth nor a north that is not the y axis. The place is left out
 * if its reference system is not stated, or if its unit is neither stated nor follows from the area of use of the system.
 *
 * @param frame what was added to coordinates, mm, and the size of the unit of the file, mm
 */
export function siteOf(model: IfcModel, frame: FrameOf): ElementRecord | null {
  const found = conversionOf(model);
  const georeference = found === null ? null : georeferenceOf(found, frame);
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

/** Why the place that a file states is left out, or what is implausible about it, as sentences. */
export function placeWarnings(model: IfcModel, frame: FrameOf): readonly string[] {
  const stated = conversionsIn(model);
  if (stated.length === 0) return [];
  const found = conversionOf(model);
  if (found === null) {
    return [
      `the file states ${stated.length} map conversions that differ: its place on earth is left out`,
    ];
  }
  const georeference = georeferenceOf(found, frame);
  if (georeference === null) {
    const { crs, eastings, northings } = found;
    return [
      `the place on earth of the file is left out: eastings ${eastings}, northings ${northings} in ${crs}, with the unit and the scale of the file, give no place of the model`,
    ];
  }
  const true_north_deg = northIn(model);
  return placeFaults({ true_north_deg, georeference }).map(({ message }) => message);
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
