/** @module pdf fonts: embeds a subset of a font and writes text as its glyphs, still selectable and searchable. */
import type { FontFile } from '../text/font-file.ts';
import { subsetOf } from '../text/font-subset.ts';
import { fontFor, shownText } from '../text/fonts.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** The regular or the bold font of a file. It records the glyphs in use. */
export class PdfFont {
  /** Name of the font in the resources of a page. */
  readonly name: string;
  readonly #font: FontFile;
  readonly #bold: boolean;
  /** The character of each glyph in use. */
  readonly #used = new Map<number, string>();

  constructor(bold: boolean) {
    this.name = bold ? 'F2' : 'F1';
    this.#bold = bold;
    this.#font = fontFor(bold);
  }

  get isUsed(): boolean {
    return this.#used.size > 0;
  }

  /** The glyph numbers of a text in the complete font; records the glyphs as used. */
  glyphs(text: string): readonly number[] {
    return Array.from(shownText(text), (character) => {
      const glyph = this.#font.glyphOf(character.codePointAt(0) ?? 0);
      if (!this.#used.has(glyph)) this.#used.set(glyph, character);
      return glyph;
    });
  }

  /** Embeds the subset of the font that is in use; returns its object number and the new glyph numbers. */
  write(objects: PdfObjects): {
    readonly name: string;
    readonly object: number;
    readonly numbers: ReadonlyMap<number, number>;
  } {
    const font = this.#font;
    const { bytes, numbers, widths } = subsetOf(font, this.#used.keys());
    const per_mille = (units: number): number => Math.round((units * 1000) / font.units_per_em);
    const name = `/PLUMBL+DejaVuSansCondensed${this.#bold ? '-Bold' : ''}`;
    const file = objects.stream(bytes, `/Length1 ${bytes.length} `);
    const descriptor = objects.add(
      `<< /Type /FontDescriptor /FontName ${name} /Flags 32 /FontBBox [${font.box.map(per_mille).join(' ')}] /ItalicAngle 0 /Ascent ${per_mille(font.ascent)} /Descent ${per_mille(font.descent)} /CapHeight ${per_mille(font.cap_height)} /StemV ${this.#bold ? 140 : 80} /FontFile2 ${file} 0 R >>`,
    );
    const cid = objects.add(
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 0 /W [0 [${widths.join(' ')}]] >>`,
    );
    const unicode = objects.stream(Buffer.from(this.#unicodeMap(numbers), 'latin1'));
    const object = objects.add(
      `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${cid} 0 R] /ToUnicode ${unicode} 0 R >>`,
    );
    return { name: this.name, object, numbers };
  }

  #unicodeMap(numbers: ReadonlyMap<number, number>): string {
    const lines = [...this.#used].map(([glyph, character]) => {
      const utf16 = Buffer.from(character, 'utf16le').swap16().toString('hex');
      return `<${hex4(numbers.get(glyph) ?? 0)}> <${utf16}>`;
    });
    const blocks: string[] = [];
    for (let i = 0; i < lines.length; i += 100) {
      const part = lines.slice(i, i + 100);
      blocks.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`);
    }
    return [
      '/CIDInit /ProcSet findresource begin',
      '12 dict begin',
      'begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
      '/CMapName /Adobe-Identity-UCS def',
      '/CMapType 2 def',
      '1 begincodespacerange\n<0000> <ffff>\nendcodespacerange',
      ...blocks,
      'endcmap',
      'CMapName currentdict /CMap defineresource pop',
      'end',
      'end',
    ].join('\n');
  }
}

/** Four hexadecimal digits. */
export function hex4(number: number): string {
  return number.toString(16).padStart(4, '0');
}
