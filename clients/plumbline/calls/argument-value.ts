/** @module argument-value: the value of an argument that is given as text, by the JSON schema of the tool's argument. */
import { printable } from '../../../kernel/base/text/printable.ts';
import { misuse } from '../failure.ts';

/** Types of JSON schema, in words. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['integer', 'a whole number'],
  ['boolean', '`true` or `false`'],
  ['array', 'a JSON array'],
  ['object', 'a JSON object'],
  ['null', '`null`'],
]);

/**
 * The value of a text: text as it is where the schema allows only text, else the JSON value of an allowed type. If the
 * schema also allows text, a text that is not such a JSON value stays text.
 *
 * @param schema the JSON schema of the argument; undefined for an unknown argument, which is passed as text
 * @throws CliFailure with exit code 2 for a text without an allowed value
 */
export function argumentValue(name: string, text: string, schema: unknown): unknown {
  const types = schema === undefined ? new Set(['string']) : typesOf(schema);
  if (types.size === 1 && types.has('string')) return text;
  const value = jsonValue(text);
  if (value !== undefined && isOfType(value, types)) return value;
  if (types.has('string')) return text;
  const expected = [...types].map((type) => TYPES.get(type) ?? type).join(' or ');
  throw misuse(
    `invalid value \`${printable(text)}\` of \`${printable(name)}\`, expected ${expected}`,
    exampleFor(name, types, schema),
  );
}

function exampleFor(name: string, types: ReadonlySet<string>, schema: unknown): string {
  if (!types.has('object') && !types.has('array')) {
    return 'correct the value; `plumbline help call` shows the syntax';
  }
  const value = JSON.stringify(exampleValue(schema));
  return `quote JSON for the shell, as in --arg ${printable(name)}='${value}', or use --arguments FILE`;
}

/** A value of the form that a schema describes: its required members, or else its first one. */
function exampleValue(schema: unknown): unknown {
  const { type, items, properties, required, enum: values }: ExampleSchema = Object(schema);
  if (Array.isArray(values)) return values[0];
  switch (type) {
    case 'array':
      return [exampleValue(items)];
    case 'object': {
      const members = Object.entries(Object(properties));
      const needed: readonly unknown[] = Array.isArray(required) ? required : [];
      const shown = members.filter(([member]) => needed.includes(member));
      const some = shown.length > 0 ? shown : members.slice(0, 1);
      return Object.fromEntries(some.map(([member, one]) => [member, exampleValue(one)]));
    }
    case 'number':
    case 'integer':
      return 0;
    case 'boolean':
      return true;
    default:
      return '…';
  }
}

type ExampleSchema = Readonly<
  Record<'type' | 'items' | 'properties' | 'required' | 'enum', unknown>
>;

function jsonValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The types that a schema allows; all if it names none. */
function typesOf(schema: unknown): ReadonlySet<string> {
  const { type: named, anyOf, oneOf, enum: values, const: only }: Schema = Object(schema);
  if (typeof named === 'string') return new Set([named]);
  if (Array.isArray(named)) return new Set(named.map(String));
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) {
    const types = new Set<string>();
    for (const one of alternatives) for (const type of typesOf(one)) types.add(type);
    return types;
  }
  const listed = Array.isArray(values) ? values : only === undefined ? [] : [only];
  return listed.length === 0 ? new Set(TYPES.keys()) : new Set(listed.map(typeOf));
}

type Schema = Readonly<Record<'type' | 'anyOf' | 'oneOf' | 'enum' | 'const', unknown>>;

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isOfType(value: unknown, types: ReadonlySet<string>): boolean {
  return types.has(typeOf(value)) || (types.has('integer') && Number.isInteger(value));
}
