/** @module issue-words: what a schema expected, in the words of our refusals. */
import * as z from 'zod';

/** Types of values, as refusals name them. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: '`null`',
  undefined: 'no value',
  never: 'no value',
};

/** Formats of texts, as refusals name them. */
const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  url: 'a URL',
  email: 'an e-mail address',
  datetime: 'a time in ISO 8601',
  date: 'a date in ISO 8601',
  base64: 'a text in base64',
};

/** Units of sizes for one and for several, by the type of the value. */
const UNITS: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  object: ['member', 'members'],
};

type Issue = z.core.$ZodRawIssue;

/** What was expected instead of the value of an issue: `expected a number`. */
function issueWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected ${issue.values.length === 1 ? '' : 'one of '}${listed(issue.values)}`;
    case 'too_big':
      return bound(issue, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'too_small':
      return bound(issue, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return `expected ${formatWords(issue)}`;
    case 'unrecognized_keys':
      return `unknown ${issue.keys.length === 1 ? 'name' : 'names'} ${listed(issue.keys)}`;
    case 'invalid_union':
      return unionWords(issue);
    case 'invalid_key':
      return 'expected another name';
    case 'invalid_element':
    case 'custom':
      return 'expected another value';
    default:
      return issue satisfies never;
  }
}

/** Longest text that refusals repeat, in UTF-16 units. */
const TEXT_MAX = 80;

/** A value as refusals name it: `the text \`abc\``. */
export function receivedWords(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') {
    const text =
      value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX - 3).toWellFormed()}...` : value;
    return `${isJsonText(value) ? 'a text with JSON in it' : 'the text'} \`${text}\``;
  }
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  // JSON has no word for NaN and the infinities.
  return `\`${typeof value === 'number' ? value : JSON.stringify(value)}\``;
}

/** Whether a value is a text that contains a JSON list or object, as some clients send them. */
export function isJsonText(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\s*[[{]/u.test(value)) return false;
  try {
    return typeof JSON.parse(value) === 'object';
  } catch {
    return false;
  }
}

/** Values in backticks, separated by commas. */
function listed(values: readonly unknown[]): string {
  return values.map((value) => `\`${String(value)}\``).join(', ');
}

function bound(
  { origin, exact }: Extract<Issue, { readonly code: 'too_big' | 'too_small' }>,
  limit: number | bigint,
  relation: string,
): string {
  const unit = UNITS[origin]?.[Number(limit) === 1 ? 0 : 1];
  return `expected ${exact === true ? 'exactly' : relation} ${limit}${unit === undefined ? '' : ` ${unit}`}`;
}

function formatWords(issue: Extract<Issue, { readonly code: 'invalid_format' }>): string {
  const { format, pattern, prefix, suffix, includes } = issue;
  if (format === 'starts_with') return `a text that starts with \`${String(prefix)}\``;
  if (format === 'ends_with') return `a text that ends with \`${String(suffix)}\``;
  if (format === 'includes') return `a text that contains \`${String(includes)}\``;
  if (format === 'regex') return `a text that matches \`${pattern ?? ''}\``;
  return FORMATS[format] ?? `a text in the format ${format}`;
}

/** The alternatives of a union, if each refuses the value itself; its parts are not listed. */
function unionWords({ errors }: Extract<Issue, { readonly code: 'invalid_union' }>): string {
  const first = errors.map(([issue]) => issue);
  const words = first.flatMap((issue) =>
    issue?.path.length === 0 && issue.message.startsWith('expected ')
      ? [issue.message.slice('expected '.length)]
      : [],
  );
  const different = [...new Set(words)];
  return words.length === 0 || words.length < first.length
    ? 'expected another value'
    : `expected ${different.join(' or ')}`;
}

/** Makes all schemas of the process that state no words of their own use these. */
export function useIssueWords(): void {
  z.config({ localeError: issueWords });
}
