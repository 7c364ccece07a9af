/** @module directives: finds in a question what asks a tool for more than finding: by the forms of commands and by a published list of phrases. */
import { COMMAND_SCORE, commandScore } from './command-score.ts';
import { DIRECTIVE_FORMS, REPORT_FORMS } from './directive-grammar.ts';
import { DIRECTIVES } from './directive-phrases.ts';
import type { Directive } from './directive-phrases.ts';
import { plainWords, spellings } from './spellings.ts';

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
 * in it, commands are. What is left is weighed by its words.
 */
export function directiveIn(query_text: string): Directive | undefined {
  const clauses = saidIn(query_text).flatMap(clausesOf);
  const reports = clauses.map((clause) => isReport(plainWords(clause)));
  const commands = clauses.filter((_, at) => reports[at] !== true).flatMap(spellings);
  const asked = reports.includes(true)
    ? commands
    : [query_text, unescaped(query_text)].flatMap(spellings);
  const said =
    MATCHERS.find(({ pattern }) => asked.some((text) => pattern.test(text))) ??
    FORMS.find(({ pattern }) => commands.some((text) => pattern.test(text)));
  if (said !== undefined) return said.directive;
  const unknown = clauses.filter((_, at) => reports[at] !== true).map(plainWords);
  return commandScore(unknown.join(' ')) >= COMMAND_SCORE ? COMMAND : undefined;
}

/** What no form and no phrase catches, but whose words are those of commands. */
const COMMAND: Directive = { id: 'COMMAND', title: 'reads like a command', phrases: {} };

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
