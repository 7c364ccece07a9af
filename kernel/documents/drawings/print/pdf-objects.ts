/** @module pdf objects: the structure of a PDF 1.7 file (ISO 32000-1): numbered objects and their byte offsets. */
import { zlibbed } from '../../../base/archive/deflate.ts';

/** The objects of a file, numbered in the order in which they are reserved or added. */
export class PdfObjects {
  readonly #bodies: (Buffer | null)[] = [];

  /** Reserves the number of an object that is written later. */
  reserve(): number {
    return this.#bodies.push(null);
  }

  /** Writes a dictionary or another object and returns its number. */
  add(body: string, number = this.reserve()): number {
    this.#bodies[number - 1] = Buffer.from(body, 'latin1');
    return number;
  }

  /** Writes a compressed stream; `entries` are added to its dictionary. */
  stream(data: Buffer, entries = ''): number {
    const packed = zlibbed(data);
    const head = `<< /Length ${packed.length} /Filter /FlateDecode ${entries}>>\nstream\n`;
    return this.#bodies.push(
      Buffer.concat([Buffer.from(head, 'latin1'), packed, Buffer.from('\nendstream', 'latin1')]),
    );
  }

  /**
   * The bytes of the complete file; `root` and `info` are the numbers of these objects.
   *
   * @throws {RangeError} if a reserved object was never written
   */
  file(root: number, info: number): Buffer {
    const parts = [Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
    let length = parts[0]?.length ?? 0;
    const offsets: number[] = [];
    for (const [i, body] of this.#bodies.entries()) {
      if (body === null) throw new RangeError(`object ${i + 1} was never written`);
      const whole = Buffer.concat([
        Buffer.from(`${i + 1} 0 obj\n`, 'latin1'),
        body,
        Buffer.from('\nendobj\n', 'latin1'),
      ]);
      offsets.push(length);
      length += whole.length;
      parts.push(whole);
    }
    const count = this.#bodies.length + 1;
    const table = offsets
      .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      .join('');
    parts.push(
      Buffer.from(
        `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
        'latin1',
      ),
    );
    return Buffer.concat(parts);
  }
}

/** A text string: UTF-16 with a byte order mark, as hexadecimal digits. */
export function pdfText(text: string): string {
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${utf16.toString('hex')}>`;
}
