/** @module input: strict validation of arguments, with refusals that name the nearest thing that would have been right. */
import * as z from 'zod';

import { nearest } from '../../kernel/text/nearest.ts';
import { Refusal } from '../../schemas/errors.ts';
import { isSecret } from '../audit/entry.ts';
import { editsBetween, SUGGESTED } from '../tool/edits.ts';
import type { Audience, RegisteredTool, SharedArguments } from '../tool/registry.ts';
import { unwrapped } from '../tool/repaired-keys.ts';
import { repaired } from '../tool/repaired.ts';

/** Arguments after validation and defaults, with what the gate takes off them. */
export type CheckedInput = {
  readonly own: Readonly<Record<string, unknown>>;
  readonly shared: SharedArguments;
};

/** The tool of this name, else UNKNOWN_TOOL naming how to have it (`withheld`, by name) or the nearest. */
export function findTool<View>(
  tools: ReadonlyMap<string, RegisteredTool<View>>,
  name: string,
  withheld: ReadonlyMap<string, string>,
): RegisteredTool<View> {
  const found = tools.get(name);
  if (found !== undefined) return found;
  const how = withheld.get(name);
  if (how !== undefined) {
    throw new Refusal(
      'UNKNOWN_TOOL',
      `\`${name}\` is not offered on this connection`,
      `the operator can start the server ${how}; do without it until then`,
    );
  }
  const near = nearest(name, tools.keys()) ?? sameNoun(name, tools.keys());
  throw new Refusal(
    'UNKNOWN_TOOL',
    `no tool \`${clip(name)}\` here`,
    near === null
      ? 'list the tools of this server and use one of them'
      : `did you mean \`${near}\`?`,
    near === null ? {} : { nearest: near },
  );
}

/** The first tool that does something else to the same thing: `create_wall` for `add_wall`. */
function sameNoun(name: string, tools: Iterable<string>): string | null {
  const noun = name.slice(name.indexOf('_'));
  const found = [...tools].find((tool) => tool.slice(tool.indexOf('_')) === noun);
  return name.includes('_') ? (found ?? null) : null;
}

/** Validates raw arguments. Refuses UNKNOWN_ARGUMENT, REASONING_REQUIRED, OUT_OF_RANGE or INVALID_ARGUMENT, all issues listed. */
export function checkInput<View>(
  registered: RegisteredTool<View>,
  audience: Audience,
  raw: unknown,
): CheckedInput {
  const size = { names: 0 };
  if (isDeep(raw, size)) throw depthRefusal();
  if (size.names > NAMES_MAX) throw namesRefusal(size.names);
  const inherited = prototypeNamed(raw);
  if (inherited !== null) throw prototypeRefusal(inherited);
  const parsed = registered.schema[audience].safeParse(raw ?? {});
  if (!parsed.success) {
    const { issues } = parsed.error;
    const refusal = inputRefusal(issues, registered, audience, raw);
    if (faultsIn(issues) > FAULTS_SUGGESTED) throw refusal;
    throw suggesting(refusal, {
      schema: registered.schema[audience],
      raw: raw ?? {},
    });
  }
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

/** With more faults than this the changes that repair them all are too many to be suggested. */
const FAULTS_SUGGESTED = 100;

/** Unknown names and other faults. */
function faultsIn(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce(
    (sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1),
    0,
  );
}

/** The refusal with what to change of the arguments (`data.suggested`), where they are then what the schema takes. */
function suggesting(
  { body: { name, message, hint, data } }: Refusal,
  { schema, raw }: { readonly schema: z.ZodType; readonly raw: unknown },
): Refusal {
  const value = repaired(schema, raw);
  const suggested = value === null ? null : editsBetween(raw, value);
  if (suggested === null) return new Refusal(name, message, hint, data);
  return new Refusal(name, message, `${hint}; ${SUGGESTED}`, { ...data, suggested });
}

/** Deeper than this no argument means anything, and what walks through it by recursion would run out of stack. */
const DEPTH_MAX = 64;

/**
 * Most names that objects with more than `WIDE` of them may have together: each copy of 600,000 takes about a second, and a
 * call is copied, checked and hashed many times. No tool takes so many; long lists are not affected.
 */
const [NAMES_MAX, WIDE] = [200_000, 1000];

/** Whether a value is nested too deep; adds the names of its wide objects to `size`. */
function isDeep(raw: unknown, size: { names: number }): boolean {
  let level = [raw].flatMap((value) => objectsIn(value, size));
  for (let depth = 1; depth <= DEPTH_MAX && level.length > 0; depth += 1) {
    level = level.flatMap((value) => objectsIn(value, size));
  }
  return level.length > 0;
}

/** The objects and lists directly inside a value; none in what is neither. */
function objectsIn(value: unknown, size: { names: number }): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  const members: unknown[] = Object.values(value);
  if (!Array.isArray(value) && members.length > WIDE) size.names += members.length;
  return members.filter((inner): inner is object => typeof inner === 'object' && inner !== null);
}

function namesRefusal(names: number): Refusal {
  return new Refusal(
    'INVALID_ARGUMENT',
    `the arguments have objects with ${names} names, want at most ${NAMES_MAX}; nothing was changed`,
    'send what the tool takes, or split it into several calls',
  );
}

