/** @module workbook: a model as a COBie 2.4 workbook of 20 sheets. */
import type { Sheet } from '../schedules/print/xlsx/sheet.ts';
import { workbookOf } from '../schedules/print/xlsx/workbook.ts';
import { assetsOf } from './assets.ts';
import { type Book, factsReader, fill, openBook } from './book.ts';
import { textCell } from './cell-text.ts';
import { checkCobie, type CobieFault, type CobieRow, type CobieTables, NA } from './check.ts';
import type { Contacts } from './contacts.ts';
import { isOpenList, PICK_LISTS } from './pick-lists.ts';
import { fillAttributes, fillCoordinates } from './rows/details.ts';
import { fillGroups } from './rows/groups.ts';
import { fillComponents, fillTypes } from './rows/products.ts';
import { fillContacts, fillDocuments, fillIssues } from './rows/records.ts';
import { fillFacility, fillFloors, fillSpaces } from './rows/spatial.ts';
import type { CobieSheet, SheetName } from './sheet.ts';
import { SHEETS } from './sheets.ts';
import type { CobieSource } from './source.ts';

/** Most contacts that a note names. */
const CONTACTS_NAMED = 10;

/** The content of a workbook. */
export type Cobie = {
  /** The rows of each sheet, as they are written. */
  readonly tables: CobieTables;
  /** Why sheets are empty. */
  readonly empty: ReadonlyMap<SheetName, string>;
  /** The rules of COBie that the workbook breaks, because the model does not state the values. */
  readonly faults: readonly CobieFault[];
  readonly notes: readonly string[];
};

/** The content of the workbook of a model. */
export function cobieOf(source: CobieSource): Cobie {
  const notes: string[] = [];
  const factsOf = factsReader(source, notes);
  const book = openBook(source, assetsOf(source.view, source.project, factsOf), factsOf);
  fillFacility(book);
  fillFloors(book);
  fillSpaces(book);
  fillTypes(book);
  fillComponents(book);
  fillGroups(book);
  fillRest(book);
  fillAttributes(book);
  fillCoordinates(book);
  fillDocuments(book);
  fillIssues(book);
  fillContacts(book);
  notes.push(...book.notes, ...assetNotes(book));
  const tables = new Map(SHEETS.map((sheet) => [sheet.name, completed(sheet, book)]));
  return { tables, empty: book.reasons, faults: checkCobie(tables), notes };
}

/**
 * The workbook of 20 sheets. The same content gives the same bytes.
 * @throws {RangeError} if a sheet has more rows than a worksheet can have.
 */
export function cobieWorkbook(cobie: Cobie): Buffer {
  const { tables } = cobie;
  const pages = SHEETS.map((sheet) => sheetOf(sheet, tables.get(sheet.name) ?? []));
  return workbookOf([instruction(cobie), ...pages, pickLists(tables)]);
}

/** The sheets for which the model has no data. */
function fillRest(book: Book): void {
  const reasons: readonly (readonly [SheetName, string])[] = [
    ['Assembly', 'the model has no components that consist of others'],
    ['Connection', 'the model has no ports and no connections between components'],
    ['Spare', 'the model has no spare parts'],
    ['Resource', 'the model has no materials, tools and training for maintenance'],
    ['Job', 'the model has no maintenance jobs'],
    ['Impact', 'the model has no impacts: `estimate` computes costs and emissions by lists'],
  ];
  for (const [sheet, because] of reasons) fill(book, sheet, [], because);
}

function assetNotes({ assets: { others }, components, contacts, rows }: Book): readonly string[] {
  const listed = [...others]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([entity, count]) => `${count} ${entity}`);
  const outside = (rows.get('Component') ?? []).filter(({ Space }) => Space === NA).length;
  const unnamed = contacts.unnamed().map(inTicks);
  return [
    ...(unnamed.length === 0
      ? []
      : [`Contact: no row is about ${unnamed.join(', ')}; rows are about ${namedIn(contacts)}`]),
    ...(listed.length === 0 ? [] : [`no components of COBie: ${listed.join(', ')}`]),
    ...(outside === 0 || components.size === 0
      ? []
      : [`Component: ${outside} of ${components.size} are in no room`]),
  ];
}

/** What the first rows of Contact are about, as a caller names it. */
function namedIn(contacts: Contacts): string {
  const named = contacts.named();
  const first = named.slice(0, CONTACTS_NAMED).map(inTicks).join(', ');
  const more = named.length - CONTACTS_NAMED;
  return more > 0 ? `${first} and ${more} others` : first === '' ? 'nothing' : first;
}

function inTicks(text: string): string {
  return `\`${textCell(text)}\``;
}

/** The rows of a sheet with every column: `n/a` where nothing is known. */
function completed({ name, columns }: CobieSheet, book: Book): readonly CobieRow[] {
  return (book.rows.get(name) ?? []).map((row) =>
    Object.fromEntries(columns.map((column) => [column.name, row[column.name] ?? NA])),
  );
}

function sheetOf({ name, columns }: CobieSheet, rows: readonly CobieRow[]): Sheet {
  const names = columns.map((column) => column.name);
  return {
    name,
    header: names,
    decimals: names.map(() => null),
    rows: rows.map((row) => ({ cells: names.map((column) => row[column] ?? NA), bold: false })),
    filtered: rows.length,
  };
}

/** The first sheet: version, contents of the others, why some are empty, and notes. */
function instruction({ tables, empty, notes }: Cobie): Sheet {
  const sheets = SHEETS.map(({ name, contents }) => {
    const count = tables.get(name)?.length ?? 0;
    const because = empty.get(name);
    return [name, contents, count === 0 ? `empty: ${because ?? NA}` : `${count} rows`];
  });
  const rows = [
    ['Version', '2', null],
    ['Release', '4', null],
    ['Status', 'IFC4', 'identifiers are those of exported IFC files'],
    ['Region', 'en-US', null],
    ['Sheet', 'Contents', 'Rows'],
    ...sheets,
    ['PickLists', 'Pick lists', 'with the categories that this workbook uses'],
    ...notes.map((note) => ['Note', note, null]),
  ];
  return {
    name: 'Instruction',
    header: ['Title', 'COBie2', ''],
    decimals: [null, null, null],
    rows: rows.map((cells) => ({ cells, bold: cells[0] === 'Sheet' })),
    filtered: null,
  };
}

/** The last sheet: one column for each list, which has the values of open lists that the workbook uses. */
function pickLists(tables: CobieTables): Sheet {
  const lists = new Map([...PICK_LISTS].map(([name, values]) => [name, new Set(values)]));
  for (const { name, lists: bound } of SHEETS) {
    for (const [column, list] of Object.entries(bound)) {
      if (!isOpenList(list)) continue;
      for (const row of tables.get(name) ?? []) {
        const value = String(row[column] ?? NA);
        if (value !== NA) lists.get(list)?.add(value);
      }
    }
  }
  const columns = [...lists.values()].map((values) => Array.from(values));
  const height = Math.max(...columns.map(({ length }) => length));
  return {
    name: 'PickLists',
    header: [...lists.keys()],
    decimals: columns.map(() => null),
    rows: Array.from({ length: height }, (_, index) => ({
      cells: columns.map((values) => values[index] ?? null),
      bold: false,
    })),
    filtered: null,
  };
}
