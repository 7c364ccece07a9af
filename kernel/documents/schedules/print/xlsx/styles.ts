/** @module styles: the few formats of cells, as a styles part (ECMA-376, part 1, 18.8). */

/** Indexes into `cellXfs`. Text cells stay text when they are edited. */
export const STYLE = {
  plain: 0,
  header: 1,
  text: 2,
  thousandths: 3,
  bold: 4,
  boldText: 5,
  boldThousandths: 6,
} as const;

const TEXT = 49;
const THOUSANDTHS = 164;

function format(numFmt: number, font: number, fill: number): string {
  return `<xf numFmtId="${numFmt}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
}

/** In the order of `STYLE`. */
const FORMATS = [
  format(0, 0, 0),
  format(TEXT, 1, 2),
  format(TEXT, 0, 0),
  format(THOUSANDTHS, 0, 0),
  format(0, 1, 0),
  format(TEXT, 1, 0),
  format(THOUSANDTHS, 1, 0),
];

export const STYLES_XML = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
  `<numFmts count="1"><numFmt numFmtId="${THOUSANDTHS}" formatCode="0.000"/></numFmts>`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE7E6E6"/><bgColor indexed="64"/></patternFill></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${FORMATS.length}">${FORMATS.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');
