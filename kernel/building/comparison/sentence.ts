/** @module sentence: changes in plain words with exact numbers. */
import { codePointEscape, withoutUnseen } from '../../base/text/invisible-characters.ts';
import type { Kinds } from '../kinds/kinds.ts';
import type { ChangedMeasure, ChangedParam, Displacement, PlainRow } from './row.ts';

/** Number of parameters whose values a sentence states; the others are counted. */
const PARAMS_MAX = 4;
/** Longest text value in a sentence, characters. */
const TEXT_CHARS = 60;

/** Unit and divisor of the measures in sentences: mm, m², mm, m³. */
const MEASURE_UNITS = {
  length_mm: ['length', 'mm', 1],
  area_mm2: ['area', 'm²', 1e6],
  perimeter_mm: ['perimeter', 'mm', 1],
  volume_mm3: ['volume', 'm³', 1e9],
} as const;

/**
 * One sentence for each row, by id, such as "moved by 450 mm to the east; 2 doors followed". A sentence of a cause also
 * counts its consequences.
 */
export function sentencesOf(rows: readonly PlainRow[], kinds: Kinds): ReadonlyMap<string, string> {
  const following = new Map<string, PlainRow[]>();
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    if (row.cause === null) continue;
    const known = following.get(row.cause);
    if (known === undefined) following.set(row.cause, [row]);
    else known.push(row);
  }
  return new Map(
    rows.map((row) => {
      const cause = row.cause === null ? undefined : byId.get(row.cause);
      const parts = [
        ownPart(row, cause, kinds),
        ...consequences(following.get(row.id) ?? [], kinds),
      ];
      return [row.id, parts.filter((part) => part !== '').join('; ')];
    }),
  );
}

function ownPart(row: PlainRow, cause: PlainRow | undefined, kinds: Kinds): string {
  const what = nameOf(row, kinds);
  if (row.change === 'created') return `${what} created${withCause(cause, kinds)}`;
  if (row.change === 'deleted') return `${what} deleted${withCause(cause, kinds)}`;
  const stated = [
    ...(row.moved_mm === undefined ? [] : [`moved by ${displacementText(row.moved_mm)}`]),
    ...(row.moved_mm === undefined ? paramsPart(row.params) : []),
    ...measuresPart(row, cause !== undefined),
  ];
  const change = stated.length === 0 ? 'shape changed' : stated.join(', ');
  return cause === undefined ? change : `${change}, follows ${nameOf(cause, kinds)}`;
}

function withCause(cause: PlainRow | undefined, kinds: Kinds): string {
  return cause === undefined ? '' : ` with ${nameOf(cause, kinds)}`;
}

/** Kind and name, or id without a name, in backticks. */
function nameOf({ id, kind, name }: PlainRow, kinds: Kinds): string {
  const shown = visible(name === null ? id : name).replaceAll('`', "'");
  const short = shown.length > TEXT_CHARS ? `${shown.slice(0, TEXT_CHARS)}…` : shown;
  return `${singular(kind, kinds)} \`${short}\``;
}

function singular(kind: string, kinds: Kinds): string {
  return (kinds.find(kind)?.kind ?? kind).replaceAll('_', ' ');
}

const DIRECTIONS = [
  ['x', 'to the east', 'to the west'],
  ['y', 'to the north', 'to the south'],
  ['z', 'upwards', 'downwards'],
] as const;

/** A displacement in words: one direction, or the distance with its parts. */
export function displacementText(by: Displacement): string {
  const parts = DIRECTIONS.flatMap(([axis, ahead, back]) => {
    const mm = by[axis];
    return mm === 0 ? [] : [`${Math.abs(mm)} mm ${mm > 0 ? ahead : back}`];
  });
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return only;
  return `${by.distance} mm (${parts.join(', ')})`;
}

function paramsPart(params: readonly ChangedParam[]): readonly string[] {
  const shown = params.slice(0, PARAMS_MAX).map(paramPart);
  const more = params.length - shown.length;
  return more === 0 ? shown : [...shown, `${more} more ${more === 1 ? 'value' : 'values'}`];
}

