/** @module check-input: strict validation of arguments; refusals name the closest match and what was expected. */
import type * as z from 'zod';

import { nearest } from '../../../kernel/base/text/nearest.ts';
import { Refusal } from '../../../schemas/errors.ts';
import { isJsonText, receivedWords } from '../../../schemas/issue-words.ts';
import { isSecret } from '../../audit/entry.ts';
import type { Audience, RegisteredTool, SharedArguments } from '../../tool/registry.ts';
import { pathOf, valueAt } from './argument-path.ts';
import { unknownArgument } from './unknown-argument.ts';

/** Arguments after validation and defaults: those of the tool itself, and those for the gate. */
export type CheckedInput = {
  readonly own: Readonly<Record<string, unknown>>;
  readonly shared: SharedArguments;
};

/** Maximum number of listed faults. */
const ISSUES_LISTED = 10;

/** Validates raw arguments, which are bounded. Refuses UNKNOWN_ARGUMENT, REASONING_REQUIRED, OUT_OF_RANGE or INVALID_ARGUMENT. */
export function checkInput<View>(
  registered: RegisteredTool<View>,
  audience: Audience,
  raw: unknown,
): CheckedInput {
  const parsed = registered.schema[audience].safeParse(raw ?? {});
  if (!parsed.success) throw inputRefusal(parsed.error.issues, registered, audience, raw);
  const own: Record<string, unknown> = {};
  const shared: Record<string, unknown> = {};
  const taken = registered.tool.input.shape;
  for (const [name, value] of Object.entries(parsed.data)) {
    if (Object.hasOwn(taken, name)) own[name] = value;
    else shared[name] = value;
  }
  if (audience === 'agent' && isBlank(shared['reasoning'])) throw reasoningRefusal();
  return { own, shared };
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

function reasoningRefusal(): Refusal {
  return new Refusal(
    'REASONING_REQUIRED',
    'an agent must give a reason for each call; `reasoning` is missing',
    'add `reasoning` with 1 to 2,000 characters',
  );
}

function inputRefusal<View>(
  issues: readonly z.core.$ZodIssue[],
  registered: RegisteredTool<View>,
  audience: Audience,
  raw: unknown,
): Refusal {
  const given = typeof raw === 'object' && raw !== null ? raw : {};
  const unknown = unknownArgument({ issues, registered, audience, raw: given });
  if (unknown !== null) return unknown;
  if (audience === 'agent' && isBlank(Reflect.get(given, 'reasoning'))) return reasoningRefusal();
  const listed = ofRightType(issues)
    .slice(0, ISSUES_LISTED)
    .map((issue) => ({
      argument: pathOf(issue.path),
      got: describe(valueAt(given, issue.path), String(issue.path.at(-1) ?? '')),
      wanted: issue.message,
    }));
  const named = new Set(listed.map(({ argument }) => `\`${argument}\``));
  const first = listed[0] ?? { argument: '', got: '', wanted: '' };
  const outOfRange = issues.every(({ code }) => code === 'too_big' || code === 'too_small');
  const numeric = issues.every((issue) => typeof valueAt(given, issue.path) === 'number');
  return new Refusal(
    outOfRange && numeric ? 'OUT_OF_RANGE' : 'INVALID_ARGUMENT',
    `argument \`${first.argument}\` is ${first.got}: ${first.wanted}`,
    `${closestWord(issues[0], given)}${toCorrect(issues[0], given, [...named])} and call again; nothing was changed`,
    { issues: listed },
  );
}

/** The issues without those of values whose type is wrong already, such as the length of a text where a list is expected. */
function ofRightType(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const wrong = new Map(
    issues
      .filter(({ code }) => code === 'invalid_type')
      .map((issue) => [pathOf(issue.path), issue]),
  );
  return issues.filter((issue) => (wrong.get(pathOf(issue.path)) ?? issue) === issue);
}

/** A question that suggests the closest allowed word; empty if no word is close or the value is not a text. */
function closestWord(issue: z.core.$ZodIssue | undefined, given: object): string {
  if (issue?.code !== 'invalid_value') return '';
  const value = valueAt(given, issue.path);
  const near = typeof value === 'string' ? nearest(value, issue.values.map(String)) : null;
  return near === null ? '' : `did you mean \`${near}\`? `;
}

/** What to correct. For a list or object as text: how to send it. */
function toCorrect(
  issue: z.core.$ZodIssue | undefined,
  given: object,
  named: readonly string[],
): string {
  if (issue?.code !== 'invalid_type' || !isJsonText(valueAt(given, issue.path))) {
    return `correct ${named.join(', ')}`;
  }
  const name = `\`${pathOf(issue.path)}\``;
  const others = named.filter((other) => other !== name);
  return `send ${name} as JSON itself, not as a text${others.length === 0 ? '' : `; correct ${others.join(', ')}`}`;
}

/** Describes a value for a refusal; texts that may be secrets are not repeated. */
function describe(value: unknown, name: string): string {
  return typeof value === 'string' && isSecret(name, value) ? 'a text' : receivedWords(value);
}
