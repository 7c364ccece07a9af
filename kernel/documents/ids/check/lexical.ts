/** @module lexical: how simple types of XML Schema are written, and the numbers and moments that texts stand for. */

/** What each base accepts, as the documentation of IDS states it. */
const FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['boolean', /^(?:true|false|0|1)$/u],
  ['date', /^\d{4}-\d{2}-\d{2}(?:Z|[+-]\d{2}:\d{2})?$/u],
  ['dateTime', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?$/u],
  ['time', /^\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?$/u],
  ['double', /^(?:[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|NaN|\+?INF|-INF)$/u],
  [
    'duration',
    /^[-+]?P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/u,
  ],
  ['integer', /^[+-]?\d+$/u],
  ['anyURI', /^\S+$/u],
]);
const SAME: ReadonlyMap<string, string> = new Map([
  ['float', 'double'],
  ['decimal', 'double'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['anyUri', 'anyURI'],
]);

/** Whether a text is a value of a simple type (`double`); true for types without a form of their own. */
export function isWritten(text: string, base: string): boolean {
  return FORMS.get(SAME.get(base) ?? base)?.test(text) ?? true;
}

/** The number of a text; null if it is none. */
export function realOf(text: string): number | null {
  const value = isWritten(text, 'double') ? Number(text) : Number.NaN;
  return Number.isNaN(value) ? null : value;
}

/** The whole number of a text without decimal point; null if it is none. */
export function integerOf(text: string): number | null {
  return isWritten(text, 'integer') ? Number(text) : null;
}

/** The boolean of a text; null if it is none. */
export function booleanOf(text: string): boolean | null {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}

/** Seconds in a year and in a month of the Gregorian calendar, on average. */
const YEAR = 31_556_952;
const MONTH = YEAR / 12;
const [DAY, HOUR, MINUTE] = [86_400, 3600, 60];

/** A number that orders the texts of `date`, `dateTime`, `time` and `duration`; null for another base or text. */
export function orderOf(text: string, base: string): number | null {
  if (!isWritten(text, base)) return null;
  const moment = {
    date: dateText,
    dateTime: zoned,
    time: (one: string) => `1970-01-01T${zoned(one)}`,
  }[base];
  if (moment !== undefined) {
    const value = Date.parse(moment(text));
    return Number.isNaN(value) ? null : value;
  }
  return base === 'duration' ? seconds(text) : null;
}

/** A day in UTC if the text has no time zone. */
function dateText(text: string): string {
  return text.length === 10 ? text : `${text.slice(0, 10)}T00:00:00${text.slice(10)}`;
}

function zoned(text: string): string {
  return /(?:Z|[+-]\d{2}:\d{2})$/u.test(text) ? text : `${text}Z`;
}

/** The number before a letter of a duration; 0 without one. */
function count(part: string, unit: string): number {
  return Number(new RegExp(`(\\d+(?:\\.\\d+)?)${unit}`, 'u').exec(part)?.[1] ?? 0);
}

function seconds(text: string): number {
  const [date = '', time = ''] = text.split('T');
  const total =
    count(date, 'Y') * YEAR +
    count(date, 'M') * MONTH +
    count(date, 'D') * DAY +
    count(time, 'H') * HOUR +
    count(time, 'M') * MINUTE +
    count(time, 'S');
  return text.startsWith('-') ? -total : total;
}
