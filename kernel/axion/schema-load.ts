/** @module schema-load: the JSON Schemas of `schemas/axion`, compiled once, with `$ref` resolved from the local files. */
import { readdirSync, readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';

import { compareText } from './compare-text.ts';
import type { ToyEnv } from './env/toy-env.ts';
import type { AuditEntry, CapabilityToken, Proposal } from './proposal.ts';

const FOLDER = new URL('../../schemas/axion/', import.meta.url);
const BASE = 'https://axio.local/schema/';

/** File names without `.json`, in text order. */
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
  const validate = found;
  if ('$async' in validate) throw new Error(`the schema \`${name}\` must not be asynchronous`);
  return validate;
}

const isProposal = validator<Proposal>('proposal');
const isAuditEntry = validator<AuditEntry>('audit_entry');
const isToyEnv = validator<ToyEnv>('toy_env');
const isToken = validator<CapabilityToken>('capability_token');

export function checkProposal(value: unknown): SchemaVerdict<Proposal> {
  return isProposal(value) ? { ok: true, value } : refused(isProposal.errors);
}

export function checkAuditEntry(value: unknown): SchemaVerdict<AuditEntry> {
  return isAuditEntry(value) ? { ok: true, value } : refused(isAuditEntry.errors);
}

export function checkToyEnv(value: unknown): SchemaVerdict<ToyEnv> {
  return isToyEnv(value) ? { ok: true, value } : refused(isToyEnv.errors);
}

export function checkToken(value: unknown): SchemaVerdict<CapabilityToken> {
  return isToken(value) ? { ok: true, value } : refused(isToken.errors);
}

function refused(errors: readonly ErrorObject[] | null | undefined): {
  readonly ok: false;
  readonly message: string;
} {
  const [first] = errors ?? [];
  const where = first?.instancePath === '' ? '/' : (first?.instancePath ?? '/');
  const what = first?.message ?? 'does not fit the schema';
  const message = `\`${where.slice(0, 200)}\` ${what}${detailOf(first)}`;
  // Names in the message come from the agent, and cutting may split a surrogate pair.
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
