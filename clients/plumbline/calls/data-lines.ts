/** @module data-lines: the data of an answer as lines for a person; what is left out of a long list is counted, and all text is escaped. */
import * as z from 'zod';

import { hangingLines, verbatim } from '../../../kernel/base/text/printable.ts';
import { valueText } from '../../../servers/approvals/element-text.ts';
import { scorecardLines } from '../../../servers/approvals/scorecard-lines.ts';

/** The lines of an object's members: single values after their names, everything else below them. */
export function dataLines(data: object, indent: string, width: number): readonly string[] {
  return Object.entries(data).flatMap(([name, value]) => memberLines(name, value, indent, width));
}

function memberLines(
  name: string,
  value: unknown,
  indent: string,
  width: number,
): readonly string[] {
  const table = name === 'scorecard' ? scorecardLines(value, width) : null;
  if (table !== null) {
    return [`${indent}${name}:`, ...table.map((line) => `${indent}  ${line}`.trimEnd())];
  }
  const inline = inlineText(value);
  if (inline !== null) return hangingLines(`${name}: ${inline}`, indent, width);
  const inner = `${indent}  `;
  const head = hangingLines(`${name}:`, indent, width);
  if (typeof value === 'string') {
    return [
      ...head,
      ...verbatim(value, width - inner.length - 2).map((line) => `${inner}| ${line}`),
    ];
  }
  if (!Array.isArray(value)) return [...head, ...dataLines(Object(value), inner, width)];
  return [...head, ...value.flatMap((one: unknown) => entryLines(withoutEmpty(one), inner, width))];
}

/** An object without empty members: in a row of a table an empty cell says nothing. Any other value is unchanged. */
function withoutEmpty(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  const filled = Object.entries(entry).filter(([, value]) => value !== null);
  return filled.length === 0 ? entry : Object.fromEntries(filled);
}

/** One entry of a list: `- ` and its members. */
function entryLines(entry: unknown, indent: string, width: number): readonly string[] {
  const finding = Finding.safeParse(entry).data;
  if (finding !== undefined) return findingLines(finding, indent, width);
  const inline = inlineText(entry);
  if (inline !== null) return hangingLines(`- ${inline}`, indent, width);
  if (typeof entry === 'string' || Array.isArray(entry)) {
    return memberLines('-', entry, indent, width);
  }
  const members = Object.entries(Object(entry));
  const short = members.flatMap(([name, value]) => {
    const text = inlineText(value);
    return text === null ? [] : [`${name} ${text}`];
  });
  const long = members.filter(([, value]) => inlineText(value) === null);
  return [
    ...hangingLines(`- ${short.join(', ')}`, indent, width),
    ...dataLines(Object.fromEntries(long), `${indent}  `, width),
  ];
}

/** A finding of a check. Its message has elements, measured and required value, clause and remedy. */
const Finding = z.looseObject({
  finding_id: z.string(),
  severity: z.string(),
  message: z.string(),
  status: z.string().optional(),
  location: z.unknown().optional(),
});

/** The message of a finding, then its place and id. */
function findingLines(
  { finding_id, severity, message, status, location }: z.output<typeof Finding>,
  indent: string,
  width: number,
): readonly string[] {
  const place = valueText(location ?? null);
  const rest = [status, place.startsWith('(') ? `at ${place}` : undefined, finding_id];
  return [
    ...hangingLines(`- ${severity}: ${message}`, indent, width),
    ...hangingLines(rest.filter((part) => part !== undefined).join(', '), `${indent}  `, width),
  ];
}

/** Maximum number of plain values, and of members of an object, in one line; longer ones are shortened. */
const VALUES_MAX = 50;
const MEMBERS_MAX = 20;
/** Number of those that a shortened line shows. */
const SHORTENED = 10;

/** The parts of a line, or the first of many and the number of the others. */
function partsText(parts: readonly string[], most: number): string {
  if (parts.length <= most) return parts.join(', ');
  const more = parts.length - SHORTENED;
  return `${parts.slice(0, SHORTENED).join(', ')}, … and ${more} more (--json lists all)`;
}

/** A value in one line; null for a text of several lines and for a value with parts that have parts of their own. */
function inlineText(value: unknown): string | null {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return value.includes('\n') ? null : value;
  if (typeof value !== 'object') return JSON.stringify(value) ?? 'none';
  const file = fileText(value);
  if (file !== null) return file;
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none';
    const isPlain = value.every((one) => typeof one !== 'object' && inlineText(one) !== null);
    const text = valueText(value);
    return isPlain ? partsText(value.map(String), VALUES_MAX) : text.startsWith('(') ? text : null;
  }
  const members = Object.entries(value);
  if (members.length === 0) return 'none';
  const text = valueText(value);
  if (text.startsWith('(')) return text;
  const isPlain = members.every(([, one]) => !isNested(one) && inlineText(one) !== null);
  const parts = members.map(([name, one]) => `${name} ${inlineText(one)}`);
  return isPlain ? partsText(parts, MEMBERS_MAX) : null;
}

/** Whether a value has parts, other than a point. */
function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !valueText(value).startsWith('(');
}

/** A file that the tool wrote: its absolute path, and what it is; null for any other value. */
function fileText(value: object): string | null {
  const { path, uri, media_type, width, height }: Readonly<Record<string, unknown>> = { ...value };
  if (typeof path !== 'string' || typeof uri !== 'string') return null;
  const size =
    typeof width === 'number' && typeof height === 'number' ? `${width} × ${height}` : '';
  const facts = [media_type, size].filter((fact) => typeof fact === 'string' && fact !== '');
  return `${path}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`;
}
