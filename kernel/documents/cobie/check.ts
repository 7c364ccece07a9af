/**
 * @module check: the rules of COBie 2.4 for a workbook: unique keys, needed values, forms, pick lists and references
 * between sheets (NBIMS-US V3, 4.2).
 */
import { checkpoint } from '../../base/work/checkpoint.ts';
import { isOpenList, PICK_LISTS } from './pick-lists.ts';
import type { CobieColumn, CobieSheet, SheetName } from './sheet.ts';
import { SHEETS } from './sheets.ts';

/** Values of one row by column; a missing or empty one is an empty cell. */
export type CobieRow = Readonly<Record<string, string | number>>;
/** The rows of each sheet. */
export type CobieTables = ReadonlyMap<SheetName, readonly CobieRow[]>;

/** The stage of a deliverable: at handover, less may be `n/a` than in the design. */
export type CobieStage = 'design' | 'handover';

/** The rules that a workbook can break. */
export type CobieRule =
  | 'row_count'
  | 'unique_key'
  | 'not_empty'
  | 'not_na'
  | 'form'
  | 'pick_list'
  | 'reference';

/** Rows that break one rule in one column. */
export type CobieFault = {
  readonly rule: CobieRule;
  readonly sheet: SheetName;
  /** Null for a rule about a sheet or a key. */
  readonly column: string | null;
  /** The earliest stage at which the rule applies. */
  readonly stage: CobieStage;
  readonly rows: number;
  /** Keys of the first rows. */
  readonly first: readonly string[];
  readonly expected: string;
};

/** Number of keys in a fault. */
const NAMED = 3;
/** Rows between two checkpoints. */
const STEP = 5000;
/** Value for what is unknown or does not apply. */
export const NA = 'n/a';

const EMAIL = /^[^@\s]+@[^@\s.]+\.[^@\s]+$/u;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/u;

/** The faults of the sheets, in the order of the sheets and their columns. Time is linear in the number of cells. */
export function checkCobie(tables: CobieTables): readonly CobieFault[] {
  const keys = new Map(SHEETS.map((sheet) => [sheet.name, namesOf(sheet, tables)]));
  return SHEETS.flatMap((sheet) => {
    const rows = tables.get(sheet.name) ?? [];
    const faults = new Faults(sheet);
    countRows(sheet, rows.length, faults);
    const seen = new Set<string>();
    for (const [index, row] of rows.entries()) {
      if (index % STEP === 0) checkpoint({ done: index, total: rows.length, doing: 'checks' });
      const key = JSON.stringify(sheet.key.map((name) => textOf(row, name)));
      if (seen.has(key)) faults.add('unique_key', null, row, `unique ${sheet.key.join(', ')}`);
      seen.add(key);
      for (const column of sheet.columns) checkCell(column, row, faults);
      checkReferences(sheet, row, keys, faults);
      checkLists(sheet, row, faults);
    }
    return faults.all();
  });
}

type Names = ReadonlySet<string>;

/** The names by which other sheets refer to the rows of a sheet. */
function namesOf({ name, key }: CobieSheet, tables: CobieTables): Names {
  const [first = 'Name'] = key;
  return new Set((tables.get(name) ?? []).map((row) => textOf(row, first)));
}

function textOf(row: CobieRow, column: string): string {
  return String(row[column] ?? '').trim();
}

function isNa(text: string): boolean {
  return text.toLowerCase() === NA;
}

function countRows({ rows }: CobieSheet, count: number, faults: Faults): void {
  if (rows === 'one' && count !== 1) faults.addCount(count, 'exactly one row');
  if (rows === 'some' && count === 0) faults.addCount(0, 'at least one row');
}

function checkCell({ name, need, form }: CobieColumn, row: CobieRow, faults: Faults): void {
  const text = textOf(row, name);
  if (text === '') {
    faults.add('not_empty', name, row, `a value, or \`${NA}\` if it is unknown`);
    return;
  }
  if (isNa(text)) {
    if (need === 'may') return;
    const stage = need === 'late' ? 'handover' : 'design';
    faults.add('not_na', name, row, `a value other than \`${NA}\``, stage);
    return;
  }
  const expected = expectedForm(form, text, row[name]);
  if (expected !== null) faults.add('form', name, row, expected);
}

