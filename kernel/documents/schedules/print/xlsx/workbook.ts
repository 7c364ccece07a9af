/** @module workbook: a table as an Excel workbook (ECMA-376). The same table yields the same bytes. */
import { zipOf } from '../../../../base/archive/zip.ts';
import { xmlAttribute } from '../../../../base/text/xml-text.ts';
import type { Table } from '../../table.ts';
import { headingOf, linesOf } from '../lines.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { sheetXml } from './sheet.ts';
import { STYLES_XML } from './styles.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const PART = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Longest name of a sheet, characters (specification of Excel). */
const NAME_CHARS = 31;

/**
 * A workbook with the table on the first sheet (typed cells, a frozen header, sums in bold) and its source on
 * the second. It contains no formula and no date.
 * @throws {RangeError} if there are more rows than a sheet can contain.
 */
export function xlsxOf(table: Table): Buffer {
  return workbookOf([tableSheet(table), aboutSheet(table)]);
}

/**
 * A workbook of sheets, whose names Excel must accept. It contains no formula and no date.
 * @throws {RangeError} if there are more rows than a sheet can contain.
 */
export function workbookOf(sheets: readonly Sheet[]): Buffer {
  const parts: string[] = [];
  for (const sheet of sheets) parts.push(sheetXml(sheet));
  return zipOf([
    { name: '[Content_Types].xml', content: contentTypes(sheets.length) },
    {
      name: '_rels/.rels',
      content: relationships([[`${OFFICE}/officeDocument`, 'xl/workbook.xml']]),
    },
    { name: 'xl/workbook.xml', content: workbookXml(sheets) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships([
        ...sheets.map(
          (_, index) => [`${OFFICE}/worksheet`, `worksheets/sheet${index + 1}.xml`] as const,
        ),
        [`${OFFICE}/styles`, 'styles.xml'],
      ]),
    },
    { name: 'xl/styles.xml', content: STYLES_XML },
    ...parts.map((content, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, content })),
  ]);
}

function tableSheet(table: Table): Sheet {
  const rows = [...linesOf(table)].map((line): SheetRow =>
    line.line === 'heading'
      ? { cells: [line.text], bold: true }
      : { cells: line.cells, bold: line.line === 'total' },
  );
  return {
    name: sheetName(table.title),
    header: table.columns.map(headingOf),
    decimals: table.columns.map(({ decimals }) => decimals),
    rows,
    filtered: table.groups.length === 0 ? table.rows.length : null,
  };
}

function aboutSheet({ title, head, count, warnings, notes }: Table): Sheet {
  const rows: readonly SheetRow['cells'][] = [
    ['Title', title],
    ['Branch', head.branch],
    ['Position in the log', head.seq],
    ['Elements', count],
    ...warnings.map((warning) => ['Warning', warning]),
    ...notes.map((note) => ['Note', note]),
  ];
  return {
    name: 'About',
    header: ['What', 'Value'],
    decimals: [null, null],
    rows: rows.map((cells) => ({ cells, bold: false })),
    filtered: null,
  };
}

/** A sheet name that Excel accepts: at most 31 characters, not reserved, without an apostrophe at either end; not `About`. */
function sheetName(title: string): string {
  const name = title
    .replaceAll(/[\\/?*[\]:\p{Cc}]/gu, ' ')
    .slice(0, NAME_CHARS)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
    .replaceAll(/^'|'$/g, '’');
  const isFree = name !== '' && !['about', 'history'].includes(name.toLowerCase());
  return isFree ? name : 'Schedule';
}

function workbookXml(sheets: readonly Sheet[]): string {
  const listed = sheets.map(
    ({ name }, index) =>
      `<sheet name="${xmlAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`;
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const listed = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${listed.join('')}</Relationships>`;
}

function contentTypes(sheets: number): string {
  const listed = Array.from(
    { length: sheets },
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${PART}.worksheet+xml"/>`,
  );
  return [
    `${XML}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${PART}.sheet.main+xml"/>`,
    ...listed,
    `<Override PartName="/xl/styles.xml" ContentType="${PART}.styles+xml"/>`,
    '</Types>',
  ].join('');
}
