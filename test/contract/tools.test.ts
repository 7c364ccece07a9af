/** @module tools.test: rules for every tool, and a snapshot that fails when a listed tool changes unreviewed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { describe, expect, test } from 'vitest';

import { answerSchema, registerServer } from '../../governance/tool/registry.ts';
import { Envelope } from '../../schemas/envelope.ts';
import { ERROR_CODES } from '../../schemas/errors.ts';
import { geometryServer } from '../../servers/geometry/server.ts';
import { listedTools, SERVERS } from './listed.ts';

const SNAPSHOT = join(import.meta.dirname, 'tools.snapshot.json');
const TOOLS = listedTools();
const named = TOOLS.map((one) => [`${one.server}.${one.tool.name}`, one] as const);

/** Every sub-schema of a JSON Schema, including itself. */
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
  test('the list of checked tools is not empty', () => {
    expect(TOOLS.length).toBeGreaterThan(30);
  });

  test('tool names are unique within one connection', () => {
    for (const server of SERVERS) {
      const names = server.tools.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }
    const all = SERVERS.flatMap(({ tools }) => tools.map(({ name }) => name));
    expect(new Set(all).size).toBe(all.length);
  });

  test.each(named)(
    '%s meets the rules for names, texts and hints [TOOL-1]',
    (_name, { tool, action, replaces }) => {
      expect(tool.name).toMatch(/^[a-z0-9_]{1,40}$/);
      expect(tool.title.length).toBeGreaterThan(3);
      expect(tool.description.length).toBeGreaterThan(20);
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
    (_name, { tool, previews, describes }) => {
      const { inputSchema, outputSchema } = tool;
      expect(inputSchema.type).toBe('object');
      expect(inputSchema['additionalProperties']).toBe(false);
      for (const keyword of ['anyOf', 'oneOf', 'allOf', 'if', '$ref']) {
        expect(inputSchema).not.toHaveProperty(keyword);
      }
      const properties = inputSchema['properties'] as Record<string, unknown>;
      for (const schema of schemasIn(inputSchema)) {
        expect(schema).not.toBe(true);
        expect(schema).not.toBe(false);
        expect(Array.isArray((schema as { type?: unknown }).type)).toBe(false);
      }
      expect(inputSchema['required']).toContain('reasoning');
      expect(Object.hasOwn(properties, 'dry_run')).toBe(previews || describes);
      expect(Object.hasOwn(properties, 'idempotency_key')).toBe(previews);
      const envelope = ['success', 'event_id', 'timestamp', 'warnings', 'audit', 'data'];
      expect(outputSchema.type).toBe('object');
      expect(Object.keys(outputSchema['properties'] ?? {})).toEqual(envelope);
      expect(outputSchema['required']).toEqual(envelope);
    },
  );

  test.each(SERVERS.flatMap((server) => server.tools.map((tool) => [tool.name, tool] as const)))(
    '%s gives a hint for every refusal it lists',
    (_name, { refusals }) => {
      for (const [code, hint] of Object.entries(refusals)) {
        expect(ERROR_CODES).toHaveProperty(code);
        expect(hint).toMatch(/^.{10,}[^.]$/s);
      }
    },
  );

  test('the published schema of answers is that of the envelope', () => {
    const geometry = registerServer(geometryServer, { toolsets: [], readOnly: false });
    const createLevel = geometry.get('create_level');
    if (createLevel === undefined) throw new Error('create_level is not listed');
    const published = Object.keys(Object(answerSchema(createLevel)['properties']));
    expect(published).toEqual(['success', 'data', 'timestamp', 'warnings', 'audit']);
    for (const key of published) expect(Object.keys(Envelope.shape)).toContain(key);
  });

  test.each(SERVERS.map((server) => [server.name, server] as const))(
    'the instructions of %s are within the limit of hosts',
    (_name, { instructions }) => {
      expect(instructions.length).toBeGreaterThan(50);
      expect(instructions.length).toBeLessThanOrEqual(2000);
    },
  );
});

describe('the listing', () => {
  test('the tool listing equals the recorded snapshot [TOOL-2]', () => {
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
