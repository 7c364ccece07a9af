/** @module tool-help: the list of tools and the arguments of one tool, as lines for a person. */
import { hangingLines, truncate, wrapLines } from '../../../kernel/base/text/printable.ts';
import type { StoredArgument, StoredTool } from './stored-tools.ts';

/** One line for each tool: name, server and the first sentence of its description. */
export function toolLines(tools: readonly StoredTool[], width: number): readonly string[] {
  const rows = tools.map((tool) => [tool.name, serverText(tool), firstSentence(tool)] as const);
  const [names, servers] = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map(([name, server, text]) =>
    truncate(`${name.padEnd(names ?? 0)}  ${server.padEnd(servers ?? 0)}  ${text}`, width),
  );
}

function serverText({ servers }: StoredTool): string {
  return servers.length === 1 ? (servers[0] ?? '') : 'several';
}

function firstSentence({ description }: StoredTool): string {
  const sentence =
    /^(?:e\.g\.|\([^)]*\)|\{[^}]*\}|.)*?(?::(?= )|[.;](?= [\p{Lu}\d]))/su.exec(description)?.[0] ??
    description;
  return sentence.replace(/[.:;]$/, '');
}

/** Description and arguments of a tool, and how to call it. */
export function toolHelp(tool: StoredTool, width: number): readonly string[] {
  const { name, title, description, servers, changes, args } = tool;
  const commit = changes
    ? ['', '--commit executes the call; without it, a change is only previewed']
    : [];
  return [
    exampleCall(tool),
    ...wrapLines(`${title} (${servers.join(', ')})`, width - 2).map((line) => `  ${line}`),
    ...wrapLines(description, width - 2).map((line) => `  ${line}`),
    '',
    ...(args.length === 0 ? [`${name} takes no arguments`] : argumentLines(args, width)),
    ...commit,
  ];
}

/** A call of the tool with all required arguments, for the syntax. */
export function exampleCall({ name, args }: StoredTool): string {
  const required = args.filter((arg) => arg.required);
  return ['plumbline call', name, ...required.map((arg) => `--arg ${arg.name}=…`)].join(' ');
}

/** The lines of arguments, required ones first: name, type, whether it is required, and description. */
export function argumentLines(args: readonly StoredArgument[], width: number): readonly string[] {
  const sorted = args.toSorted((a, b) => Number(b.required) - Number(a.required));
  const longest = Math.max(...sorted.map(({ name }) => name.length));
  return sorted.flatMap(({ name, required, description, schema }) => {
    const type = [typeText(schema), ...(required ? ['required'] : [])].join(', ');
    return hangingLines(`${name.padEnd(longest)}  (${type}) ${description}`, '  ', width);
  });
}

/** A JSON schema in words: `number`, `one of a, b`, `list of texts`, `{x, y}`; optional members end in `?`. */
function typeText(schema: unknown): string {
  const {
    type,
    enum: values,
    const: only,
    items,
    properties,
    required,
    anyOf,
  }: Schema = Object(schema);
  if (Array.isArray(values)) return `one of ${distinct(values.map(plainText)).join(', ')}`;
  if (only !== undefined) return plainText(only);
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(typeText))].join(' or ');
  if (type === 'array') return `list of ${typeText(items)}`;
  if (type !== 'object') return typeof type === 'string' ? (WORDS.get(type) ?? type) : 'any value';
  const members = Object.entries<unknown>(Object(properties));
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  if (members.length === 0) return 'JSON object';
  const texts = members.map(
    ([name, member]) => `${name}${needed.includes(name) ? '' : '?'}${pointText(member)}`,
  );
  return `{${texts.join(', ')}}`;
}

/** The members of a point or vector that is a member of an object: ` {x, y, z}`; empty for any other schema. */
function pointText(schema: unknown): string {
  const { type, properties }: Schema = Object(schema);
  const names = Object.keys(Object(properties));
  const isPoint =
    type === 'object' && names.length > 1 && names.every((name) => /^[xyz]$/u.test(name));
  return isPoint ? ` {${names.join(', ')}}` : '';
}

type Schema = Readonly<
  Record<'type' | 'enum' | 'const' | 'items' | 'properties' | 'required' | 'anyOf', unknown>
>;

const WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['integer', 'whole number'],
  ['boolean', 'true or false'],
]);

/** The names without those that differ from an earlier one only in case. */
function distinct(names: readonly string[]): readonly string[] {
  const folded = names.map((name) => name.toLowerCase());
  return names.filter((_, index) => folded.indexOf(folded[index] ?? '') === index);
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
