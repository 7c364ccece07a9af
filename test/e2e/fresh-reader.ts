/**
 * @module fresh-reader: a client that knows only a list of tools. It imports nothing from the project: what it sends
 * comes from names, descriptions, schemas, examples and enumerations of that list, and from the answers to its calls.
 *
 * Its rules use only JSON Schema and words:
 *
 * 1. It first calls the tool whose title has the most words of its goal, then any tool that an answer names.
 * 2. It fills required arguments, and optional ones only if their description names the word just chosen.
 * 3. A value is, in this order: one of the same name in the last answer; the default; the example; the first word of an
 *    enumeration that the last answer offers, else its first; an example of the same name anywhere in the list; the least
 *    number, an empty list, a plain text.
 */

export type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly description?: string;
  readonly minimum?: number;
  readonly minItems?: number;
};

export type ReadTool = {
  readonly name: string;
  readonly title?: string | undefined;
  readonly inputSchema: Schema;
};

/** Members of an answer by name, at any depth; of equal names, the first is used. */
function membersOf(value: unknown, found: Map<string, unknown> = new Map()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return found;
  const members = Object.entries(value);
  for (const [name, member] of members) if (!found.has(name)) found.set(name, member);
  for (const [, member] of members) membersOf(member, found);
  return found;
}

/** Every list of words in an answer. */
function wordListsIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const words = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  const own = Array.isArray(value) && words.length === value.length && words.length > 0;
  return [...(own ? [words] : []), ...Object.values(value).flatMap(wordListsIn)];
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z_]+/g) ?? [];
}

function examplesIn(tools: readonly ReadTool[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  const walk = (name: string, schema: Schema): void => {
    for (const example of schema.examples ?? []) membersOf({ [name]: example }, found);
    for (const [key, member] of Object.entries(schema.properties ?? {})) walk(key, member);
  };
  for (const { name, inputSchema } of tools) walk(name, inputSchema);
  return found;
}

function leastOf(schema: Schema, fill: (schema: Schema) => unknown): unknown {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => fill(schema.items ?? {}));
    case undefined:
    default:
      return 'as the tool says';
  }
}

/** Calls tools until an answer names no other; returns the names of the called tools and the last answer. */
export async function playBlind(
  goal: string,
  tools: readonly ReadTool[],
  call: (tool: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>,
): Promise<{ readonly called: readonly string[]; readonly last: unknown }> {
  const examples = examplesIn(tools);
  let answer: unknown = {};
  const value = (name: string, schema: Schema): unknown => {
    const answerMembers = membersOf(answer);
    if (schema.enum === undefined && schema.type === 'string' && answerMembers.has(name)) {
      return answerMembers.get(name);
    }
    if (schema.default !== undefined) return schema.default;
    if (schema.examples?.[0] !== undefined) return schema.examples[0];
    if (schema.enum !== undefined) {
      const known = schema.enum;
      const offered = wordListsIn(answer).find((list) => list.every((one) => known.includes(one)));
      return offered?.[0] ?? known[0];
    }
    if (examples.has(name) && schema.type !== 'string') return examples.get(name);
    return schema.properties === undefined
      ? schema.type === 'object'
        ? {}
        : leastOf(schema, (item) => value('', item))
      : members(schema);
  };
  const members = (schema: Schema): Readonly<Record<string, unknown>> => {
    const filled: Record<string, unknown> = {};
    const chosen = new Set<unknown>();
    const isWanted = (name: string, { description = '' }: Schema): boolean => {
      const [, meant] = /^For ([^.:;]+)/.exec(description) ?? [];
      return (
        schema.required?.includes(name) === true ||
        wordsOf(meant ?? '').some((word) => chosen.has(word))
      );
    };
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      if (!isWanted(name, member)) continue;
      filled[name] = value(name, member);
      chosen.add(filled[name]);
    }
    return filled;
  };
  const aim = wordsOf(goal);
  const shared = ({ title = '' }: ReadTool): number =>
    wordsOf(title).filter((word) => aim.includes(word)).length;
  let next = tools.toSorted((a, b) => shared(b) - shared(a))[0];
  const called: string[] = [];
  while (next !== undefined && called.length < 200) {
    called.push(next.name);
    answer = await call(next.name, members(next.inputSchema));
    const named = [...membersOf(answer).values()];
    next = tools.find(({ name }) => named.includes(name));
  }
  return { called, last: answer };
}
