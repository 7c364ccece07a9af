/** @module tools.test: the rules every tool keeps, and a snapshot that fails when one changes unseen. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { describe, expect, test } from 'vitest';

import { Envelope } from '../../schemas/envelope.ts';
import { ERROR_CODES } from '../../schemas/errors.ts';
import { geometryServer } from '../../servers/geometry/server.ts';
import { listedTools, operationTools, SERVERS, tokensOf } from './listed.ts';

const SNAPSHOT = join(import.meta.dirname, 'tools.snapshot.json');
const TOOLS = listedTools();
const named = TOOLS.map((one) => [`${one.server}.${one.tool.name}`, one] as const);

/** Tools that take arguments beside those that their listing has room for, and so do not list that there are no others. */
const OPEN = new Set([
  'create_wall',
  'create_floor',
  'create_roof',
  'create_column',
  'create_room',
  'set_site',
]);

/** Every sub-schema of a JSON Schema, itself included. */
function* schemasIn(schema: unknown): Generator {
  yield schema;
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties' && typeof value === 'object' && value !== null) {
      for (const one of Object.values(value)) yield* schemasIn(one);
    }
    if (['items', 'additionalProperties', 'not'].includes(key) && typeof value === 'object') {
      yield* schemasIn(value);
    }
    if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(key) && Array.isArray(value)) {
      for (const one of value) yield* schemasIn(one);
    }
  }
}

describe('every tool', () => {
  test('there are tools to check', () => {
    expect(TOOLS.length).toBeGreaterThan(30);
  });

  test('names are unique within what one connection can see', () => {
    for (const server of SERVERS) {
      const names = server.tools.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
    const all = SERVERS.flatMap(({ tools }) => tools.map(({ name }) => name));
    expect(new Set(all).size).toBe(all.length);
  });

  test.each(named)(
    '%s keeps the rules of names, texts and hints [TOOL-1]',
    (_name, { tool, action, replaces }) => {
      expect(tool.name).toMatch(/^[a-z0-9_]{1,40}$/);
      expect(tool.title.length).toBeGreaterThan(3);
      expect(tool.description.length).toBeGreaterThan(20);
      expect(tool.description.length).toBeLessThan(600);
      const { annotations } = tool;
      expect(annotations.readOnlyHint).toBe(action === 'READ');
      expect(annotations.destructiveHint).toBe(
        action === 'MODIFY' || action === 'DELETE' || replaces,
      );
      expect(annotations).toMatchObject({
        idempotentHint: expect.any(Boolean),
        openWorldHint: expect.any(Boolean),
      });
    },
  );

  test.each(named)(
    '%s has a schema that every host can read [TOOL-1]',
    (_name, { tool, previews }) => {
      const { inputSchema, outputSchema } = tool;
      expect(inputSchema.type).toBe('object');
      expect(inputSchema['additionalProperties']).toBe(OPEN.has(tool.name) ? undefined : false);
      for (const keyword of ['anyOf', 'oneOf', 'allOf', 'if', '$ref']) {
        expect(inputSchema).not.toHaveProperty(keyword);
      }
      const properties = inputSchema['properties'] as Record<
        string,
        { description?: string; type?: unknown }
      >;
      for (const [argument, schema] of Object.entries(properties)) {
        expect(`${argument} ${JSON.stringify(schema)}`).toMatch(/"description":".{3,}"/);
      }
      for (const schema of schemasIn(inputSchema)) {
        expect(schema).not.toBe(true);
        expect(schema).not.toBe(false);
        expect(Array.isArray((schema as { type?: unknown }).type)).toBe(false);
      }
      expect(inputSchema['required']).toContain('reasoning');
      expect(Object.hasOwn(properties, 'dry_run')).toBe(previews);
      expect(Object.hasOwn(properties, 'idempotency_key')).toBe(previews);
      expect(outputSchema['required']).toEqual(['success', 'data']);
    },
  );

  test.each(named)('%s costs at most 600 tokens to list', (_name, { tool }) => {
    expect(tokensOf(tool)).toBeLessThanOrEqual(600);
  });

  test('the geometry server offers at most 26 tools for 10,000 tokens, with the two that every server has', () => {
    const own = listedTools([]).filter(({ server }) => server === 'geometry');
    const listed = [...own.map(({ tool }) => tool), ...operationTools(geometryServer)];
    expect(listed.length).toBeLessThanOrEqual(26);
    const tokens = listed.reduce((sum, tool) => sum + tokensOf(tool), 0);
    expect(tokens).toBeLessThanOrEqual(10_000);
  });

  test.each(SERVERS.flatMap((server) => server.tools.map((tool) => [tool.name, tool] as const)))(
    '%s gives a hint for every refusal it lists',
    (_name, { refusals }) => {
      for (const [code, hint] of Object.entries(refusals)) {
        expect(ERROR_CODES).toHaveProperty(code);
        expect(hint).toMatch(/^.{10,}[^.]$/s);
      }
    },
  );

  test('the output schema that is listed is that of the envelope', () => {
    const listed = TOOLS[0]?.tool.outputSchema['properties'] as Record<string, unknown>;
    for (const key of ['success', 'data', 'timestamp', 'warnings', 'audit']) {
      expect(Object.keys(listed)).toContain(key);
      expect(Object.keys(Envelope.shape)).toContain(key);
    }
  });

  test.each(SERVERS.map((server) => [server.name, server] as const))(
    'the instructions of %s fit what hosts show',
    (_name, { instructions }) => {
      expect(instructions.length).toBeGreaterThan(50);
      expect(instructions.length).toBeLessThanOrEqual(2000);
    },
  );
});

describe('the listing', () => {
  test('changes only when the snapshot is looked at and written again [TOOL-2]', () => {
    const now = TOOLS.map(
      ({ server, tool: { name, title, description, annotations, inputSchema } }) => ({
        server,
        name,
        title,
        description,
        annotations,
        inputSchema,
      }),
    );
    if (process.env['UPDATE_SNAPSHOTS'] === '1') {
      writeFileSync(SNAPSHOT, `${JSON.stringify(now, null, 2)}\n`);
    }
    const wanted: unknown = JSON.parse(readFileSync(SNAPSHOT, 'utf8'));
    expect(now, 'if that is meant: npm run test:update, and read what it changed').toEqual(wanted);
  });
});
