/** @module site: the place on earth and the north of a file as the site of the model. */
import type { ElementRecord } from '../../../../schemas/events.ts';
import type { Point3 } from '../../../building/geometry/vector.ts';
import { type Georeference, site as siteKind, SITE_ID } from '../../../building/kinds/site/site.ts';
import { IfcFacts } from '../facts/ifc-facts.ts';
import type { IfcModel } from '../read/ifc-model.ts';
import { siFactorOf } from '../read/si-units.ts';
import { nameOf } from './ids.ts';

/** A map conversion: metres, and the angle of the x axis from east, degrees. */
type Conversion = Omit<Georeference, 'crs'> & {
  readonly turn_deg: number;
  readonly scale: number | null;
};

/** Names of the sets that state the conversion in IFC2X3. */
const SETS = ['ePset_', 'ePSet_', 'EPset_'] as const;
/** Names of coordinate reference systems that a site can have. */
const CRS = /^[A-Z][A-Z0-9-]{0,20}:[0-9A-Za-z.]{1,18}$/u;
/** Limits of coordinates and heights, m. */
const [MAX_METRES, MAX_HEIGHT] = [1e8, 2e4];
/** Relative difference of a scale from that of the units. */
const SAME_SCALE = 1e-6;
/** Digits of an angle (degrees) and of a coordinate (m) that are kept. */
const [ANGLE_DIGITS, METRE_DIGITS] = [9, 6];
const DEGREES = 180 / Math.PI;

/**
 * The site of a file; null if it states neither a place on earth nor a north that is not the y axis. A map conversion
 * gives both, because the north of a site is that of its map. The place is left out if its unit or its reference system
 * is not stated.
 *
 * @param shift what was added to coordinates, mm
 */
export function siteOf(
  model: IfcModel,
  { shift, mm_per_unit }: { readonly shift: Point3; readonly mm_per_unit: number },
): ElementRecord | null {
  const found = conversionIn(model, mm_per_unit);
  const placed = found === null ? null : shifted(found.conversion, shift, mm_per_unit);
  const georeference = found === null || placed === null ? null : { crs: found.crs, ...placed };
  const north =
    georeference === null || found === null ? northIn(model) : 0 - found.conversion.turn_deg;
  const true_north_deg = angleOf(north ?? 0);
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

type Found = { readonly crs: string; readonly conversion: Conversion };

function conversionIn(model: IfcModel, mm_per_unit: number): Found | null {
  const found = model.schema.name === 'IFC2X3' ? inSets(model) : inEntities(model, mm_per_unit);
  return found === null || !CRS.test(found.crs) ? null : found;
}

function inEntities(model: IfcModel, mm_per_unit: number): Found | null {
  const [row, another] = model.rows('IfcMapConversion');
  const system = row === undefined || another !== undefined ? null : model.ref(row, 'TargetCRS');
  if (row === undefined || system === null) return null;
  const unit = model.ref(system, 'MapUnit');
  // Without a unit, the project's applies; files in other units than metres often mean metres all the same.
  const metres = unit === null ? (mm_per_unit === 1000 ? 1 : null) : siFactorOf(unit, model);
  if (metres === null) return null;
  const number = (name: string): number | null => model.number(row, name);
  const stated = number('Scale');
  return {
    crs: model.text(system, 'Name') ?? '',
    conversion: {
      eastings: (number('Eastings') ?? NaN) * metres,
      northings: (number('Northings') ?? NaN) * metres,
      height: (number('OrthogonalHeight') ?? NaN) * metres,
      turn_deg: Math.atan2(number('XAxisOrdinate') ?? 0, number('XAxisAbscissa') ?? 1) * DEGREES,
      scale: stated === null ? null : stated * metres,
    },
  };
}

/** The conversion in property sets of the site, which have lengths in mm here. */
function inSets(model: IfcModel): Found | null {
  const [row] = model.rows('IfcSite');
  if (row === undefined) return null;
  const record = Number(model.file.idOf(row));
  const facts = new IfcFacts(model);
  const stated = (name: string): unknown =>
    SETS.map((prefix) => facts.property(record, `${prefix}${name}`)).find((one) => one !== null);
  const number = (name: string): number | null => {
    const value = stated(`MapConversion.${name}`);
    return typeof value === 'number' ? value : null;
  };
  const crs = stated('ProjectedCRS.Name');
  if (typeof crs !== 'string') return null;
  const metres = (name: string): number => (number(name) ?? NaN) / 1000;
  return {
    crs,
    conversion: {
      eastings: metres('Eastings'),
      northings: metres('Northings'),
      height: metres('OrthogonalHeight'),
      turn_deg: Math.atan2(number('XAxisOrdinate') ?? 0, number('XAxisAbscissa') ?? 1) * DEGREES,
      scale: number('Scale'),
    },
  };
}

/** The place of the origin of the model; null if it is outside of the limits, or if the scale would move it. */
function shifted(
  { eastings, northings, height, turn_deg, scale }: Conversion,
  shift: Point3,
  mm_per_unit: number,
): Omit<Georeference, 'crs'> | null {
  const isMoved = shift.x !== 0 || shift.y !== 0 || shift.z !== 0;
  const isScaled = scale !== null && Math.abs((scale * 1000) / mm_per_unit - 1) > SAME_SCALE;
  if (isMoved && isScaled) return null;
  const [cos, sin] = [Math.cos(turn_deg / DEGREES), Math.sin(turn_deg / DEGREES)];
  const [x, y, z] = [0 - shift.x / 1000, 0 - shift.y / 1000, 0 - shift.z / 1000];
  const [e, n, h] = [eastings + x * cos - y * sin, northings + x * sin + y * cos, height + z].map(
    (value) => Number(value.toFixed(METRE_DIGITS)) + 0,
  );
  if (e === undefined || n === undefined || h === undefined) return null;
  const isInside =
    Math.abs(e) <= MAX_METRES && Math.abs(n) <= MAX_METRES && Math.abs(h) <= MAX_HEIGHT;
  return isInside ? { eastings: e, northings: n, height: h } : null;
}
