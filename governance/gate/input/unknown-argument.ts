/** @module unknown-argument: the refusal of an unknown argument, with the closest match and the accepted arguments. */
import * as z from 'zod';

import { nearest } from '../../../kernel/base/text/nearest.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { Audience, RegisteredTool } from '../../tool/registry.ts';
import { clip, pathOf, valueAt } from './argument-path.ts';

type UnknownKeys = z.core.$ZodIssueUnrecognizedKeys;

/** A call that does not match its schema. */
type RefusedInput<View> = {
  readonly issues: readonly z.core.$ZodIssue[];
  readonly registered: RegisteredTool<View>;
  readonly audience: Audience;
  readonly raw: object;
};

/** Maximum number of listed unknown arguments. */
const UNKNOWN_LISTED = 10;

/** Longer suggestions (JSON, UTF-16 units) cost a model more than correcting the name itself. */
const SUGGESTED_UNITS = 2000;

/**
 * UNKNOWN_ARGUMENT for the first unknown argument of a call; null if there is none. `data.suggested` has the complete
 * arguments if renaming that one argument makes the whole call valid.
 */
export function unknownArgument<View>(input: RefusedInput<View>): Refusal | null {
  const unknown = input.issues.filter((issue) => issue.code === 'unrecognized_keys');
  const [issue] = unknown;
  if (issue === undefined) return null;
  const { tool, argumentNames, listed, schema } = input.registered;
  const { path, keys } = issue;
  const [key = ''] = keys;
  const isNested = path.length > 0;
  const names = isNested ? namesAt(schema[input.audience], path) : argumentNames;
  const closest = nearest(key, names);
  const renamed = unknown.length === 1 ? validRename(input, issue, closest) : null;
  const near = renamed?.name ?? closest;
  const more = Math.max(0, keys.length - UNKNOWN_LISTED);
  const others = more > 0 ? ` and ${keys.length - 1} others` : '';
  const inside = isNested ? ` in \`${pathOf(path)}\`` : '';
  const described = valueAt(listedAt(listed[input.audience].inputSchema, path), ['description']);
  const taken = names.length > 0 ? names.join(', ') : described;
  const takes = `\`${isNested ? pathOf(path) : tool.name}\` takes ${typeof taken === 'string' ? taken : 'no names'}`;
  const guess = near === null ? '' : `did you mean \`${near}\`? `;
  const whole = renamed === null ? '' : '; data.suggested has the corrected arguments';
  return new Refusal(
    'UNKNOWN_ARGUMENT',
    `\`${tool.name}\` takes no argument \`${clip(key)}\`${inside}${others}; nothing was changed`,
    `${guess}${takes}${whole}`,
    {
      unknown: keys.slice(0, UNKNOWN_LISTED).map(clip),
      ...(more > 0 ? { more } : {}),
      nearest: near,
      arguments: names,
      ...(renamed === null ? {} : { suggested: renamed.suggested }),
    },
  );
}

/**
 * The name under which the unknown argument makes the whole call valid, with the arguments of that call: the one required
 * argument that is missing, else the closest match. Null if there is no such name.
 */
function validRename<View>(
  { issues, registered, audience, raw }: RefusedInput<View>,
  { path, keys }: UnknownKeys,
  closest: string | null,
): { readonly name: string; readonly suggested: object } | null {
  const [key, ...otherKeys] = keys;
  const missing = issues.filter((issue) => isMissing(issue, path, raw));
  if (key === undefined || otherKeys.length > 0 || missing.length > 1) return null;
  // Any other fault remains after the argument is renamed.
  if (issues.length > 1 + missing.length) return null;
  const name = missing.length === 1 ? String(missing[0]?.path.at(-1)) : closest;
  const within = valueAt(raw, path);
  if (name === null || typeof within !== 'object' || within === null) return null;
  if (Object.hasOwn(within, name)) return null;
  const suggested = withRenamed(raw, path, { key, name });
  if (!registered.schema[audience].safeParse(suggested).success) return null;
  return JSON.stringify(suggested).length > SUGGESTED_UNITS ? null : { name, suggested };
}

/** Whether an issue is that a required argument next to the unknown one is missing. */
function isMissing(
  issue: z.core.$ZodIssue,
  path: readonly PropertyKey[],
  raw: unknown,
): issue is z.core.$ZodIssue {
  return (
    issue.path.length === path.length + 1 &&
    path.every((key, index) => issue.path[index] === key) &&
    valueAt(raw, issue.path) === undefined
  );
}

/** Returns a copy of the arguments in which one member of the object at a path is renamed. */
function withRenamed(
  value: object,
  [step, ...rest]: readonly PropertyKey[],
  rename: { readonly key: string; readonly name: string },
): object {
  if (step === undefined) {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]: [string, unknown]) => [
        key === rename.key ? rename.name : key,
        member,
      ]),
    );
  }
  const inner: unknown = Reflect.get(value, step);
  if (typeof inner !== 'object' || inner === null) return value;
  const renamed = withRenamed(inner, rest, rename);
  if (Array.isArray(value)) return value.with(Number(step), renamed);
  return { ...value, [step]: renamed };
}

/** The part of the listed schema for the value at a path of the arguments. */
function listedAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  let at = schema;
  for (const key of path) {
    at = typeof key === 'number' ? valueAt(at, ['items']) : valueAt(at, ['properties', key]);
  }
  return at;
}

/** Names that the object at a path of the arguments accepts; empty if there is no such object. */
function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at = requiredSchema(schema);
  for (const key of path) {
    if (at instanceof z.ZodObject) at = requiredSchema(at.shape[String(key)]);
    else if (at instanceof z.ZodArray) at = requiredSchema(at.element);
    else return [];
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

/** The schema without wrappers that make it optional or nullable, give it a default or only describe it. */
function requiredSchema(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let inner = schema;
  for (;;) {
    if (
      inner instanceof z.ZodOptional ||
      inner instanceof z.ZodExactOptional ||
      inner instanceof z.ZodNullable ||
      inner instanceof z.ZodDefault
    ) {
      inner = inner.unwrap();
    } else if (inner instanceof z.ZodPipe) {
      // The input side is only described in words; the output side is the schema that validates it.
      inner = inner.out;
    } else {
      return inner;
    }
  }
}
