/** @module sheet: what a COBie sheet is: its columns, key and references; and the columns that most sheets have. */

/** The sheets with rows, in the order of the workbook. */
export const SHEET_NAMES = [
  'Contact',
  'Facility',
  'Floor',
  'Space',
  'Zone',
  'Type',
  'Component',
  'System',
  'Assembly',
  'Connection',
  'Spare',
  'Resource',
  'Job',
  'Impact',
  'Document',
  'Attribute',
  'Coordinate',
  'Issue',
] as const;
export type SheetName = (typeof SHEET_NAMES)[number];

/**
 * Whether a cell may be `n/a`. `must`: never. `late`: in a design deliverable, not at handover. `may`: always. No cell
 * may be empty.
 */
export type Need = 'must' | 'late' | 'may';

/** Form of a value. `size`: a number of at least 0. */
export type Form = 'text' | 'email' | 'time' | 'number' | 'size';

export type CobieColumn = { readonly name: string; readonly need: Need; readonly form: Form };

/** A column whose values are keys of another sheet, or values of a pick list; `many`: separated by commas. */
export type Reference = {
  readonly column: string;
  readonly to: SheetName;
  readonly many: boolean;
};

export type CobieSheet = {
  readonly name: SheetName;
  /** What its rows are. */
  readonly contents: string;
  readonly columns: readonly CobieColumn[];
  /** The columns that identify a row together. */
  readonly key: readonly string[];
  /** Number of rows: exactly one, at least one, or any. */
  readonly rows: 'one' | 'some' | 'any';
  readonly references: readonly Reference[];
  /** Pairs of columns that name a sheet and one of its rows. */
  readonly pairs: readonly { readonly sheet: string; readonly row: string }[];
  /** By column, the pick list with its values. */
  readonly lists: Readonly<Record<string, string>>;
};

/** Columns with a need and a form. */
export function columns(
  need: Need,
  form: Form,
  ...names: readonly string[]
): readonly CobieColumn[] {
  return names.map((name) => ({ name, need, form }));
}

/** Columns of text that may not be `n/a`, may be in the design, or may always be; and sizes. */
export const must = (...names: readonly string[]): readonly CobieColumn[] =>
  columns('must', 'text', ...names);
export const late = (...names: readonly string[]): readonly CobieColumn[] =>
  columns('late', 'text', ...names);
export const may = (...names: readonly string[]): readonly CobieColumn[] =>
  columns('may', 'text', ...names);
export const size = (...names: readonly string[]): readonly CobieColumn[] =>
  columns('may', 'size', ...names);

/** Who made a row, and when; its identity in the program that did; its description. */
export const CREATED = [
  ...columns('must', 'email', 'CreatedBy'),
  ...columns('must', 'time', 'CreatedOn'),
];
export const EXTERNAL = may('ExtSystem', 'ExtObject', 'ExtIdentifier');
export const DESCRIPTION = may('Description');
const BY_CONTACT: Reference = { column: 'CreatedBy', to: 'Contact', many: false };

type Given = Pick<CobieSheet, 'name' | 'contents' | 'columns'> & Partial<CobieSheet>;

/** A sheet whose key is its name and whose author is a contact. */
export function sheet(given: Given): CobieSheet {
  const { references = [] } = given;
  return {
    key: ['Name'],
    rows: 'any',
    pairs: [],
    lists: {},
    ...given,
    references: [BY_CONTACT, ...references],
  };
}
