/** @module arguments.test: every argument of every tool is listed, described, and part of a closed schema. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { registerServer } from '../../governance/tool/registry.ts';
import { operationTools, SERVERS } from './listed.ts';

type Json = Readonly<Record<string, unknown>>;

/** Minimum number of words of a description. */
const MIN_WORDS = 4;
/** Arguments that the gate adds; the server instructions explain them. */
const SHARED = ['reasoning', 'branch', 'dry_run', 'idempotency_key', 'check'];

const TOOLS = SERVERS.flatMap((server) =>
  [...registerServer<never>(server, { toolsets: ['all'], readOnly: false }).values()].map(
    ({ tool, schema, listed }) => ({
      name: `${server.name}.${tool.name}`,
      accepted: schema.agent,
      listed: listed.agent.inputSchema as Json,
    }),
  ),
);
const named = TOOLS.map((tool) => [tool.name, tool] as const);

/** Paths of all arguments that a zod schema accepts, at every depth; `[]` stands for an item, `{}` for a value by name. */
function acceptedPaths(schema: unknown, path: string): readonly string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape).flatMap(([name, member]) => {
      const own = path === '' ? name : `${path}.${name}`;
      return [own].concat(acceptedPaths(member, own));
    });
  }
  if (schema instanceof z.ZodArray) return acceptedPaths(schema.element, `${path}[]`);
  if (schema instanceof z.ZodRecord) return acceptedPaths(schema.valueType, `${path}{}`);
  if (schema instanceof z.ZodUnion) {
    return schema.options.flatMap((option) => acceptedPaths(option, path));
  }
  if (schema instanceof z.ZodPipe) {
    // A transformation accepts what its input accepts; a second schema restricts the first one.
    const [from, to] = [schema.in, schema.out].map((side) => acceptedPaths(side, path));
    return [...(from ?? []), ...(to ?? [])];
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodReadonly
  ) {
    return acceptedPaths(schema.unwrap(), path);
  }
  return [];
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every schema inside a JSON Schema with the path of the argument that it describes. */
function* listedSchemas(schema: unknown, path: string): Generator<readonly [string, Json]> {
  if (!isJson(schema)) return;
  yield [path, schema];
  const { properties, items, additionalProperties, anyOf, oneOf } = schema;
  for (const [name, member] of Object.entries(isJson(properties) ? properties : {})) {
    yield* listedSchemas(member, path === '' ? name : `${path}.${name}`);
  }
  yield* listedSchemas(items, `${path}[]`);
  yield* listedSchemas(additionalProperties, `${path}{}`);
  for (const branch of [anyOf, oneOf].flat()) yield* listedSchemas(branch, path);
}

/** Members of points and vectors: the argument that has them is described, with its frame and unit. */
const COORDINATES = ['x', 'y', 'z'];

/** Listed arguments with their descriptions; those of unions once per branch. */
function listedArguments(schema: Json): readonly (readonly [path: string, description: string])[] {
  return [...listedSchemas(schema, '')].flatMap(([path, inside]) => {
    const { properties } = inside;
    return Object.entries(isJson(properties) ? properties : {}).map(([name, member]) => {
      const description: unknown = isJson(member) ? member['description'] : undefined;
      const own = path === '' ? name : `${path}.${name}`;
      return [own, typeof description === 'string' ? description : ''] as const;
    });
  });
}

/** Listed arguments that have a description of their own: all but the coordinates of a point or vector. */
function describedArguments(schema: Json): ReturnType<typeof listedArguments> {
  return listedArguments(schema).filter(
    ([path, description]) =>
      description !== '' ||
      !path.includes('.') ||
      !COORDINATES.includes(path.split('.').at(-1) ?? ''),
  );
}

const wordsOf = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length;

describe.each(named)('%s', (_name, { accepted, listed }) => {
  test('lists every argument that it accepts', () => {
    const paths = listedArguments(listed).map(([path]) => path);
    expect(new Set(paths)).toEqual(new Set(acceptedPaths(accepted, '')));
    expect(paths).toContain('reasoning');
  });

  test(`describes every argument in at least ${MIN_WORDS} words`, () => {
    const short = describedArguments(listed).filter(
      ([, description]) => wordsOf(description) < MIN_WORDS,
    );
    expect(short).toEqual([]);
  });

  test('has a closed input schema at every depth', () => {
    const open = [...listedSchemas(listed, '')].filter(([, { type, properties, ...rest }]) => {
      const { additionalProperties } = rest;
      // An object without named members is a map: its values have any name, and a schema.
      const isMap = properties === undefined && isJson(additionalProperties);
      return type === 'object' && !isMap && additionalProperties !== false;
    });
    expect(open.map(([path]) => path)).toEqual([]);
  });

  test('describes different arguments differently', () => {
    const byText = new Map<string, Set<string>>();
    for (const [path, description] of describedArguments(listed)) {
      const name = path.split('.').at(-1) ?? path;
      byText.set(description, (byText.get(description) ?? new Set()).add(name));
    }
    // The same member at several places, such as the x of two points, has one description.
    const shared = [...byText].filter(([, names]) => names.size > 1);
    expect(shared).toEqual([]);
    const tops = describedArguments(listed).filter(([path]) => !path.includes('.'));
    expect(new Set(tops.map(([, description]) => description)).size).toBe(tops.length);
  });
});

test('no two arguments of different names share a description, in any tool', () => {
  const byText = new Map<string, Set<string>>();
  for (const { listed } of TOOLS) {
    for (const [path, description] of describedArguments(listed)) {
      const name = path.split('.').at(-1) ?? path;
      byText.set(description, (byText.get(description) ?? new Set()).add(name));
    }
  }
  const shared = [...byText].flatMap(([text, names]) =>
    names.size > 1 ? [[text, [...names].toSorted()]] : [],
  );
  expect(shared).toEqual([]);
});

test('describes the arguments of get_operation and preview_operation', () => {
  const all = SERVERS.flatMap((server) => operationTools(server));
  const described = all.flatMap(({ inputSchema }) => describedArguments(inputSchema));
  expect(described.filter(([, text]) => wordsOf(text) < MIN_WORDS)).toEqual([]);
});

test('describes the shared arguments briefly, because every tool lists them', () => {
  const shared = TOOLS.flatMap(({ listed }) => describedArguments(listed)).filter(([path]) =>
    SHARED.includes(path),
  );
  expect(shared.filter(([, text]) => wordsOf(text) > 8)).toEqual([]);
});
