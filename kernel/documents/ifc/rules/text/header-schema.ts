/** @module header-schema: the entities of the header (ISO 10303-21, header_section_schema). */

/** A field of a header entity; none is optional. */
export type HeaderField = {
  readonly name: string;
  /** `texts` is a list of at least one text. */
  readonly kind: 'text' | 'texts' | 'other';
  /** Maximum length of a text, characters. */
  readonly width: number;
};

const field = (name: string, kind: HeaderField['kind'], width = 256): HeaderField => {
  return { name, kind, width };
};

/** Entities that each header has, in this order. */
export const REQUIRED = ['FILE_DESCRIPTION', 'FILE_NAME', 'FILE_SCHEMA'] as const;

/** Fields of the header entities; those after the first three may be missing. */
export const HEADER_FIELDS: ReadonlyMap<string, readonly HeaderField[]> = new Map([
  ['FILE_DESCRIPTION', [field('description', 'texts'), field('implementation_level', 'text')]],
  [
    'FILE_NAME',
    [
      field('name', 'text'),
      field('time_stamp', 'text'),
      field('author', 'texts'),
      field('organization', 'texts'),
      field('preprocessor_version', 'text'),
      field('originating_system', 'text'),
      field('authorization', 'text'),
    ],
  ],
  ['FILE_SCHEMA', [field('schema_identifiers', 'texts', 1024)]],
  ['SCHEMA_POPULATION', [field('external_file_identifications', 'other')]],
  [
    'FILE_POPULATION',
    [
      field('governing_schema', 'other'),
      field('determination_method', 'other'),
      field('governed_sections', 'other'),
    ],
  ],
  ['SECTION_LANGUAGE', [field('section', 'other'), field('default_language', 'other')]],
  ['SECTION_CONTEXT', [field('section', 'other'), field('context_identifiers', 'other')]],
]);

/** Version and conformance class; edition 1 has no class, edition 3 (version 4) has three. */
const LEVEL = /^(?:1|[23];[12]|4;[123])$/u;
const TIME_STAMP =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)([.,]\d+)?(?:Z|[+-](\d\d)(?::(\d\d))?)?$/u;

export function isImplementationLevel(text: string): boolean {
  return LEVEL.test(text);
}

/** Whether a text is a date and a time in the extended format of ISO 8601. */
export function isTimeStamp(text: string): boolean {
  const found = TIME_STAMP.exec(text);
  if (found === null) return false;
  const [, year, month, day, hour, minute, second, fraction = '', zoneHour, zoneMinute] = found;
  return (
    isDate(Number(year), Number(month), Number(day)) &&
    isTime(Number(hour), Number(minute), Number(`${second}${fraction.replace(',', '.')}`)) &&
    Number(zoneHour ?? 0) < 24 &&
    Number(zoneMinute ?? 0) < 60
  );
}

function isDate(year: number, month: number, day: number): boolean {
  return month > 0 && month < 13 && day > 0 && day <= daysOf(year, month);
}

/** 24:00:00 is the end of a day, and the second 60 is a leap second. */
function isTime(hour: number, minute: number, second: number): boolean {
  if (hour === 24) return minute === 0 && second === 0;
  return hour < 24 && minute < 60 && second < 61;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
