/** @module number-column: decides whether the text cells of a column are numbers, and in which notation. */

/** How numbers are written: `1234.5`, `1234,5`, `1,234.5` or `1.234,5`. */
type Notation = 'point' | 'comma' | 'comma-groups' | 'point-groups';

/** The notation of a column of numbers. */
export type NumberReading = {
  readonly notation: Notation;
  readonly type: 'INTEGER' | 'REAL';
  /** Whether cells have blanks, apostrophes as group marks, or a minus sign other than `-`. */
  readonly marked: boolean;
  /** Whether cells such as `n/a` stand between the numbers. */
  readonly missing: boolean;
};

/** A remark on a column: the number of its cells concerned, one of them, and what to do. */
export type ColumnWarning = {
  readonly kind: 'numbers_in_text' | 'missing_values' | 'ambiguous_numbers';
  readonly column: string;
  readonly count: number;
  readonly example: string;
  readonly hint: string;
};

const [POINT, COMMA, COMMA_GROUPS, POINT_GROUPS] = [1, 2, 4, 8];
const ALL = POINT | COMMA | COMMA_GROUPS | POINT_GROUPS;

/** Blanks around numbers, and marks between groups of three digits; apostrophes are the Swiss mark. */
const BLANKS = ' \t\r\n\u00a0\u2007\u2009\u202f\u3000';
const MARKS = "'\u2019\u00a0\u2009\u202f";
const BLANK: ReadonlySet<string> = new Set(BLANKS);
const MARKED = new RegExp(`^([+-]?[1-9]\\d{0,2})((?:[${MARKS}]\\d{3}){1,4})(?=[.,]|$)`);
const EACH_MARK = new RegExp(`[${MARKS}]`, 'g');

/** A plus sign before seven or more digits begins a telephone number. */
const SIGN = '(?:-|\\+(?!\\d{7}))?';
/** Integers that a double represents exactly; `007` is a code. */
const DIGITS = '(?:0|[1-9]\\d{0,14})';
/** Programs write an exponent with a sign or after a decimal mark; `2E3` may be the mark of a room. */
const decimals = (mark: string): RegExp =>
  new RegExp(
    `^${SIGN}(?:${DIGITS}(?:e[+-]\\d{1,3})?|${DIGITS}?\\${mark}\\d{1,30}(?:e[+-]?\\d{1,3})?)$`,
    'i',
  );
const grouped = (group: string, mark: string): RegExp =>
  new RegExp(`^${SIGN}[1-9]\\d{0,2}(?:\\${group}\\d{3}){1,4}(?:\\${mark}\\d{1,30})?$`);
const INTEGER = new RegExp(`^${SIGN}${DIGITS}$`);
const POINT_DECIMAL = decimals('.');
const COMMA_DECIMAL = decimals(',');
const COMMA_GROUPED = grouped(',', '.');
const POINT_GROUPED = grouped('.', ',');

