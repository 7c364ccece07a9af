/** @module spellings: normalises the words of a text, and finds its other possible readings. */
/** Latin spelling of letters that look Latin, and of Latin letters without a Unicode decomposition. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [
    ['аɑα', 'a'],
    ['вβ', 'b'],
    ['сϲ', 'c'],
    ['ԁđ', 'd'],
    ['еεєə', 'e'],
    ['ɡ', 'g'],
    ['һн', 'h'],
    ['іıιɩ', 'i'],
    ['јʝ', 'j'],
    ['кκ', 'k'],
    ['ӏłⅼ', 'l'],
    ['мʍ', 'm'],
    ['пη', 'n'],
    ['оοøσ', 'o'],
    ['рρ', 'p'],
    ['ԛ', 'q'],
    ['гɾ', 'r'],
    ['ѕƽ', 's'],
    ['тτ', 't'],
    ['υʋ', 'u'],
    ['νѵ', 'v'],
    ['ԝωш', 'w'],
    ['хχ', 'x'],
    ['уγ', 'y'],
    ['ᴢ', 'z'],
    ['ß', 'ss'],
    ['œ', 'oe'],
    ['æ', 'ae'],
  ].flatMap(([like = '', latin = '']) => Array.from(like, (letter) => [letter, latin] as const)),
);

/** Digits and signs that are used in place of letters inside a word. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
]);

/** The umlauts that distinguish the conditional of a German verb (`würde`) from its past (`wurde`). */
const CONDITIONAL = /(?<=w)ü(?=rde)|(?<=k)ö(?=nnte)|(?<=m)ü(?=sste)/gu;

/** The normalised words of a text, then its other readings: signs as letters, split words and spaced letters joined. */
export function spellings(text: string): readonly string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(CONDITIONAL, (umlaut) => (umlaut === 'ö' ? 'oe' : 'ue'))
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/\P{ASCII}/gu, (letter) => LOOKALIKES.get(letter) ?? letter);
  const signs = plain.replaceAll(
    /(?<=\p{L})[01345$7@!](?=\p{L})|(?<!\S)[01345$7@](?=\p{L})/gu,
    (sign) => SIGNS.get(sign) ?? sign,
  );
  const pieces = plain.replaceAll(/(?<=\p{L})[-_.'’·*/\\](?=\p{L})/gu, '');
  return [plain, signs, pieces].flatMap((spelling) => {
    const words = spelling.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
    // Four or more single letters in a row are read as one word
    return [
      words,
      words.replaceAll(/(?<![^ ])(?:\p{L} ){3,}\p{L}(?![^ ])/gu, (set) => set.replaceAll(' ', '')),
    ];
  });
}

/** The words of a text in lower case without accents, separated by single spaces. */
export function plainWords(text: string): string {
  return spellings(text)[0] ?? '';
}
