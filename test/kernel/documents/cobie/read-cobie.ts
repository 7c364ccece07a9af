/** @module read cobie: a COBie workbook as exceljs reads it. */
import ExcelJS from 'exceljs';

import type { CobieRow, CobieTables } from '../../../../kernel/documents/cobie/check.ts';
import { SHEET_NAMES } from '../../../../kernel/documents/cobie/sheet.ts';

export async function openCobie(bytes: Uint8Array): Promise<ExcelJS.Workbook> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(new Uint8Array(bytes).buffer);
  return book;
}

/** The first row of a sheet as texts. */
export function headerOf(book: ExcelJS.Workbook, sheet: string): readonly string[] {
  const { values = [] } = book.getWorksheet(sheet)?.getRow(1) ?? {};
  return Array.isArray(values) ? values.slice(1).map(String) : [];
}

/** The rows of a sheet by the names in its header. */
export function rowsOf(book: ExcelJS.Workbook, name: string): readonly CobieRow[] {
  const sheet = book.getWorksheet(name);
  const header = headerOf(book, name);
  const rows: CobieRow[] = [];
  sheet?.eachRow((row, number) => {
    if (number === 1) return;
    const made: Record<string, string | number> = {};
    for (const [index, column] of header.entries()) {
      const { value, type } = row.getCell(index + 1);
      if (type === ExcelJS.ValueType.Formula) throw new Error(`formula in ${name} ${column}`);
      if (typeof value === 'number' || typeof value === 'string') made[column] = value;
      else if (value !== null) throw new Error(`${name} ${column}: ${JSON.stringify(value)}`);
    }
    rows.push(made);
  });
  return rows;
}

export function tablesOf(book: ExcelJS.Workbook): CobieTables {
  return new Map(SHEET_NAMES.map((name) => [name, rowsOf(book, name)]));
}
