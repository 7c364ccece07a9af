/** @module systems: the projected and compound coordinate reference systems of the EPSG dataset, read from a generated table. */
import { readFileSync } from 'node:fs';

import * as z from 'zod';

/** An area on earth, degrees; `west` is greater than `east` if it crosses the meridian of 180°. */
export type Area = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/** A projected or compound system of the table. */
export type KnownSystem = {
  readonly code: number;
  readonly name: string;
  /** Where the system may be used. */
  readonly area: Area;
  /** Size of its unit, m. */
  readonly metres_per_unit: number;
  /** Parameters for proj4, and the accuracy of the WGS84 coordinates that they give, m. Null: not computed. */
  readonly projection: { readonly definition: string; readonly accuracy_m: number } | null;
};

const Table = z.object({
  about: z.string(),
  edition: z.string(),
  datums: z.array(z.string()),
  areas: z.array(z.string()),
  systems: z.array(z.string()),
});

/** Sizes of the units that proj4 names, m. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ['ft', 0.3048],
  ['us-ft', 1200 / 3937],
  ['km', 1000],
  ['ind-yd', 0.914_398_53],
  ['link', 0.201_168],
]);

type Rows = {
  readonly edition: string;
  readonly datums: readonly string[];
  readonly areas: readonly string[];
  /** Rows of the table by code. */
  readonly rows: ReadonlyMap<number, readonly string[]>;
};

let read: Rows | null = null;

function table(): Rows {
  if (read !== null) return read;
  const text = readFileSync(new URL('epsg.json', import.meta.url), 'utf8');
  const { edition, datums, areas, systems } = Table.parse(JSON.parse(text));
  const rows = new Map(
    systems.map((line): readonly [number, readonly string[]] => {
      const cells = line.split('|');
      return [Number(cells[0]), cells];
    }),
  );
  read = { edition, datums, areas, rows };
  return read;
}

/** The edition of the EPSG dataset whose systems are known. */
export function epsgEdition(): string {
  return table().edition;
}

/** Number of an EPSG name such as `EPSG:25832`; null for any other name. */
export function epsgCode(crs: string): number | null {
  const digits = /^EPSG:(\d{1,6})$/u.exec(crs)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The system with this name, such as `EPSG:25832`; null if the table has none. */
export function systemOf(crs: string): KnownSystem | null {
  const code = epsgCode(crs);
  const cells = code === null ? undefined : table().rows.get(code);
  if (code === null || cells === undefined) return null;
  const [, name = '', parameters = '', datum = '', area = '', accuracy = ''] = cells;
  const [west = 0, south = 0, east = 0, north = 0] = (table().areas[Number(area)] ?? '')
    .split(',')
    .map(Number);
  const shared = datum === '' ? '' : (table().datums[Number(datum)] ?? '');
  const definition = `${parameters} ${shared}`
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => `+${word}`)
    .join(' ');
  return {
    code,
    name,
    area: { west, south, east, north },
    metres_per_unit: unitOf(shared),
    projection:
      parameters === ''
        ? null
        : { definition: `${definition} +no_defs`, accuracy_m: Number(accuracy) },
  };
}

function unitOf(words: string): number {
  const named = /(?:^| )units=(\S+)/u.exec(words)?.[1];
  const stated = /(?:^| )to_meter=(\S+)/u.exec(words)?.[1];
  if (stated !== undefined) return Number(stated);
  return named === undefined ? 1 : (UNITS.get(named) ?? 1);
}

/** The system whose name in the EPSG dataset is this text, compared without case, spaces and punctuation; null if none is. */
export function systemNamed(name: string): KnownSystem | null {
  const wanted = folded(name);
  if (wanted.length < MIN_NAME) return null;
  const code = namesOf().get(wanted);
  return code === undefined ? null : systemOf(`EPSG:${code}`);
}

let names: ReadonlyMap<string, number> | null = null;

/** Codes by the folded names of their systems; of systems with one name, the lowest. */
function namesOf(): ReadonlyMap<string, number> {
  if (names !== null) return names;
  const known = [...table().rows].map(([code, [, name = '']]): [string, number] => [
    folded(name),
    code,
  ]);
  names = new Map(known.toReversed());
  return names;
}

/** Minimum number of letters and digits of a name that identifies a system. */
const MIN_NAME = 6;

function folded(name: string): string {
  return name
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, '');
}

/** Number of systems that a refusal names. */
const MAX_NEAR = 3;

/**
 * Known systems whose numbers are closest to an unknown one, as `EPSG:25832 (ETRS89 / UTM zone 32N)`: numbers with two
 * digits exchanged, then with one digit changed, added or missing.
 */
export function nearSystems(code: number): readonly string[] {
  const wanted = String(code);
  const near: { readonly code: number; readonly name: string; readonly distance: number }[] = [];
  for (const [known, [text = '', name = '']] of table().rows) {
    const distance = distanceOf(wanted, text);
    if (distance !== null) near.push({ code: known, name, distance });
  }
  return near
    .toSorted((a, b) => a.distance - b.distance || a.code - b.code)
    .slice(0, MAX_NEAR)
    .map((one) => `EPSG:${one.code} (${one.name})`);
}

/** 1 for two exchanged neighbours, 2 for one wrong digit, 3 for one that is added or missing; null for all others. */
function distanceOf(wanted: string, known: string): number | null {
  if (Math.abs(wanted.length - known.length) > 1) return null;
  let start = 0;
  while (start < wanted.length && wanted[start] === known[start]) start += 1;
  let end = 0;
  const most = Math.min(wanted.length, known.length) - start;
  while (end < most && wanted.at(-1 - end) === known.at(-1 - end)) end += 1;
  const [a, b] = [wanted, known].map((text) => text.slice(start, text.length - end));
  if (a === undefined || b === undefined) return null;
  if (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]) return 1;
  if (a.length > 1 || b.length > 1) return null;
  return a.length === b.length ? 2 : 3;
}
