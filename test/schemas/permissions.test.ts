/** @module permissions.test: the published schema is the enforced one, and the documented file is valid. */
import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { AgentPermissions } from '../../schemas/permissions.ts';

const published: Record<string, unknown> = JSON.parse(
  readFileSync('schemas/permissions.schema.json', 'utf8'),
);
const validate = new Ajv2020({ strict: false }).compile(published);
const [, documented = ''] =
  /```json\n([\s\S]*?)```/.exec(readFileSync('docs/permissions.md', 'utf8')) ?? [];

describe('the permission file', () => {
  test('the published schema of permissions is the enforced one', () => {
    const { $id: _id, title: _title, ...schema } = published;
    expect(schema).toEqual(
      z.toJSONSchema(AgentPermissions, { io: 'input', target: 'draft-2020-12' }),
    );
  });

  test('the permission file of the docs is valid, by schema and by code', () => {
    const file: unknown = JSON.parse(documented);
    expect(validate(file)).toBe(true);
    expect(AgentPermissions.parse(file).max_elements_per_operation).toBe(100);
  });

  test.each([
    ['APPROVE', { permissions: { APPROVE: {} } }],
    ['a misspelt scope', { permissions: { CREATE: { category: ['Walls'] } } }],
    ['no permissions', {}],
    ['a limit of zero', { permissions: {}, max_elements_per_operation: 0 }],
  ])('refuses a permission file with %s, by schema and by code [PERM-11]', (_name, file) => {
    expect(validate(file)).toBe(false);
    expect(AgentPermissions.safeParse(file).success).toBe(false);
  });
});
