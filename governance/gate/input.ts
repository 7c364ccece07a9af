/** @module input: strict validation of arguments, with refusals that name the nearest thing that would have been right. */
import type * as z from 'zod';

import { Refusal } from '../../schemas/errors.ts';
import type { Audience, RegisteredTool, SharedArguments } from '../tool/registry.ts';
import { nearest } from './nearest.ts';

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
  const near = nearest(name, tools.keys());
  throw new Refusal(
    'UNKNOWN_TOOL',
    `no tool \`${clip(name)}\` here`,
    near === null
      ? 'list the tools of this server and use one of them'
      : `did you mean \`${near}\`?`,
    near === null ? {} : { nearest: near },
  );
}

/** Validates raw arguments. Refuses UNKNOWN_ARGUMENT, REASONING_REQUIRED, OUT_OF_RANGE or INVALID_ARGUMENT, all issues listed. */
export function checkInput<View>(
  registered: RegisteredTool<View>,
  audience: Audience,
  raw: unknown,
): CheckedInput {
  if (isDeep(raw)) throw depthRefusal();
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

/** Deeper than this no argument means anything, and what walks through it by recursion would run out of stack. */
const DEPTH_MAX = 64;

function isDeep(raw: unknown): boolean {
  let level = [raw].flatMap(objectsIn);
  for (let depth = 1; depth <= DEPTH_MAX && level.length > 0; depth += 1) {
    level = level.flatMap(objectsIn);
  }
  return level.length > 0;
}

/** The objects and lists directly inside a value; none in what is neither. */
function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter(
    (inner: unknown): inner is object => typeof inner === 'object' && inner !== null,
  );
}

function depthRefusal(): Refusal {
  return new Refusal(
    'INVALID_ARGUMENT',
    `the arguments are nested deeper than ${DEPTH_MAX}; nothing was changed`,
    'send what the tool takes, with nothing around it',
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
    got: describe(valueAt(given, issue.path)),
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

function unknownArgument<View>(
  issue: z.core.$ZodIssueUnrecognizedKeys,
  { tool, argumentNames, listed }: RegisteredTool<View>,
  audience: Audience,
): Refusal {
  const key = issue.keys[0] ?? '';
  const deep = issue.path.length > 0;
  const inside = deep ? ` in \`${pathOf(issue.path)}\`` : '';
  const names = deep ? namesAt(listed[audience].inputSchema, issue.path) : argumentNames;
  const near = nearest(key, names);
  const guess = near === null ? '' : `did you mean \`${near}\`?`;
  const takes = `\`${pathOf(issue.path)}\` takes ${names.join(', ')}`;
  return new Refusal(
    'UNKNOWN_ARGUMENT',
    `\`${tool.name}\` takes no argument \`${clip(key)}\`${inside}; nothing was changed`,
    deep ? `${guess} ${takes}`.trim() : guess || `it takes ${names.join(', ')}`,
    { unknown: issue.keys.slice(0, 10).map(clip), nearest: near, arguments: names },
  );
}

/** Names that the object at a path of the arguments takes, by the schema as it is listed. */
function namesAt(schema: unknown, path: readonly PropertyKey[]): readonly string[] {
  let at = schema;
  for (const key of path) {
    at = typeof key === 'number' ? valueAt(at, ['items']) : valueAt(at, ['properties', key]);
  }
  const properties = valueAt(at, ['properties']);
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
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

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'number') return `\`${value}\``;
  if (typeof value === 'string') return `the text \`${clip(value)}\``;
  if (value === null) return '`null`';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return `a ${typeof value}`;
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
