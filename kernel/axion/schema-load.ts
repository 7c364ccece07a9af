/**
 * @module schema-load: the JSON Schemas of `schemas/axion`, compiled once, with `$ref` resolved from the local files.
 */
import { readdirSync, readFileSync } from 'node:fs';

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

import { compareText } from '../base/canonical/deep-equal.ts';
import type { ToyEnv } from './env/toy-env.ts';
import type { AuditEntry, CapabilityToken, Proposal } from './proposal.ts';

const FOLDER = new URL('../../schemas/axion/', import.meta.url);
const BASE = 'https://axio.local/schema/';

/** The names of the schemas: their file names without `.json`, sorted. */
export const SCHEMA_NAMES: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length))
  .toSorted(compareText);

const ajv = new Ajv2020({ strict: true, allErrors: false, strictNumbers: true });
for (const name of SCHEMA_NAMES) {
  const schema: unknown = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8'));
  if (typeof schema === 'object' && schema !== null) ajv.addSchema(schema);
}

/** A valid value, or the message of its first error. */
export type SchemaVerdict<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

function validator<T>(name: string): ValidateFunction<T> {
  const found = ajv.getSchema<T>(`${BASE}${name}.json`);
  if (found === undefined) throw new Error(`no schema \`${name}\` in schemas/axion`);
  if ('$async' in found) throw new Error(`the schema \`${name}\` must not be asynchronous`);
  return found;
}

function checker<T>(name: string): (value: unknown) => SchemaVerdict<T> {
  const isValid = validator<T>(name);
  return (value) => (isValid(value) ? { ok: true, value } : schemaFailure(isValid.errors));
}

export const checkProposal = checker<Proposal>('proposal');
export const checkAuditEntry = checker<AuditEntry>('audit_entry');
export const checkToyEnv = checker<ToyEnv>('toy_env');
export const checkToken = checker<CapabilityToken>('capability_token');

function schemaFailure(errors: readonly ErrorObject[] | null | undefined): {
  readonly ok: false;
  readonly message: string;
} {
  const [first] = errors ?? [];
  const where = first?.instancePath === '' ? '/' : (first?.instancePath ?? '/');
  const what = first?.message ?? 'does not fit the schema';
  const message = `\`${where.slice(0, 200)}\` ${what}${detailOf(first)}`;
  // Names in the message come from the agent, and truncation may split a surrogate pair.
  return { ok: false, message: message.toWellFormed() };
}

const DETAIL_CHARS = 400;

/** The detail that ajv's message lacks: the unknown member, the allowed values or the constant. */
function detailOf(error: ErrorObject | undefined): string {
  const params: Readonly<Record<string, unknown>> = error?.params ?? {};
  const shown = ['additionalProperty', 'allowedValues', 'allowedValue'].find(
    (key) => params[key] !== undefined,
  );
  if (shown === undefined) return '';
  const value = params[shown];
  const words = Array.isArray(value) ? value.join(', ') : String(value);
  return `: \`${words.slice(0, DETAIL_CHARS)}\``;
}
