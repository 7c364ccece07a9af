/** @module contract: the contract of a tool, parsed and validated against the published schema. */
import { readdirSync, readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js';

import type { ToolLedgerEntry } from '../records/ledger-entry.ts';

/** A JSON Schema (2020-12) of an object. */
export type Schema = Readonly<Record<string, unknown>>;

/** The contract of one version of a tool. */
export type ToolContract = {
  readonly tool_id: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly class: 'web' | 'code' | 'image' | 'data';
  /** Only `verified` tools run. */
  readonly safety_level: 'verified' | 'unverified' | 'unsafe';
  /** `deterministic`: equal inputs give equal outputs and fuel. `external`: the output depends on external data. */
  readonly determinism: 'deterministic' | 'external';
  /** Hosts that the tool may reach: `*` for all allowed by policy, `*.example.org` for subdomains, empty for none. */
  readonly domains: readonly string[];
  /** Input members that refer to external data; a run with one of them is never answered from the cache. */
  readonly external_inputs?: readonly string[];
  readonly io_schema?: { readonly in?: Schema; readonly out?: Schema };
  /** Inputs that are run during certification. */
  readonly examples?: readonly Readonly<Record<string, unknown>>[];
};

/** A value, or the message of its first fault. */
export type Verdict<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

const FOLDER = new URL('../../../../schemas/mpt/', import.meta.url);

/** `format` is not validated: it only tells the threat scan how to read a string. */
const OPTIONS: Options = {
  strict: true,
  strictTypes: false,
  strictRequired: false,
  strictNumbers: true,
  validateFormats: false,
};

/** Validates schemas without compiling them: compiling the meta-schema costs more than most schemas. */
const metaSchema = new Ajv2020(OPTIONS);

/** Compiles a JSON Schema. Throws for an invalid schema. */
export function compileSchema<T = unknown>(schema: Schema): ValidateFunction<T> {
  if (metaSchema.validateSchema(schema) !== true) {
    throw new Error(`schema is invalid: ${metaSchema.errorsText()}`);
  }
  // One instance per schema: untrusted schemas must not share names
  const validate = new Ajv2020({ ...OPTIONS, validateSchema: false }).compile<T>(schema);
  if ('$async' in validate) throw new Error('the schema must not be asynchronous');
  return validate;
}

function readSchema(name: string): Schema {
  const value: unknown = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
  if (typeof value !== 'object' || value === null) {
    throw new Error(`expected an object in \`${name}\``);
  }
  return { ...value };
}

const isContract = compileSchema<ToolContract>(readSchema('contract.schema.json'));

/** Checks the form of a contract; the registry checks whether its schemas compile. */
export function readContract(value: unknown): Verdict<ToolContract> {
  return isContract(value)
    ? { ok: true, value }
    : { ok: false, message: faultOf(isContract.errors, 'contract') };
}

/** The contracts of Plumbline's own tools, ordered by file name. */
export function ownContracts(): readonly ToolContract[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json') && !name.endsWith('.schema.json'))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => {
      const verdict = readContract(readSchema(name));
      if (!verdict.ok) throw new Error(`${name}: ${verdict.message}`);
      return verdict.value;
    });
}

/** A request to the service whose form was checked. */
export type ToolRequest = {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly budget: { readonly [dimension: string]: number };
  readonly context: {
    readonly caller: string;
    readonly exec_id: string;
    readonly depth?: number;
    readonly mode?: RunMode;
    readonly expect_sha256?: string;
  };
};

/** `record` (default) writes a tape, `live` none; `replay` returns the tape's output, `verify` runs and compares. */
export type RunMode = 'live' | 'record' | 'replay' | 'verify';

const isRequest = compileSchema<ToolRequest>(readSchema('request.schema.json'));

/** Checks the form of a request. */
export function readRequest(value: unknown): Verdict<ToolRequest> {
  return isRequest(value)
    ? { ok: true, value }
    : { ok: false, message: faultOf(isRequest.errors, 'request') };
}

const isEntry = compileSchema<ToolLedgerEntry>(readSchema('ledger-entry.schema.json'));

/** The audit gate: whether an entry has the published form. */
export function isLedgerEntry(value: unknown): value is ToolLedgerEntry {
  return isEntry(value);
}

/** Message of the first validation error of `what`; quoted input is truncated. */
export function faultOf(errors: readonly ErrorObject[] | null | undefined, what: string): string {
  const [first] = errors ?? [];
  const where = first?.instancePath === '' ? '/' : (first?.instancePath ?? '/');
  const named: unknown = first?.params['additionalProperty'];
  const detail = typeof named === 'string' ? ` (\`${named.slice(0, 60)}\`)` : '';
  const message = first?.message ?? 'does not fit the schema';
  return `${what} \`${where.slice(0, 120)}\` ${message.slice(0, 200)}${detail}`.toWellFormed();
}
