/** @module write: builds workbook files by hand, so that tests can forge them. */
import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a package. `claims` replaces the inflated size in its headers. */
export type Part = {
  readonly name: string;
  readonly text: string | Uint8Array;
  readonly claims?: number;
  readonly encrypted?: boolean;
};

/** A ZIP file of these parts, deflated. */
export function zipOf(parts: readonly Part[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text: content, claims, encrypted = false } of parts) {
    const raw = Buffer.from(content);
    const stored = deflateRawSync(raw);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(encrypted ? 1 : 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(stored.length, 14);
    fields.writeUInt32LE(claims ?? raw.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([u32(0x04034b50), fields, Buffer.from(name), stored]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([u32(0x02014b50), Buffer.from([20, 0]), fields, tail, Buffer.from(name)]),
    );
    bodies.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, central, u32(0x06054b50), end]);
}

const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The XML of a sheet before and after its rows. */
export const SHEET_OPEN = `<?xml version="1.0"?><worksheet xmlns="${NS}"><sheetData>`;
export const SHEET_CLOSE = '</sheetData></worksheet>';

/** The contents of a workbook. `sheet`: the whole part of its sheet; `rows`: only its row elements. */
export type BookParts = {
  readonly rows?: string;
  readonly sheet?: string | Uint8Array;
  readonly claims?: number;
  readonly strings?: string;
  readonly styles?: string;
  readonly properties?: string;
  readonly more?: readonly Part[];
  readonly without?: string;
};

/** The parts of a workbook with a sheet `S` and a hidden, empty sheet `H`. */
export function bookParts(book: BookParts): readonly Part[] {
  const sheet = book.sheet ?? `${SHEET_OPEN}${book.rows ?? ''}${SHEET_CLOSE}`;
  const parts: readonly Part[] = [
    {
      name: '_rels/.rels',
      text: `<Relationships><Relationship Id="rId1" Type="${REL}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `<workbook xmlns="${NS}" xmlns:r="${REL}">${book.properties ?? ''}<sheets><sheet name="S" sheetId="1" r:id="rId1"/><sheet name="H" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `<Relationships><Relationship Id="rId1" Type="${REL}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${REL}/worksheet" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      text: sheet,
      ...(book.claims === undefined ? {} : { claims: book.claims }),
    },
    { name: 'xl/worksheets/sheet2.xml', text: `${SHEET_OPEN}${SHEET_CLOSE}` },
    { name: 'xl/sharedStrings.xml', text: `<sst xmlns="${NS}">${book.strings ?? ''}</sst>` },
    { name: 'xl/styles.xml', text: `<styleSheet xmlns="${NS}">${book.styles ?? ''}</styleSheet>` },
  ];
  return [...parts.filter(({ name }) => name !== book.without), ...(book.more ?? [])];
}

/** A workbook file. */
export function bookOf(book: BookParts): Buffer {
  return zipOf(bookParts(book));
}

/** A row of inline texts and raw cell elements. */
export function row(index: number, ...cells: readonly string[]): string {
  return `<row r="${index}">${cells.join('')}</row>`;
}

/** A text cell. */
export function text(reference: string, value: string): string {
  return `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
}

/** A number cell. */
export function number(reference: string, value: string, style = 0): string {
  return `<c r="${reference}" s="${style}"><v>${value}</v></c>`;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