/** What a text should be instead; null if it has the form. */
function expectedForm(
  form: CobieColumn['form'],
  text: string,
  value: string | number | undefined,
): string | null {
  const { isValid, expected } = FORMS[form];
  return isValid(text, value) ? null : expected;
}

type Value = string | number | undefined;

const FORMS: {
  readonly [form in CobieColumn['form']]: {
    readonly isValid: (text: string, value: Value) => boolean;
    readonly expected: string;
  };
} = {
  text: { isValid: () => true, expected: 'a text' },
  email: { isValid: (text) => EMAIL.test(text), expected: 'an address of the form X@Y.Z' },
  time: {
    isValid: (text) => TIME.test(text) && !Number.isNaN(Date.parse(`${text}Z`)),
    expected: 'a time of the form YYYY-MM-DDTHH:MM:SS',
  },
  number: { isValid: (text, value) => isNumber(value, text), expected: 'a number' },
  size: {
    isValid: (text, value) => isNumber(value, text) && Number(text) >= 0,
    expected: 'a number of at least 0',
  },
};

function isNumber(value: Value, text: string): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : /^[-+]?\d+(?:\.\d+)?$/u.test(text);
}

function checkReferences(
  { references, pairs }: CobieSheet,
  row: CobieRow,
  keys: ReadonlyMap<SheetName, Names>,
  faults: Faults,
): void {
  for (const { column, to, many } of references) {
    const text = textOf(row, column);
    if (text === '' || isNa(text)) continue;
    const wanted = many ? text.split(',').map((one) => one.trim()) : [text];
    if (!wanted.every((one) => keys.get(to)?.has(one) === true)) {
      faults.add('reference', column, row, many ? `names of rows of ${to}` : `a row of ${to}`);
    }
  }
  for (const { sheet, row: column } of pairs) {
    const [of, text] = [textOf(row, sheet), textOf(row, column)];
    if (of === '' || isNa(of) || text === '' || isNa(text)) continue;
    const target = SHEETS.find(({ name }) => name === of)?.name;
    if (target === undefined || keys.get(target)?.has(text) !== true) {
      faults.add('reference', column, row, `a row of the sheet in ${sheet}`);
    }
  }
}

const LISTED = new Map([...PICK_LISTS].map(([name, values]) => [name, new Set(values)]));

function checkLists({ lists }: CobieSheet, row: CobieRow, faults: Faults): void {
  for (const [column, list] of Object.entries(lists)) {
    if (isOpenList(list)) continue;
    const text = textOf(row, column);
    if (text === '' || isNa(text) || LISTED.get(list)?.has(text) === true) continue;
    faults.add('pick_list', column, row, `a value of the pick list ${list}`);
  }
}

type Counted = { readonly first: string[]; rows: number } & Omit<CobieFault, 'rows' | 'first'>;

/** The faults of one sheet, counted by rule and column. */
class Faults {
  readonly #sheet: CobieSheet;
  readonly #counted = new Map<string, Counted>();

  constructor(sheet: CobieSheet) {
    this.#sheet = sheet;
  }

  addCount(rows: number, expected: string): void {
    const { name: sheet } = this.#sheet;
    const made: Counted = {
      rule: 'row_count',
      sheet,
      column: null,
      stage: 'design',
      rows,
      first: [],
      expected,
    };
    this.#counted.set('row_count', made);
  }

  add(
    rule: CobieRule,
    column: string | null,
    row: CobieRow,
    ...[expected, stage = 'design']: readonly [expected: string, stage?: CobieStage]
  ): void {
    const { name: sheet, key } = this.#sheet;
    const at = `${rule} ${column ?? ''}`;
    const known = this.#counted.get(at) ?? {
      rule,
      sheet,
      column,
      stage,
      rows: 0,
      first: [],
      expected,
    };
    this.#counted.set(at, known);
    known.rows += 1;
    if (known.first.length < NAMED) known.first.push(textOf(row, key[0] ?? 'Name'));
  }

  all(): readonly CobieFault[] {
    const order = new Map(this.#sheet.columns.map(({ name }, index) => [name, index]));
    const rank = ({ column }: Counted): number =>
      column === null ? -1 : (order.get(column) ?? order.size);
    return [...this.#counted.values()].toSorted((a, b) => rank(a) - rank(b));
  }
}
