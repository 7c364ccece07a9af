/** @module dates: recognises date formats and converts serial numbers to ISO 8601 without a time zone. */

/** Which parts of a serial number a format shows: date, time or both. */
export type DateShape = { readonly date: boolean; readonly time: boolean };

/** Built-in date formats (ECMA-376 part 1, 18.8.30, with the East Asian ones). 46 (elapsed time) is excluded. */
const BUILT_IN: readonly (readonly [from: number, to: number, shape: DateShape])[] = [
  [14, 17, { date: true, time: false }],
  [18, 21, { date: false, time: true }],
  [22, 22, { date: true, time: true }],
  [27, 31, { date: true, time: false }],
  [32, 35, { date: false, time: true }],
  [36, 36, { date: true, time: false }],
  [45, 45, { date: false, time: true }],
  [47, 47, { date: false, time: true }],
  [50, 58, { date: true, time: false }],
];

/** The shape of a format, by `code` or else by its built-in `id`; undefined if it is not a date format. */
export function dateShapeOf(id: number, code: string | undefined): DateShape | undefined {
  if (code === undefined) return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2];
  const [first = ''] = code.split(';');
  const bare = first.replace(/"[^"]*"|\\.|_.|\*./g, '');
  if (/\[[hms]+\]/i.test(bare)) return undefined;
  const letters = bare.replace(/\[[^\]]*\]|general|am\/pm|a\/p/gi, '');
  const date = /[yd]/i.test(letters) || (/m/i.test(letters) && !/[hs]/i.test(letters));
  const time = /[hs]/i.test(letters);
  return date || time ? { date, time } : undefined;
}

const DAY_MS = 86_400_000;
/** Days from the epoch of the 1900 system to 1970, counting its false 29 February 1900. */
const EPOCH_1900 = 25_569;
/** Days from the epoch of the 1904 system to 1970. */
const EPOCH_1904 = 24_107;
/** Serial number of 31 December 9999 in the 1900 system. */
const SERIAL_MAX = 2_958_465;

/**
 * A serial number of days as ISO 8601: `YYYY-MM-DD`, plus `THH:MM:SS` for a time; only `HH:MM:SS` below 1 in a time-only
 * format; with milliseconds if there are any. Undefined for a negative number, after the year 9999, and for 29 February
 * 1900.
 */
export function isoOf(serial: number, shape: DateShape, date1904: boolean): string | undefined {
  const epoch = date1904 ? EPOCH_1904 : EPOCH_1900;
  if (!(serial >= 0) || serial >= SERIAL_MAX + 1 - (EPOCH_1900 - epoch)) return undefined;
  if (!shape.date && serial < 1) return clockOf(Math.round(serial * DAY_MS));
  if (!date1904 && serial >= 60 && serial < 61) return undefined;
  // Serial numbers before the non-existent 29 February 1900 are one too low
  const days = !date1904 && serial < 60 ? serial + 1 : serial;
  const ms = Math.round((days - epoch) * DAY_MS);
  const [date = ''] = new Date(ms).toISOString().split('T');
  const clock = ((ms % DAY_MS) + DAY_MS) % DAY_MS;
  return shape.time || clock !== 0 ? `${date}T${clockOf(clock)}` : date;
}

function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const rest = ms % 1000;
  const whole = `${pad(Math.floor(seconds / 3600) % 24)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  return rest === 0 ? whole : `${whole}.${pad(rest, 3)}`;
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0');
}
