/**
 * @module dxf tags: the structure of a DXF file of AutoCAD 2007 (AC1021): groups, handles and tables. A handle is
 * derived from the name of its object, so that an edit of the model does not change the handles of other objects.
 */
import type { Pen } from '../drawing.ts';

/** The smallest assigned handle. */
const FIRST_HANDLE = 0x1000;
/** Upper bound of the assigned handles, exclusive; the format allows 64 bits. */
const FREE_HANDLE = 2 ** 40;

/** Collects groups of a code and a value, which are written on separate lines. */
export class DxfTags {
  readonly #lines: string[] = [];
  readonly #handles = new Set<number>();
  readonly #named = new Map<string, number>();

  /** The next free handle, the same in every file. */
  static readonly seed = FREE_HANDLE.toString(16).toUpperCase();

  /** Adds groups; coordinates must already be rounded by `short`. */
  add(...groups: readonly (readonly [code: number, value: number | string])[]): void {
    for (const [code, value] of groups) this.#lines.push(`${code}`, `${value}`);
  }

  /** A new hexadecimal handle, derived from a name. A repeated name gets a different handle. */
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

  /** Writes a table with its records; the handle of the table is passed as the `owner` of the records. */
  table(name: string, count: number, records: (owner: string) => void): void {
    const owner = this.handle(`TABLE ${name}`);
    this.add([0, 'TABLE'], [2, name], [5, owner], [330, 0], [100, 'AcDbSymbolTable'], [70, count]);
    if (name === 'DIMSTYLE') this.add([100, 'AcDbDimStyleTable'], [71, count]);
    records(owner);
    this.add([0, 'ENDTAB']);
  }

  /** Starts a record of a table and returns its handle. */
  record(type: string, owner: string, name: string): string {
    const handle = this.handle(`${type} ${name}`);
    const words = RECORDS[type] ?? type;
    // Dimension styles use the group code 105 for their handle.
    this.add([0, type], [type === 'DIMSTYLE' ? 105 : 5, handle], [330, owner]);
    this.add([100, 'AcDbSymbolTableRecord'], [100, words], [2, name]);
    if (type !== 'BLOCK_RECORD') this.add([70, 0]);
    return handle;
  }
}

/** A hash of a text, below 2⁵²: two FNV-1a hashes with different initial values. */
export function hashOf(text: string): number {
  let [one, other] = [0x811c9dc5, 0x01234567];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x01000193) ^ (other >>> 15);
  }
  return ((other >>> 0) & 0xfffff) * 2 ** 32 + (one >>> 0);
}

/** The subclass marker of each record type. */
const RECORDS: Readonly<Record<string, string>> = {
  VPORT: 'AcDbViewportTableRecord',
  LTYPE: 'AcDbLinetypeTableRecord',
  LAYER: 'AcDbLayerTableRecord',
  STYLE: 'AcDbTextStyleTableRecord',
  APPID: 'AcDbRegAppTableRecord',
  DIMSTYLE: 'AcDbDimStyleTableRecord',
  BLOCK_RECORD: 'AcDbBlockTableRecord',
};

/** Line weights that the format defines, hundredths of a millimetre. */
const WEIGHTS = [0, 5, 9, 13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70, 80, 90, 100] as const;

/** The defined line weight closest to the width of a pen. */
export function weightOf({ width_mm }: Pen): number {
  const wanted = width_mm * 100;
  return WEIGHTS.reduce((best, one) =>
    Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best,
  );
}

/** The line type of a pen. */
export function linetypeOf({ dash_mm }: Pen): string {
  return dash_mm === null ? 'Continuous' : dash_mm.length > 2 ? 'AXIS' : 'DASHED';
}

/**
 * A text as one line: control characters become spaces, `%%` becomes `%%%%%%` and `^` becomes `^ `, because the format
 * reads them as the start of a code.
 */
export function dxfText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ')
    .replaceAll('%%', '%%%%%%')
    .replaceAll('^', '^ ');
}

/** A valid name of a block or layer: letters, digits and a few other characters. */
export function dxfName(name: string): string {
  return name.replace(/[^\p{L}\p{N}_$-]/gu, '_').slice(0, 200) || '_';
}

/** A number as text with at least one and at most four decimals. */
export function short(value: number): string {
  const rounded = Math.round(value * 10_000) / 10_000;
  if (rounded === 0) return '0.0';
  if (Math.abs(rounded) < 0.001) return rounded.toFixed(4);
  return Number.isInteger(rounded) ? `${rounded}.0` : `${rounded}`;
}
