/** @module read list: reads a price and factor list strictly; one refused cell refuses the file. */
import { withoutUnseen } from '../../../base/text/invisible-characters.ts';
import { truncate } from '../../../base/text/printable.ts';
import { NotUtf8, utf8Text } from '../../../base/text/utf8.ts';
import type { Decimal, DecimalMark } from '../decimal.ts';
import { decimalIn } from '../decimal.ts';
import type { ListFault, ListLine, ReadList, ResultUnit } from '../list.ts';
import { CARBON } from '../list.ts';
import { readConditions } from './conditions.ts';
import { LIST_MAX, type ListRecord, recordsOf } from './records.ts';

const REQUIRED = [
  'id',
  'matches',
  'quantity',
  'unit',
  'value',
  'result_unit',
  'source',
  'edition',
] as const;
const OPTIONAL = ['work', 'text', 'density_kg_m3', 'stage', 'cost_group', 'note'] as const;
type ColumnName = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];
const COLUMNS: readonly ColumnName[] = [...REQUIRED, ...OPTIONAL];

/** Maximum lengths of texts, characters; `matches` and `note` may be longer. */
const MOST_CHARS = 300;
const LONG: ReadonlySet<ColumnName> = new Set(['matches', 'note']);
/** Maximum number of faults that are collected. */
const MOST_FAULTS = 100;
/** Maximum number of characters of a received text in a fault. */
const QUOTED_CHARS = 60;

/** Modules of EN 15804, or a range of modules of one letter. */
const STAGE = /^(?:A[1-5]|B[1-7]|C[1-4]|D)$|^(?:A[1-4]-A[2-5]|B[1-6]-B[2-7]|C[1-3]-C[2-4])$/u;

/**
 * Reads a list: UTF-8, RFC 4180, a header with the names of the columns in any order. Lines of empty cells are skipped.
 * Returns all lines, or up to 100 faults. Linear in the size of the file.
 *
 * @param mark decimal mark of all numbers of the file
 */
export function readList(bytes: Uint8Array, mark: DecimalMark): ReadList {
  const text = textIn(bytes);
  if (typeof text !== 'string') return { ok: false, faults: [text] };
  const records = recordsOf(text);
  if (!isRecords(records)) return { ok: false, faults: [records] };
  const [header, ...rest] = records;
  const names = (header?.cells ?? []).map((name) => name.trim());
  const wrong = headerFaults(names);
  if (wrong.length > 0) return { ok: false, faults: wrong };
  const faults: ListFault[] = [];
  const lines: ListLine[] = [];
  const ids = new Map<string, number>();
  for (const record of rest) {
    if (record.cells.every((cell) => cell.trim() === '')) continue;
    if (faults.length >= MOST_FAULTS) break;
    const line = lineOf(record, names, { mark, faults });
    if (line === null) continue;
    const before = ids.get(line.id);
    if (before !== undefined) {
      faults.push(faultOf(line.line, 'id', line.id, `an id that line ${before} does not have`));
    }
    ids.set(line.id, line.line);
    lines.push(line);
  }
  if (faults.length > 0) return { ok: false, faults };
  if (lines.length > 0) return { ok: true, lines };
  return { ok: false, faults: [fileFault('no lines', 'at least one line')] };
}

function isRecords(records: readonly ListRecord[] | ListFault): records is readonly ListRecord[] {
  return Array.isArray(records);
}

/** The text of the file without a byte order mark. */
function textIn(bytes: Uint8Array): string | ListFault {
  if (bytes.length > LIST_MAX.bytes) {
    return fileFault(`a file of ${bytes.length} bytes`, `at most ${LIST_MAX.bytes}`);
  }
  try {
    const text = utf8Text(bytes).replace(/^\uFEFF/u, '');
    return text.includes('\0')
      ? fileFault('NUL characters, as in UTF-16', 'a file in UTF-8')
      : text;
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    return fileFault(`bytes that are not UTF-8 (${error.message})`, 'a file in UTF-8');
  }
}

function fileFault(received: string, expected: string): ListFault {
  return { line: 1, column: null, received, expected };
}

function headerFaults(names: readonly string[]): readonly ListFault[] {
  const known: ReadonlySet<string> = new Set(COLUMNS);
  const unknown = names
    .filter((name) => !known.has(name))
    .map((name) => faultOf(1, null, name, `columns ${COLUMNS.join(', ')}`));
  const twice = names
    .filter((name, index) => known.has(name) && names.indexOf(name) < index)
    .map((name) => faultOf(1, name, name, 'each column once'));
  const missing = REQUIRED.filter((name) => !names.includes(name)).map((name) => ({
    line: 1,
    column: name,
    received: 'no such column',
    expected: `columns ${REQUIRED.join(', ')}`,
  }));
  return [...unknown, ...twice, ...missing].slice(0, MOST_FAULTS);
}

