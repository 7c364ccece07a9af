/** @module blocks: the blocks of Unicode that regular expressions of XSD name, such as `\p{IsGreek}`. */

/** Names without spaces, with the first and last code point in hexadecimal digits. */
const TABLE = `
BasicLatin 0 7f;Latin-1Supplement 80 ff;LatinExtended-A 100 17f;LatinExtended-B 180 24f;IPAExtensions 250 2af
SpacingModifierLetters 2b0 2ff;CombiningDiacriticalMarks 300 36f;Greek 370 3ff;GreekandCoptic 370 3ff;Cyrillic 400 4ff
CyrillicSupplement 500 52f;Armenian 530 58f;Hebrew 590 5ff;Arabic 600 6ff;Syriac 700 74f;Thaana 780 7bf
Devanagari 900 97f;Bengali 980 9ff;Gurmukhi a00 a7f;Gujarati a80 aff;Oriya b00 b7f;Tamil b80 bff;Telugu c00 c7f
Kannada c80 cff;Malayalam d00 d7f;Sinhala d80 dff;Thai e00 e7f;Lao e80 eff;Tibetan f00 fff;Myanmar 1000 109f
Georgian 10a0 10ff;HangulJamo 1100 11ff;Ethiopic 1200 137f;Cherokee 13a0 13ff
UnifiedCanadianAboriginalSyllabics 1400 167f;Ogham 1680 169f;Runic 16a0 16ff;Khmer 1780 17ff;Mongolian 1800 18af
LatinExtendedAdditional 1e00 1eff;GreekExtended 1f00 1fff;GeneralPunctuation 2000 206f
SuperscriptsandSubscripts 2070 209f;CurrencySymbols 20a0 20cf;CombiningMarksforSymbols 20d0 20ff
CombiningDiacriticalMarksforSymbols 20d0 20ff;LetterlikeSymbols 2100 214f;NumberForms 2150 218f;Arrows 2190 21ff
MathematicalOperators 2200 22ff;MiscellaneousTechnical 2300 23ff;ControlPictures 2400 243f
OpticalCharacterRecognition 2440 245f;EnclosedAlphanumerics 2460 24ff;BoxDrawing 2500 257f;BlockElements 2580 259f
GeometricShapes 25a0 25ff;MiscellaneousSymbols 2600 26ff;Dingbats 2700 27bf;BraillePatterns 2800 28ff
CJKRadicalsSupplement 2e80 2eff;KangxiRadicals 2f00 2fdf;IdeographicDescriptionCharacters 2ff0 2fff
CJKSymbolsandPunctuation 3000 303f;Hiragana 3040 309f;Katakana 30a0 30ff;Bopomofo 3100 312f
HangulCompatibilityJamo 3130 318f;Kanbun 3190 319f;BopomofoExtended 31a0 31bf;EnclosedCJKLettersandMonths 3200 32ff
CJKCompatibility 3300 33ff;CJKUnifiedIdeographsExtensionA 3400 4dbf;CJKUnifiedIdeographs 4e00 9fff
YiSyllables a000 a48f;YiRadicals a490 a4cf;HangulSyllables ac00 d7a3;PrivateUse e000 f8ff
CJKCompatibilityIdeographs f900 faff;AlphabeticPresentationForms fb00 fb4f;ArabicPresentationForms-A fb50 fdff
CombiningHalfMarks fe20 fe2f;CJKCompatibilityForms fe30 fe4f;SmallFormVariants fe50 fe6f
ArabicPresentationForms-B fe70 feff;HalfwidthandFullwidthForms ff00 ffef;Specials fff0 ffff;OldItalic 10300 1032f
Gothic 10330 1034f;Deseret 10400 1044f;ByzantineMusicalSymbols 1d000 1d0ff;MusicalSymbols 1d100 1d1ff
MathematicalAlphanumericSymbols 1d400 1d7ff;CJKUnifiedIdeographsExtensionB 20000 2a6df
CJKCompatibilityIdeographsSupplement 2f800 2fa1f;Tags e0000 e007f
`;

/** First and last code point of each block by its name without `Is`. */
export const BLOCKS: ReadonlyMap<string, readonly [first: number, last: number]> = new Map(
  TABLE.trim()
    .split(/[;\n]/u)
    .map((row) => {
      const [name = '', first = '', last = ''] = row.split(' ');
      return [name, [Number.parseInt(first, 16), Number.parseInt(last, 16)]];
    }),
);
