/** @module book: reads the parts of a workbook other than cells: sheets, shared strings, date formats. */
import { posix } from 'node:path';

import { TaskStop } from '../../task/task-stop.ts';
import { dateShapeOf } from './dates.ts';
import type { DateShape } from './dates.ts';
import type { XlsxPackage } from './package.ts';

/** A sheet of a workbook. `state`: `visible`, `hidden` or `veryHidden`. `part`: the name of its XML part. */
export type SheetEntry = { readonly name: string; readonly state: string; readonly part: string };

/** A workbook without its cells. `date1904`: dates count from 1904 instead of 1900. */
export type Workbook = {
  readonly sheets: readonly SheetEntry[];
  readonly date1904: boolean;
  readonly sharedPart: string;
  readonly stylesPart: string;
};

/** Limits of sheets, cell styles and shared strings, which no budget can raise. */
const SHEETS_MAX = 1000;
const STYLES_MAX = 65_536;
const STRINGS_MAX = 5_000_000;
/** Limit of all shared strings together, UTF-16 units. */
const STRING_CHARS_MAX = 50_000_000;
/** The longest text that a cell may have (specification of Excel). */
export const CELL_CHARS_MAX = 32_767;

type Relation = { readonly type: string; readonly target: string };

/** Reads the workbook part and its relations. Throws `TaskStop` TOOL_FAIL if it is missing. */
export async function readWorkbook(parts: XlsxPackage): Promise<Workbook> {
  const root = await readRelations(parts, '_rels/.rels', '');
  const main = [...root.values()].find(({ type }) => type.endsWith('/officeDocument'));
  const bookPart = main?.target ?? 'xl/workbook.xml';
  const folder = posix.dirname(bookPart);
  const relations = await readRelations(
    parts,
    `${folder}/_rels/${posix.basename(bookPart)}.rels`,
    folder,
  );
  const sheets: SheetEntry[] = [];
  let date1904 = false;
  const found = await parts.parse(bookPart, {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      if (sheets.length >= SHEETS_MAX) {
        throw new TaskStop('BOUND_DATA', `the workbook has more than ${SHEETS_MAX} sheets`);
      }
      const relation = relations.get(idOf(attributes) ?? '');
      sheets.push({
        name: attributes['name'] ?? '',
        state: attributes['state'] ?? 'visible',
        part: relation?.target ?? '',
      });
    },
  });
  if (!found) {
    throw new TaskStop('TOOL_FAIL', 'the file is not a workbook: it has no workbook part');
  }
  const partOf = (kind: string, usual: string): string =>
    [...relations.values()].find(({ type }) => type.endsWith(`/${kind}`))?.target ??
    posix.join(folder, usual);
  return {
    sheets,
    date1904,
    sharedPart: partOf('sharedStrings', 'sharedStrings.xml'),
    stylesPart: partOf('styles', 'styles.xml'),
  };
}

/** The shared strings, to which cells refer by index, without phonetic readings. Throws `TaskStop` BOUND_DATA. */
export async function readSharedTexts(
  parts: XlsxPackage,
  part: string,
): Promise<readonly string[]> {
  const texts: string[] = [];
  let chars = 0;
  let current = '';
  let inText = false;
  let inReading = false;
  await parts.parse(part, {
    open(name) {
      if (name === 'si') current = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') inReading = true;
    },
    text(text) {
      if (inText && !inReading) current += text;
    },
    close(name) {
      if (name === 't') {
        inText = false;
      } else if (name === 'rPh') {
        inReading = false;
      } else if (name === 'si') {
        chars += current.length;
        if (
          current.length > CELL_CHARS_MAX ||
          chars > STRING_CHARS_MAX ||
          texts.length >= STRINGS_MAX
        ) {
          throw new TaskStop('BOUND_DATA', 'the shared texts of the workbook are too long', {
            text_chars: current.length,
            total_chars: chars,
            texts: texts.length,
          });
        }
        texts.push(unescaped(current));
      }
    },
  });
  return texts;
}

/** For each cell style, the date shape of its number format, or undefined. Throws `TaskStop` BOUND_DATA. */
export async function readDateStyles(
  parts: XlsxPackage,
  part: string,
): Promise<readonly (DateShape | undefined)[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let inCells = false;
  await parts.parse(part, {
    open(name, attributes) {
      if (name === 'numFmt') {
        codes.set(Number(attributes['numFmtId']), (attributes['formatCode'] ?? '').slice(0, 255));
      } else if (name === 'cellXfs') {
        inCells = true;
      } else if (name === 'xf' && inCells) {
        formats.push(Number(attributes['numFmtId'] ?? 0));
      }
      if (formats.length > STYLES_MAX || codes.size > STYLES_MAX) {
        throw new TaskStop('BOUND_DATA', `the workbook has more than ${STYLES_MAX} styles`);
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats.map((id) => dateShapeOf(id, codes.get(id)));
}

/** Decodes `_xHHHH_`, the form of characters that XML cannot contain (ECMA-376 part 1, 22.9.2.19). */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;
}

async function readRelations(
  parts: XlsxPackage,
  part: string,
  folder: string,
): Promise<ReadonlyMap<string, Relation>> {
  const relations = new Map<string, Relation>();
  await parts.parse(part, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
      const target = attributes['Target'] ?? '';
      relations.set(attributes['Id'] ?? '', {
        type: attributes['Type'] ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      });
    },
  });
  return relations;
}

/** The relation id of a sheet. Its namespace prefix varies between files. */
function idOf(attributes: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(attributes).find(([name]) => /^[^:]+:id$/.test(name))?.[1];
}
