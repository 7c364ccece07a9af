/** @module glyphs: letters of five by seven dots, small ones too, so that ids can be read as they are written. */

/** Rows from the top, each a digit to base 32 whose five bits are the dots from the left; rows 8 and 9 hang below the line. */
const GLYPHS: ReadonlyMap<string, string> = new Map(
  [
    'A ehhvhhh B uhhuhhu C ehggghe D uhhhhhu E vgguggv F vgguggg G ehgnhhf H hhhvhhh I e44444e',
    'J 72222ic K hikokih L ggggggv M hrllhhh N hhpljhh O ehhhhhe P uhhuggg Q ehhhlid R uhhukih',
    'S fgge11u T v444444 U hhhhhhe V hhhhha4 W hhhllla X hha4ahh Y hhha444 Z v1248gv',
    '0 ehjlphe 1 4c4444e 2 eh1248v 3 v2421he 4 26aiv22 5 vgu11he 6 68guhhe 7 v124888 8 ehhehhe',
    '9 ehhf12c a 00e1fhf b ggmphhu c 00egghe d 11djhhf e 00ehvge f 698s888 g 00fhhhf1e h ggmphhh',
    'i 40c444e j 2062222ic k ggikoki l c44444e m 00qllhh n 00mphhh o 00ehhhe p 00uhhhugg',
    'q 00fhhhf11 r 00mpggg s 00ege1u t 88s8896 u 00hhhjd v 00hhha4 w 00hhlla x 00ha4ah',
    'y 00hhhhf1e z 00v248v ! 4444404 " aaa0000 # aavavaa $ 4fke5u4 % op248j3 & cik8lid',
    "' 4480000 ( 2488842 ) 8422248 * 04lel40 + 044v440 , 00000c48 - 000v000 . 00000cc / 01248g0",
    ': 0cc0cc0 ; 0cc0c48 < 248g842 = 00v0v00 > 8421248 ? eh12404 @ eh1dlle [ e88888e',
    '\\ 0g84210 ] e22222e ^ 4ah0000 _ 0000000v ` 8420000 { 2448442 | 4444444 } 8442448',
    '~ 008l200 ² c248e00 ³ c242c00 ° 4a40000 × 00ha4ah',
  ].flatMap((line) =>
    Array.from(line.matchAll(/(\S) (\S+)/gu), ([, sign = '', rows = '']) => [sign, rows] as const),
  ),
);

/** Dots from one letter to the next, and rows of a letter that stands on the line. */
export const GLYPH_STEP = 6;
export const GLYPH_HEIGHT = 7;

/** Whether a character is drawn as itself. */
export function hasGlyph(character: string): boolean {
  return character === ' ' || GLYPHS.has(character);
}

/** Calls `dot` for each dot of a line of text, in dots from its left and top; characters without a glyph are left out. */
export function drawGlyphs(text: string, dot: (x: number, y: number) => void): void {
  for (const [at, character] of Array.from(text).entries()) {
    for (const [y, row] of Array.from(GLYPHS.get(character) ?? '').entries()) {
      const bits = Number.parseInt(row, 32);
      for (let x = 0; x < 5; x += 1) {
        if ((bits & (16 >> x)) !== 0) dot(at * GLYPH_STEP + x, y);
      }
    }
  }
}
