/** @module directives: detects clauses in a question that ask a tool for more than finding text. */
import { DIRECTIVES, HONEST_FORMS } from './directive-grammar.ts';
import type { Directive } from './directive-grammar.ts';
import { plainWords, spellings } from './spellings.ts';

const MATCHERS = DIRECTIVES.map((directive) => ({
  directive,
  pattern: new RegExp(directive.forms.map((form) => `(?:${form})`).join('|'), 'u'),
}));
const HONEST = HONEST_FORMS.map(({ form, unless }) => ({
  form: new RegExp(form, 'u'),
  unless: unless === null ? undefined : new RegExp(unless, 'u'),
}));

/** Number of clauses of a question that are examined. */
const CLAUSES_MAX = 40;

/**
 * The first directive in a question, or undefined. Each clause is examined separately, in all readings that
 * `spellings` returns. Honest clauses (about the past, or searches for entries) are skipped: they may mention commands.
 */
export function directiveIn(query_text: string): Directive | undefined {
  const clauses = textsIn(query_text).flatMap(clausesOf);
  const others = clauses.filter((clause) => !isHonest(plainWords(clause)));
  // The joined clauses are examined as well, so that punctuation inside a command does not hide it
  const whole = others.length === clauses.length ? [others.join(' ')] : [];
  const readings = [...others, ...whole].flatMap(spellings);
  return MATCHERS.find(({ pattern }) => readings.some((text) => pattern.test(text)))?.directive;
}

/** The strings of a question in JSON, such as the arguments of a tool; else the question itself. */
function textsIn(query_text: string): readonly string[] {
  if (!/^\s*[[{"]/.test(query_text)) return [query_text];
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

/** A search for a quoted text. */
const QUOTATION =
  /\b(search(?: for)?|find|suche(?: nach)?|mention(?:s|ing)?|contain(?:s|ing)?|titled|called|named|words?|text|titel)\s+["“„«][^"”“»]{1,300}["”“»]/giu;
/** A comma or conjunction before a command; it separates clauses. */
const BEFORE_COMMAND =
  /(?:,\s*(?:and |then |und |dann )?|\s(?:and|then|und|dann)\s+)(?=(?:then |please |bitte )?(?:delete|remove|erase|wipe|purge|write|add|change|decide|judge|summari[sz]e|tell|explain|infer|conclude|mark|set|rank|give|losche|entferne|schreibe?|fasse|entscheide|beurteile|erklare|andere|setze)\b)/giu;

/** The clauses of a text; quoted search texts are replaced by a placeholder. */
function clausesOf(query_text: string): readonly string[] {
  return query_text
    .replaceAll(QUOTATION, '$1 quoted')
    .replaceAll(BEFORE_COMMAND, '. ')
    .split(/[.!?;:\n]+(?=\s|$)|\n/u)
    .filter((clause) => clause.trim() !== '')
    .slice(0, CLAUSES_MAX);
}

/** Whether a clause asks about the past or searches for entries. */
function isHonest(clause: string): boolean {
  return HONEST.some(({ form, unless }) => form.test(clause) && unless?.test(clause) !== true);
}