/** Characters with which a number, or a word for a missing value, can begin. */
const NUMBER_START = /^[\d+\-.,'#n\u2013\u2014\u20ac$£¥]/i;
const MISSING = ['n/a', 'na', 'n.a.', '#n/a', 'null', 'none', 'nan', '-', '--', '\u2013', '\u2014'];
const MISSING_CELLS: ReadonlySet<string> = new Set(MISSING);
const CODE = /^[+-]?0\d/;
const UNITS = '%|‰|°C?|[cdkm]?m[²³23]?|ft|in|"|\'|kg|kN|kWh?|€|\\$|£|¥|CHF|EUR|GBP|USD|pcs|Stk\\.?';
/** What a person would read as a number, maybe with a currency or unit. */
const ALIKE = new RegExp(
  `^(?=\\D*\\d)(?!\\+\\d{7})[€$£¥]? ?[+-]?(?!0\\d)(?:\\d{1,3}(?:[.,'\u2019 \u00a0\u2009\u202f]\\d{3})+|\\d{1,15})?(?:[.,]\\d*)?(?:e[+-]?\\d{1,3})? ?(?:${UNITS})?$`,
  'i',
);

/** What the text cells and numbers of one column have in common; it is asked after the last row. */
export class NumberColumn {
  #numbers = 0;
  #texts = 0;
  #alike = 0;
  #codes = 0;
  #missing = 0;
  #notations = ALL;
  #isInteger = true;
  #marked = false;
  /** Whether a cell has a decimal comma that cannot be a group mark, any decimal comma, and any decimal point. */
  #commaCertain = false;
  #hasComma = false;
  #hasPoint = false;
  #example: string | null = null;
  #missingExample = '';

  /** Adds a value that is a number already. */
  number(): void {
    this.#numbers += 1;
  }

  /** Adds a text. Blank ones are ignored. */
  text(cell: string): void {
    const inner = withoutBlanks(cell);
    if (inner === '') {
      if (cell !== '') this.#marked = true;
      return;
    }
    if (MISSING_CELLS.has(inner.toLowerCase())) {
      if (this.#missing === 0) this.#missingExample = inner;
      this.#missing += 1;
      return;
    }
    this.#texts += 1;
    const plain = NUMBER_START.test(inner.replace('\u2212', '-')) ? withoutMarks(inner) : null;
    const notations = plain === null ? 0 : notationsOf(plain);
    if (plain !== null) this.#count(plain, notations);
    this.#notations &= notations;
    if (plain !== cell) this.#marked = true;
  }

  #count(plain: string, notations: number): void {
    if (CODE.test(plain)) this.#codes += 1;
    if (notations !== 0 || ALIKE.test(plain)) {
      this.#alike += 1;
      if (this.#example === null || INTEGER.test(this.#example)) this.#example = plain;
    }
    if (notations === 0) return;
    this.#isInteger &&= INTEGER.test(plain);
    this.#hasComma ||= plain.includes(',');
    this.#hasPoint ||= plain.includes('.');
    this.#commaCertain ||= notations === COMMA || notations === (COMMA | POINT_GROUPS);
  }

  /** Whether the column shows that the table has decimal commas. */
  get provesComma(): boolean {
    const hasGroups = this.#fits(POINT_GROUPS) && !this.#fits(POINT) && !this.#fits(COMMA);
    return (this.#fits(COMMA) && this.#commaCertain) || (hasGroups && this.#hasComma);
  }

  #fits(notation: number): boolean {
    return this.#texts > 0 && (this.#notations & notation) !== 0;
  }

  /**
   * The notation of the column, or null if it is text. Commas are decimal marks only if the delimiter is another character;
   * groups count only next to a decimal mark, because `1,234` may be 1.234 and `101,102` a list.
   */
  reading(delimiter: string, hasCommas: boolean): NumberReading | null {
    const notation = this.#notation(delimiter, hasCommas);
    if (notation === null) return null;
    const type = this.#isInteger ? 'INTEGER' : 'REAL';
    return { notation, type, marked: this.#marked, missing: this.#missing > 0 };
  }

  #notation(delimiter: string, hasCommas: boolean): Notation | null {
    if (this.#fits(POINT)) return 'point';
    if (this.#fits(COMMA)) {
      const isDecimal =
        delimiter === ';' || (delimiter !== ',' && (this.#commaCertain || hasCommas));
      return isDecimal ? 'comma' : null;
    }
    if (this.#fits(COMMA_GROUPS) && this.#hasPoint) return 'comma-groups';
    return this.#fits(POINT_GROUPS) && this.#hasComma ? 'point-groups' : null;
  }

  /**
   * The warnings about the column under its name. `reading`: null for a column that stays as it is. `isSemicolon`: whether
   * the delimiter is a semicolon, as in tables with decimal commas.
   */
  warnings(
    column: string,
    reading: NumberReading | null,
    hasCommas: boolean,
    isSemicolon: boolean,
  ): readonly ColumnWarning[] {
    const quoted = `"${column.replaceAll('"', '""')}"`;
    if (reading === null) {
      const cells = this.#texts + this.#numbers;
      const others = this.#texts + (this.#numbers > 0 ? this.#missing : 0);
      const isMostly = (this.#alike + this.#numbers) * 2 > cells;
      if (others === 0 || this.#codes > 0 || !isMostly) return [];
      const count = this.#alike + this.#numbers;
      const example = this.#example ?? this.#missingExample;
      const hint = `cells of text are compared and sorted as text; for numbers, use ${castOf(quoted, example)}, and exclude other cells in WHERE`;
      return [{ kind: 'numbers_in_text', column, count, example, hint }];
    }
    const found: ColumnWarning[] = [];
    if (this.#missing > 0) {
      const hint = 'read as NULL, because all other cells are numbers';
      const [count, example] = [this.#missing, this.#missingExample];
      found.push({ kind: 'missing_values', column, count, example, hint });
    }
    const other = this.#otherMeaning(reading, hasCommas, isSemicolon);
    if (other !== null) {
      const [count, example] = [this.#alike, this.#example ?? ''];
      const hint = `read as ${other}; if they are thousands marks, query the table without them`;
      found.push({ kind: 'ambiguous_numbers', column, count, example, hint });
    }
    return found;
  }

  /** How the mark of a column was read whose every mark may also be a thousands mark; null if it is certain. */
  #otherMeaning(
    { notation }: NumberReading,
    hasCommas: boolean,
    isSemicolon: boolean,
  ): string | null {
    if (notation === 'comma' && !hasCommas && this.#fits(COMMA_GROUPS)) return 'decimal commas';
    const isPoint = notation === 'point' && (hasCommas || isSemicolon) && this.#hasPoint;
    return isPoint && this.#fits(POINT_GROUPS) ? 'decimal points' : null;
  }
}

/** The cell without the blanks around it. */
function withoutBlanks(cell: string): string {
  let [start, end] = [0, cell.length];
  while (start < end && BLANK.has(cell.charAt(start))) start += 1;
  while (end > start && BLANK.has(cell.charAt(end - 1))) end -= 1;
  return cell.slice(start, end);
}

/** The cell without marks between groups, and with `-` as minus sign. */
function withoutMarks(cell: string): string {
  return cell
    .replace('\u2212', '-')
    .replace(MARKED, (_, first: string, rest: string) => first + rest.replaceAll(EACH_MARK, ''));
}

function notationsOf(cell: string): number {
  if (INTEGER.test(cell)) return ALL;
  const isPoint = POINT_DECIMAL.test(cell);
  const isComma = COMMA_DECIMAL.test(cell);
  return (
    (isPoint ? POINT | COMMA_GROUPS : 0) |
    (isComma ? COMMA | POINT_GROUPS : 0) |
    (COMMA_GROUPED.test(cell) ? COMMA_GROUPS : 0) |
    (POINT_GROUPED.test(cell) ? POINT_GROUPS : 0)
  );
}

/** The expression with which a query can convert cells such as the example; it ignores a unit after the number. */
function castOf(quoted: string, example: string): string {
  const number = example.slice(0, example.search(/\d\D*$/) + 1);
  const marks = [...new Set(number.replaceAll(/[\d.,e+-]/gi, ''))];
  const isGroup = /,\d{3}(?:\D|$)/.test(number);
  let value = marks.reduce((inner, mark) => replaced(inner, mark, ''), quoted);
  if (number.includes(',')) value = replaced(value, ',', isGroup ? '' : '.');
  return `CAST(${value} AS REAL)`;
}

/** The SQL expression for the value of a cell of a column that was read as numbers. */
export function valueSql(
  column: string,
  { notation, type, marked, missing }: NumberReading,
): string {
  const inner = `trim(${column}, '${BLANKS}')`;
  let value = marked ? inner : column;
  if (marked) {
    value = replaced(value, '\u2212', '-');
    for (const mark of MARKS) value = replaced(value, mark, '');
  }
  if (notation === 'comma-groups') value = replaced(value, ',', '');
  if (notation === 'point-groups') value = replaced(value, '.', '');
  if (notation === 'comma' || notation === 'point-groups') value = replaced(value, ',', '.');
  const cast = `CAST(NULLIF(${value}, '') AS ${type})`;
  if (!missing) return cast;
  const words = MISSING.map((word) => `'${word}'`).join(', ');
  return `CASE WHEN lower(${inner}) IN (${words}) THEN NULL ELSE ${cast} END`;
}

function replaced(value: string, mark: string, by: string): string {
  return `replace(${value}, '${mark.replaceAll("'", "''")}', '${by}')`;
}
