/** @module directives: finds in a question what asks a tool for more than finding: by the forms of commands and by a published list of phrases. */
import { DIRECTIVE_FORMS, REPORT_FORMS } from './directive-grammar.ts';
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

/** The forms of each kind, whose command may stand in any clause. */
const FORMS: readonly Matcher[] = DIRECTIVE_FORMS.flatMap(({ id, forms }) =>
  DIRECTIVES.filter((directive) => directive.id === id).map((directive) => ({
    directive,
    pattern: new RegExp(forms.map((form) => `(?:${form})`).join('|'), 'u'),
  })),
);

/** Clauses that are looked at one by one. */
const CLAUSES_MAX = 40;

/**
 * The first directive that a question contains, or undefined. The question is also matched with its JSON escapes decoded
 * and with other spellings of its letters: see `spellings`.
 *
 * A clause that asks what has been, or which entries to look for, may name what it asks about: phrases are not looked for
 * in it, commands are.
 */
export function directiveIn(query_text: string): Directive | undefined {
  const clauses = saidIn(query_text).flatMap(clausesOf);
  const reports = clauses.map((clause) => isReport(spellings(clause)[0] ?? ''));
  const commands = clauses.filter((_, at) => reports[at] !== true).flatMap(spellings);
  const asked = reports.includes(true)
    ? commands
    : [query_text, unescaped(query_text)].flatMap(spellings);
  const said =
    MATCHERS.find(({ pattern }) => asked.some((text) => pattern.test(text))) ??
    FORMS.find(({ pattern }) => commands.some((text) => pattern.test(text)));
  return said?.directive;
}

/** What is said in a question: its texts where it is JSON, such as the arguments of a tool, else all of it. */
function saidIn(query_text: string): readonly string[] {
  if (!/^\s*[[{]/.test(query_text)) return [query_text];
  const texts: string[] = [];
  try {
    JSON.parse(query_text, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
    return texts;
  } catch {
    return [query_text];
  }
}

/** A text that is searched for is quoted after a word that says so. */
const QUOTATION =
  /\b(search(?: for)?|find|suche(?: nach)?|mention(?:s|ing)?|contain(?:s|ing)?|titled|called|named|words?|text|titel)\s+["“„«][^"”“»]{1,300}["”“»]/giu;
/** A clause that goes on with a command. */
const GOES_ON =
  /(?:,\s*(?:and |then |und |dann )?|\s(?:and|then|und|dann)\s+)(?=(?:then |please |bitte )?(?:delete|remove|erase|wipe|purge|write|add|change|decide|judge|summari[sz]e|tell|explain|infer|conclude|mark|set|rank|give|losche|entferne|schreibe?|fasse|entscheide|beurteile|erklare|andere|setze)\b)/giu;

function clausesOf(query_text: string): readonly string[] {
  return query_text
    .replaceAll(QUOTATION, '$1 quoted')
    .replaceAll(GOES_ON, '. ')
    .split(/[.!?;:\n]+(?=\s|$)|\n/u)
    .filter((clause) => clause.trim() !== '')
    .slice(0, CLAUSES_MAX);
}

function isReport(clause: string): boolean {
  return REPORT_FORMS.some(
    ({ form, unless }) => form.test(clause) && unless?.test(clause) !== true,
  );
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
