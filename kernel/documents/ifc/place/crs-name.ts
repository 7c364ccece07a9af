/** @module crs-name: the coordinate reference system that a file means, however it spells its name. */
import { systemNamed, systemOf } from '../../../building/place/systems.ts';

/** Names of coordinate reference systems that a site can have. */
const CRS = /^[A-Z][A-Z0-9-]{0,20}:[0-9A-Za-z.]{1,18}$/u;
/** Number of an EPSG system in a name: `EPSG:25832`, `epsg 25832`, `urn:ogc:def:crs:EPSG::25832`, `…/def/crs/EPSG/0/25832`. */
const NUMBER = /epsg(?:[:/ _-]+(?:\d{1,2}(?:\.\d{1,3}){0,2})?[:/]+|[:/ _-]*)(\d{4,6})(?!\d)/iu;
/** Maximum number of characters of a name that are looked at. */
const MAX_NAME = 200;

/** What a file states about a system; texts as in IfcProjectedCRS. */
export type StatedSystem = {
  readonly name: string | null;
  readonly description: string | null;
  readonly datum: string | null;
  readonly projection: string | null;
  readonly zone: string | null;
};

/**
 * The system as authority and number: from its name, then from its description, then from datum and zone of UTM. Null if the
 * file names none that is known; a name such as `DE:GK3` of another authority is taken as it is.
 */
export function crsOf({ name, description, datum, projection, zone }: StatedSystem): string | null {
  for (const stated of [name, description]) {
    const text = stated?.slice(0, MAX_NAME).trim() ?? '';
    const found = numbered(text) ?? named(text);
    if (found !== null) return found;
  }
  if (name !== null && CRS.test(name)) return name;
  const number = /^\D{0,10}(\d{1,2})(?:\s*[N-X])?$/iu.exec(
    zone?.slice(0, MAX_NAME).trim() ?? '',
  )?.[1];
  const isUtm = /utm|transverse mercator/iu.test(`${projection ?? ''} ${zone ?? ''} ${name ?? ''}`);
  if (number === undefined || datum === null || !isUtm) return null;
  const geodetic = datum
    .slice(0, MAX_NAME)
    .trim()
    .replace(/^wgs\s?84$/iu, 'WGS 84');
  return named(`${geodetic} / UTM zone ${Number(number)}N`);
}

function numbered(text: string): string | null {
  const digits = NUMBER.exec(text)?.[1] ?? (/^\d{4,6}$/u.test(text) ? text : null);
  if (digits === null || digits === undefined) return null;
  const crs = `EPSG:${Number(digits)}`;
  return /epsg/iu.test(text) || systemOf(crs) !== null ? crs : null;
}

function named(text: string): string | null {
  const system = systemNamed(text);
  return system === null ? null : `EPSG:${system.code}`;
}
