/**
 * @module dxf tags: the frame of a DXF file of AutoCAD 2007 (AC1021): groups, handles, tables and objects. Handles come
 * from what an object is, not from how many were written before it, so that an edit leaves those of all others.
 */
import type { Pen } from '../drawing.ts';

/** Handles lie between these; the format knows up to 64 bits. */
const FIRST_HANDLE = 0x1000;
const FREE_HANDLE = 2 ** 40;

/** Groups of a code and a value, line by line. */
export class DxfTags {
  readonly #lines: string[] = [];
  readonly #handles = new Set<number>();
  readonly #named = new Map<string, number>();

  /** The next free handle of every file. */
  static readonly seed = FREE_HANDLE.toString(16).toUpperCase();

  /** Adds groups; numbers that stand for places must be short already. */
  add(...groups: readonly (readonly [code: number, value: number | string])[]): void {
    for (const [code, value] of groups) this.#lines.push(`${code}`, `${value}`);
  }

  /** A new handle, hexadecimal, of what has this name; the second of a name gets another than the first. */
  handle(name: string): string {
    const before = this.#named.get(name) ?? 0;
    this.#named.set(name, before + 1);
    const wanted = hashOf(before === 0 ? name : `${name} ${before}`);
    let handle = FIRST_HANDLE + (wanted % (FREE_HANDLE - FIRST_HANDLE));
    while (this.#handles.has(handle)) {
      handle = handle + 1 < FREE_HANDLE ? handle + 1 : FIRST_HANDLE;
    }
    this.#handles.add(handle);
    return handle.toString(16).toUpperCase();
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  /** A table with its records; `owner` of the records is the table. */
  table(name: string, count: number, records: (owner: string) => void): void {
    const owner = this.handle(`TABLE ${name}`);
    this.add([0, 'TABLE'], [2, name], [5, owner], [330, 0], [100, 'AcDbSymbolTable'], [70, count]);
    if (name === 'DIMSTYLE') this.add([100, 'AcDbDimStyleTable'], [71, count]);
    records(owner);
    this.add([0, 'ENDTAB']);
  }

  /** The beginning of a record of a table; gives its handle. */
  record(type: string, owner: string, name: string): string {
    const handle = this.handle(`${type} ${name}`);
    const words = RECORDS[type] ?? type;
    // The handles of dimension styles have a code of their own.
    this.add([0, type], [type === 'DIMSTYLE' ? 105 : 5, handle], [330, owner]);
    this.add([100, 'AcDbSymbolTableRecord'], [100, words], [2, name]);
    if (type !== 'BLOCK_RECORD') this.add([70, 0]);
    return handle;
  }
}

/** A number below 2⁵² from a text: FNV-1a twice, with different beginnings. */
export function hashOf(text: string): number {
  let [one, other] = [0x811c9dc5, 0x01234567];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x01000193) ^ (other >>> 15);
  }
  return ((other >>> 0) & 0xfffff) * 2 ** 32 + (one >>> 0);
}

const RECORDS: Readonly<Record<string, string>> = {
  VPORT: 'AcDbViewportTableRecord',
  LTYPE: 'AcDbLinetypeTableRecord',
  LAYER: 'AcDbLayerTableRecord',
  STYLE: 'AcDbTextStyleTableRecord',
  APPID: 'AcDbRegAppTableRecord',
  DIMSTYLE: 'AcDbDimStyleTableRecord',
  BLOCK_RECORD: 'AcDbBlockTableRecord',
};

/** Widths of lines that the format knows, hundredths of a millimetre. */
const WEIGHTS = [0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100] as const;

/** The known width nearest to that of a pen. */
export function weightOf({ width_mm }: Pen): number {
  const wanted = width_mm * 100;
  return WEIGHTS.reduce((best, one) =>
    Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best,
  );
}

/** Name of the kind of line of a pen. */
export function linetypeOf({ dash_mm }: Pen): string {
  return dash_mm === null ? 'Continuous' : dash_mm.length > 2 ? 'AXIS' : 'DASHED';
}

/** Text of one line: controls become spaces, and what the format would read as a code is doubled. */
export function dxfText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ')
    .replaceAll('%%', '%%%%%%')
    .replaceAll('^', '^ ');
}

/** Names of blocks and layers take letters, digits and few signs. */
export function dxfName(name: string): string {
  return name.replace(/[^\p{L}\p{N}_$-]/gu, '_').slice(0, 200) || '_';
}

/** A coordinate or size to a ten-thousandth. */
export function short(value: number): string {
  const rounded = Math.round(value * 10_000) / 10_000;
  if (rounded === 0) return '0.0';
  if (Math.abs(rounded) < 0.001) return rounded.toFixed(4);
  return Number.isInteger(rounded) ? `${rounded}.0` : `${rounded}`;
}
