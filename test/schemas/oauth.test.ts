/** @module oauth.test: the published schema of the file for access tokens is the enforced one, and the documented file is valid. */
import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { OAuthFile } from '../../schemas/oauth.ts';

const published: Record<string, unknown> = JSON.parse(
  readFileSync('schemas/oauth.schema.json', 'utf8'),
);
const validate = new Ajv2020({ strict: false }).compile(published);
const [, documented = ''] =
  /```json\n([\s\S]*?)```/.exec(readFileSync('docs/hub.md', 'utf8')) ?? [];
const good: z.input<typeof OAuthFile> = JSON.parse(documented);

describe('the file for access tokens', () => {
  test('the published schema of the OAuth file is the enforced one', () => {
    const { $id: _id, title: _title, ...schema } = published;
    expect(schema).toEqual(z.toJSONSchema(OAuthFile, { io: 'input', target: 'draft-2020-12' }));
  });

  test('the OAuth file of the docs is valid and names no algorithm with a shared secret', () => {
    expect(validate(good)).toBe(true);
    expect(OAuthFile.parse(good).algorithms).toEqual(['RS256', 'PS256', 'ES256', 'EdDSA']);
  });

  test.each([
    ['HTTP to another machine', { issuer: 'http://login.example' }],
    ['an issuer that is no address', { issuer: 'login.example' }],
    ['a path in the resource', { resource: 'https://plans.example/mcp' }],
    ['a name and a secret in the resource', { resource: 'https://a:b@plans.example' }],
    ['keys over HTTP from another machine', { jwks: { url: 'http://login.example/keys' } }],
    ['two places of keys', { jwks: { url: 'https://login.example', file: 'keys.json' } }],
    ['no signature', { algorithms: ['none'] }],
    ['a shared secret', { algorithms: ['HS256'] }],
    ['no algorithm', { algorithms: [] }],
    ['a scope with a blank', { scopes: { 'a b': ['READ'] } }],
    ['a scope that approves', { scopes: { all: ['APPROVE'] } }],
    ['a subject with no claims', { subjects: [{ name: 'a', claims: {} }] }],
    ['no subjects', { subjects: [] }],
    ['a misspelt field', { subject: [] }],
  ])('refuses an OAuth file with %s, by schema and by code', (_name, change) => {
    const file = { ...good, ...change };
    expect(validate(file)).toBe(false);
    expect(OAuthFile.safeParse(file).success).toBe(false);
  });

  test.each([
    ['localhost', 'http://localhost:7420'],
    ['127.0.0.1', 'http://127.0.0.1:7420'],
    ['IPv6', 'http://[::1]:7420'],
  ])('an OAuth file may name %s over HTTP', (_name, resource) => {
    expect(validate({ ...good, resource })).toBe(true);
    expect(OAuthFile.safeParse({ ...good, resource }).success).toBe(true);
  });
});