function depthRefusal(): Refusal {
  return new Refusal(
    'INVALID_ARGUMENT',
    `the arguments are nested deeper than ${DEPTH_MAX}; nothing was changed`,
    'send what the tool takes, with nothing around it',
  );
}

/** Where a value has a member called `__proto__`, which schemas drop unread; null where nothing has. */
function prototypeNamed(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (Object.hasOwn(value, '__proto__')) return [...path, '__proto__'];
  for (const [key, inner] of Object.entries(value)) {
    const found = prototypeNamed(inner, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

function prototypeRefusal(path: readonly string[]): Refusal {
  const argument = clip(pathOf(path));
  return new Refusal(
    'INVALID_ARGUMENT',
    `argument \`${argument}\` has a name that none can have; nothing was changed`,
    `call it otherwise than \`__proto__\`, or leave it out`,
    { issues: [{ argument, got: 'the name `__proto__`', wanted: 'another name' }] },
  );
}

function isBlank(value: unknown): boolean {
  return typeof value !== 'string' || value.trim() === '';
}

function reasoningRefusal(): Refusal {
  return new Refusal(
    'REASONING_REQUIRED',
    'an agent must say why it makes this call, got no `reasoning`',
    'add `reasoning` with 1 to 2,000 characters',
  );
}

function inputRefusal<View>(
  issues: readonly z.core.$ZodIssue[],
  registered: RegisteredTool<View>,
  audience: Audience,
  raw: unknown,
): Refusal {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  if (unknown !== undefined) return unknownArgument(unknown, registered, audience);
  const given = typeof raw === 'object' && raw !== null ? raw : {};
  if (audience === 'agent' && isBlank(Reflect.get(given, 'reasoning'))) return reasoningRefusal();
  const listed = issues.slice(0, 10).map((issue) => ({
    argument: pathOf(issue.path),
    got: describe(valueAt(given, issue.path), String(issue.path.at(-1) ?? '')),
    wanted: issue.message,
  }));
  const first = listed[0] ?? { argument: '', got: '', wanted: '' };
  const outOfRange = issues.every(({ code }) => code === 'too_big' || code === 'too_small');
  const numeric = issues.every((issue) => typeof valueAt(given, issue.path) === 'number');
  return new Refusal(
    outOfRange && numeric ? 'OUT_OF_RANGE' : 'INVALID_ARGUMENT',
    `argument \`${first.argument}\` is ${first.got}: ${first.wanted}`,
    `correct ${listed.map(({ argument }) => `\`${argument}\``).join(', ')} and call again; nothing was changed`,
    { issues: listed },
  );
}

/** Unknown arguments that a refusal lists. */
const UNKNOWN_LISTED = 10;

function unknownArgument<View>(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  { tool, argumentNames, listed, schema }: RegisteredTool<View>,
  audience: Audience,
): Refusal {
  const key = issue.keys[0] ?? '';
  const more = Math.max(0, issue.keys.length - UNKNOWN_LISTED);
  const others = more > 0 ? ` and ${issue.keys.length - 1} others` : '';
  const deep = issue.path.length > 0;
  const inside = deep ? ` in \`${pathOf(issue.path)}\`` : '';
  const at = listedAt(listed[audience].inputSchema, issue.path);
  const names = deep ? takenAt(schema[audience], issue.path) : argumentNames;
  const near = nearest(key, names);
  const guess = near === null ? '' : `did you mean \`${near}\`?`;
  const said = names.length > 0 ? names.join(', ') : valueAt(at, ['description']);
  const takes = `\`${pathOf(issue.path)}\` takes ${typeof said === 'string' ? said : 'no names'}`;
  return new Refusal(
    'UNKNOWN_ARGUMENT',
    `\`${tool.name}\` takes no argument \`${clip(key)}\`${inside}${others}; nothing was changed`,
    deep ? `${guess} ${takes}`.trim() : guess || `it takes ${names.join(', ')}`,
    {
      unknown: issue.keys.slice(0, UNKNOWN_LISTED).map(clip),
      ...(more > 0 ? { more } : {}),
      nearest: near,
      arguments: names,
    },
  );
}

/** What is listed of the value at a path of the arguments. */
function listedAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  let at = schema;
  for (const key of path) {
    at = typeof key === 'number' ? valueAt(at, ['items']) : valueAt(at, ['properties', key]);
  }
  return at;
}

/** Names that the object at a path of the arguments takes; none where there is no such object. */
function takenAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at = unwrapped(schema);
  for (const key of path) {
    if (at instanceof z.ZodObject) at = unwrapped(at.shape[String(key)]);
    else if (at instanceof z.ZodArray) at = unwrapped(at.element);
    else return [];
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.') || 'arguments';
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function describe(value: unknown, name: string): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'number') return `\`${value}\``;
  if (typeof value === 'string') {
    return isSecret(name, value) ? 'a text' : `the text \`${clip(value)}\``;
  }
  if (value === null) return '`null`';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return `a ${typeof value}`;
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77).toWellFormed()}...` : text;
}
