/** @module pdf: builds small PDF files (ISO 32000-1) with text in Helvetica. */
import { deflateSync } from 'node:zlib';

/** A file with one page per text and one line of text per line. Does not escape `\`, `(` and `)`. */
export function pdfOf(pages: readonly string[], title = 'A title'): Buffer {
  const kids = pages.map((_, page) => `${5 + 2 * page} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    Buffer.from(`<< /Title (${title}) >>`),
  ];
  for (const [page, text] of pages.entries()) {
    const lines = text.split('\n').map((line) => `(${line}) Tj`);
    const stream = deflateSync(
      Buffer.from(`BT /F1 12 Tf 14 TL 72 720 Td ${lines.join(' T* ')} ET`, 'latin1'),
    );
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + 2 * page} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
        stream,
        Buffer.from('\nendstream'),
      ]),
    );
  }
  return serialise(objects);
}

function serialise(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')];
  const places: number[] = [];
  let at = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      object,
      Buffer.from('\nendobj\n'),
    ]);
    places.push(at);
    parts.push(part);
    at += part.length;
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}trailer << /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
