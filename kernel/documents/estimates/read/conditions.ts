/** @module conditions: the conditions of a line, such as `category = Walls; thickness >= 200`. */
import type { LineCondition } from '../list.ts';

/** Conditions of a line, or what was expected instead. */
export type ReadConditions =
  | {
      readonly ok: true;
      readonly category: string;
      readonly conditions: readonly LineCondition[];
    }
  | { readonly ok: false; readonly expected: string };

/** Maximum number of conditions of a line. */
const MOST = 10;
const OPERATORS = {
  '=': 'eq',
  '!=': 'ne',
  '<=': 'le',
  '>=': 'ge',
  '<': 'lt',
  '>': 'gt',
  '~': 'contains',
} as const;
const FORM = 'conditions COLUMN OPERATOR VALUE, separated by semicolons';

/**
 * Reads conditions. A value with a semicolon is in single quotes, in which a quote is doubled. Exactly one condition is
 * `category = NAME` or `kind = NAME`.
 */
export function readConditions(text: string): ReadConditions {
  const parts = split(text);
  if (parts === null) return { ok: false, expected: 'a closing single quote' };
  if (parts.length > MOST) return { ok: false, expected: `at most ${MOST} conditions` };
  const all: LineCondition[] = [];
  for (const part of parts) {
    const condition = conditionIn(part);
    if (condition === null) {
      return { ok: false, expected: `${FORM}; operators are ${Object.keys(OPERATORS).join(' ')}` };
    }
    all.push(condition);
  }
  const [category, ...more] = all.filter(isOfCategory);
  if (category === undefined || more.length > 0 || category.op !== 'eq') {
    return { ok: false, expected: 'exactly one condition `category = NAME` or `kind = NAME`' };
  }
  const conditions = all.filter((one) => !isOfCategory(one));
  return { ok: true, category: category.value, conditions };
}

function isOfCategory({ field }: LineCondition): boolean {
  return field === 'category' || field === 'kind';
}

/** The texts between semicolons outside quotes; null if a quote is not closed. */
function split(text: string): readonly string[] | null {
  const parts: string[] = [];
  let begin = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "'") isQuoted = !isQuoted;
    if (text[at] !== ';' || isQuoted) continue;
    parts.push(text.slice(begin, at));
    begin = at + 1;
  }
  parts.push(text.slice(begin));
  return isQuoted ? null : parts;
}

function conditionIn(part: string): LineCondition | null {
  const at = part.search(/[=!<>~]/u);
  if (at < 0) return null;
  const two = part.slice(at, at + 2);
  const sign = Object.hasOwn(OPERATORS, two) ? two : part.slice(at, at + 1);
  const op = Object.entries(OPERATORS).find(([name]) => name === sign)?.[1];
  const field = part.slice(0, at).trim();
  const value = unquoted(part.slice(at + sign.length).trim());
  return op === undefined || field === '' || value === null || value === ''
    ? null
    : { field, op, value };
}

/** The value; null if it has quotes inside or after quotes that are not doubled. */
function unquoted(value: string): string | null {
  if (!value.includes("'")) return value;
  if (value.length < 2 || !value.startsWith("'") || !value.endsWith("'")) return null;
  const inner = value.slice(1, -1);
  return inner.replaceAll("''", '').includes("'") ? null : inner.replaceAll("''", "'");
}
