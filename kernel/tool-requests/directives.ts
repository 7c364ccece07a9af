/** @module directives: finds phrases in a question that ask a tool for more than finding, by a published list. */
import { DIRECTIVES } from './directive-phrases.ts';
import type { Directive } from './directive-phrases.ts';

type Matcher = { readonly directive: Directive; readonly pattern: RegExp };

/** One pattern for each kind. `…` is at most three words, so that matching takes linear time. */
const MATCHERS: readonly Matcher[] = DIRECTIVES.map((directive) => {
  const wanted = Object.values(directive.phrases)
    .flat()
    .map((phrase) => phrase.replaceAll(' … ', ' (?:[^ ]{1,40} ){0,3}'));
  return { directive, pattern: new RegExp(`(?:^| )(?:${wanted.join('|')})(?: |$)`, 'u') };
});

/**
 * The first directive that a question contains, or undefined. The question is also matched with its JSON escapes decoded
 * and with other spellings of its letters: see `spellings`.
 */
export function directiveIn(query_text: string): Directive | undefined {
  const texts = [query_text, unescaped(query_text)].flatMap(spellings);
  return MATCHERS.find(({ pattern }) => texts.some((text) => pattern.test(text)))?.directive;
}

/** A question in the form of JSON with its escapes decoded. */
function unescaped(query_text: string): string {
  if (!/^\s*[[{"]/.test(query_text)) return '';
  try {
    return JSON.stringify(JSON.parse(query_text));
  } catch {
    return '';
  }
}

/** Letters of other alphabets that look like Latin ones, and Latin ones that no normal form decomposes. */
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

/** Digits and signs used in place of letters inside a word. */
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

/** The words of a text, and its other readings: signs read as letters, split words joined, spaced letters joined. */
function spellings(text: string): readonly string[] {
  const plain = text
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
    // Four or more single letters in a row are one word
    return [
      words,
      words.replaceAll(/(?<![^ ])(?:\p{L} ){3,}\p{L}(?![^ ])/gu, (set) => set.replaceAll(' ', '')),
    ];
  });
}