function paramPart({ label, unit, from, to }: ChangedParam): string {
  const [was, is] = [valueText(from), valueText(to)];
  if (was === null || is === null) return `${visible(label)} changed`;
  const end = unit === undefined ? '' : unit === 'deg' ? '°' : ' mm';
  return `${visible(label)} ${was} → ${is}${end}`;
}

/** A value in words; null for one that is too long for a sentence. */
function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') {
    const text = visible(value);
    return text.length > TEXT_CHARS ? null : `\`${text}\``;
  }
  const point = pointText(value);
  if (point !== null) return point;
  return null;
}

function pointText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const entries = Object.entries(value);
  const isPoint =
    entries.length >= 2 &&
    entries.every(([name, one]) => ['x', 'y', 'z'].includes(name) && typeof one === 'number');
  return isPoint ? `(${entries.map(([, one]) => String(one)).join(', ')})` : null;
}

function visible(text: string): string {
  return withoutUnseen(text, codePointEscape);
}

/** The area of a room; of an element that follows another one also its other measures. */
function measuresPart({ kind, measures }: PlainRow, follows: boolean): readonly string[] {
  const told = measures.filter(({ name }) => (kind === 'room' ? name === 'area_mm2' : follows));
  return told.flatMap((one) => measurePart(one) ?? []);
}

function measurePart({ name, from, to }: ChangedMeasure): string | null {
  const [word, unit, divisor] = MEASURE_UNITS[name];
  if (from === undefined || to === undefined) return null;
  const [was, is] = different(from / divisor, to / divisor);
  return `${word} ${was} → ${is} ${unit}`;
}

const DECIMALS_MAX = 9;

/** Two numbers with at most two decimals, or with as many as it takes to tell them apart. */
function different(from: number, to: number): readonly [string, string] {
  for (let decimals = 2; decimals < DECIMALS_MAX; decimals++) {
    const [was, is] = [trimmed(from, decimals), trimmed(to, decimals)];
    if (was !== is) return [was, is];
  }
  return [trimmed(from, DECIMALS_MAX), trimmed(to, DECIMALS_MAX)];
}

function trimmed(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}

const VERBS = {
  created: 'created with it',
  deleted: 'deleted with it',
  moved: 'followed',
  modified: 'changed',
} as const;

/** Maximum number of rooms of which a sentence of a cause states the areas; more are counted. */
const ROOMS_MAX = 3;

/** The consequences of a change, counted by what happened to them and by category; a few rooms with their areas. */
function consequences(rows: readonly PlainRow[], kinds: Kinds): readonly string[] {
  const rooms = rows.filter(
    ({ kind, change, measures }) => kind === 'room' && change === 'modified' && hasArea(measures),
  );
  const stated = rooms.length > ROOMS_MAX ? [] : rooms;
  const counts = (['deleted', 'created', 'moved', 'modified'] as const).flatMap((change) => {
    const others = rows.filter((row) => row.change === change && !stated.includes(row));
    const words = wordsOf(others, kinds);
    return words.length === 0 ? [] : [`${joined(words)} ${VERBS[change]}`];
  });
  const areas = stated.map((row) => `${nameOf(row, kinds)} ${measuresPart(row, true).join(', ')}`);
  return [...counts, ...areas];
}

function hasArea(measures: readonly ChangedMeasure[]): boolean {
  return measures.some(
    ({ name, from, to }) => name === 'area_mm2' && from !== undefined && to !== undefined,
  );
}

/** Numbers of elements by kind. */
function wordsOf(rows: readonly PlainRow[], kinds: Kinds): readonly string[] {
  const counts = new Map<string, number>();
  for (const { kind } of rows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => counted(kind, count, kinds));
}

function counted(kind: string, count: number, kinds: Kinds): string {
  const plural = kinds.find(kind)?.category.toLowerCase() ?? kind;
  return `${count} ${count === 1 ? singular(kind, kinds) : plural}`;
}

function joined(words: readonly string[]): string {
  const [last, ...others] = words.toReversed();
  return others.length === 0 ? (last ?? '') : `${others.toReversed().join(', ')} and ${last}`;
}