function faultOf(line: number, column: string | null, text: string, expected: string): ListFault {
  const received = text === '' ? 'nothing' : `\`${truncate(text, QUOTED_CHARS)}\``;
  return { line, column, received, expected };
}

type Cells = { readonly [name in ColumnName]?: string };
type Context = { readonly mark: DecimalMark; readonly faults: ListFault[] };

/** A line of the list; null if the record has faults, which are added to those of the file. */
function lineOf(
  { line, cells }: ListRecord,
  names: readonly string[],
  { mark, faults }: Context,
): ListLine | null {
  const before = faults.length;
  if (cells.length !== names.length) {
    faults.push({
      line,
      column: null,
      received: `${cells.length} cells`,
      expected: `${names.length} as in the header; a cell with a delimiter is in double quotes`,
    });
    return null;
  }
  const of: Cells = Object.fromEntries(names.map((name, index) => [name, cells[index]?.trim()]));
  const refuse = (column: ColumnName, expected: string): void => {
    faults.push(faultOf(line, column, of[column] ?? '', expected));
  };
  checkTexts(of, refuse);
  const matches = readConditions(of.matches ?? '');
  if (!matches.ok) refuse('matches', matches.expected);
  const value = decimalIn(of.value ?? '', mark);
  if (value === null) refuse('value', numberWords(mark));
  const density = densityOf(of, mark, refuse);
  const result = resultOf(of, refuse);
  if (faults.length > before || !matches.ok || value === null || result === null) return null;
  const { id = '', quantity = '', unit = '', source = '', edition = '' } = of;
  const optional = (name: ColumnName): string | null =>
    of[name] === '' ? null : (of[name] ?? null);
  return {
    line,
    id,
    category: matches.category,
    conditions: matches.conditions,
    quantity,
    unit: unit.replace('²', '2').replace('³', '3'),
    density,
    value,
    result,
    source,
    edition,
    work: optional('work'),
    text: optional('text'),
    cost_group: optional('cost_group'),
    note: optional('note'),
  };
}

type RefuseCell = (column: ColumnName, expected: string) => void;

function checkTexts(of: Cells, refuse: RefuseCell): void {
  for (const name of COLUMNS) {
    const text = of[name] ?? '';
    if (text === '' && REQUIRED.some((one) => one === name)) refuse(name, 'a value');
    if (!LONG.has(name) && text.length > MOST_CHARS) {
      refuse(name, `at most ${MOST_CHARS} characters`);
    }
    if (withoutUnseen(text, () => '') !== text) {
      refuse(name, 'a text of one line without invisible characters');
    }
  }
}

function numberWords(mark: DecimalMark): string {
  const example = mark === '.' ? '12.5' : '12,5';
  return `a number such as ${example}: at most 15 digits, at most 9 of them after \`${mark}\`; no thousands separators`;
}

/** The density of a line by mass, kg/m³; null if the line has none or it was refused. */
function densityOf(of: Cells, mark: DecimalMark, refuse: RefuseCell): Decimal | null {
  const { density_kg_m3: text = '', quantity } = of;
  if (quantity !== 'mass_kg') {
    if (text !== '') refuse('density_kg_m3', 'nothing, because `quantity` is not `mass_kg`');
    return null;
  }
  const density = decimalIn(text, mark);
  if (density !== null && density.digits > 0n) return density;
  refuse('density_kg_m3', `a density above 0 for \`mass_kg\`: ${numberWords(mark)}`);
  return null;
}

function resultOf(of: Cells, refuse: RefuseCell): ResultUnit | null {
  const { result_unit: unit = '', stage = '' } = of;
  if (unit === CARBON) {
    if (STAGE.test(stage) && isOrdered(stage)) return { unit, stage };
    refuse('stage', 'modules of EN 15804 for `kgCO2e`, such as A1-A3, C3 or D');
    return null;
  }
  if (!/^[A-Z]{3}$/u.test(unit)) {
    refuse('result_unit', '`kgCO2e`, or a currency of three capital letters such as EUR');
    return null;
  }
  if (stage === '') return { unit, stage: null };
  refuse('stage', 'nothing, because `result_unit` is a currency');
  return null;
}

/** Whether a range of modules begins before its end. */
function isOrdered(stage: string): boolean {
  const [from = '', to = null] = stage.split('-');
  return to === null || from < to;
}
