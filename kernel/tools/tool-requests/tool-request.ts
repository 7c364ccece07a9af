/** @module tool-request: parses and validates a question from its exact text. */
import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv/dist/2020.js';

/** A parsed question. The engine forwards its text, not this object. */
export type ToolRequest = {
  readonly tool_request_id: string;
  readonly request_id: string;
  readonly requested_by: {
    readonly engine: string;
    readonly actor: string;
    readonly knowledge_view: string;
  };
  readonly tool: {
    readonly name: string;
    readonly query_text: string;
    readonly constraints: Constraints;
  };
};

/** Bounds of a question. Times are ISO 8601, UTC; a null window, or a null end of it, is unbounded. */
export type Constraints = {
  readonly time_window: { readonly from: string | null; readonly to: string | null } | null;
  readonly limit: number;
  readonly person_id: string | null;
};

/** Messages of rejections by code. */
export const REJECTIONS = {
  NOT_A_REQUEST: 'the text is not a ToolRequest',
  KNOWLEDGE_VIEW_MISSING: 'knowledge_view must be explicit',
  KNOWLEDGE_VIEW_UNKNOWN: 'the actor does not have this view',
  ACTOR_MISSING: 'actor must be explicit',
  ACTOR_UNKNOWN: 'the actor is unknown',
  UNBOUNDED: 'limit, time_window and person_id must be present and bounded',
  UNKNOWN_TOOL: 'no question tool has this name',
  SEMANTIC_DIRECTIVE: 'a question must not ask the tool to decide, summarise, infer or write',
  WRONG_BEAT: 'request_id does not match the active beat',
  DUPLICATE: 'tool_request_id was used before in this request',
  LIMIT_REACHED: 'the limit of questions in this beat, request or connection is reached',
  AUDIT_UNAVAILABLE: 'the audit log cannot be written',
} as const;
export type RejectionCode = keyof typeof REJECTIONS;

/** A parsed question, or the rejection of its text. */
export type ReadRequest =
  | { readonly ok: true; readonly request: ToolRequest }
  | {
      readonly ok: false;
      readonly code: RejectionCode;
      readonly cause: string;
      /** The ids of the text, so that its rejection can be assigned; null if it has no valid one. */
      readonly ids: RequestIds;
    };

/** The ids of a text that may not be a question. */
export type RequestIds = {
  readonly tool_request_id: string | null;
  readonly request_id: string | null;
};

/** Longest text of a question, in bytes. */
export const REQUEST_BYTES_MAX = 16_384;

const schema: unknown = JSON.parse(
  readFileSync(new URL('../../../schemas/tool-request.schema.json', import.meta.url), 'utf8'),
);
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allErrors: true,
});
const isToolRequest = ajv.compile<ToolRequest>(
  typeof schema === 'object' && schema !== null ? { ...schema } : {},
);

/** Parses a question. Nothing is added, changed or guessed. */
export function readToolRequest(text: string): ReadRequest {
  const value = parseJson(text);
  if (isToolRequest(value)) return checkWindow(value);
  const errors = value === undefined ? [] : (isToolRequest.errors ?? []);
  const code = codeOf(errors);
  const [first] = errors;
  const where =
    first === undefined
      ? ''
      : ` (\`${first.instancePath.slice(0, 80) || '/'}\` ${first.message ?? ''})`;
  return { ok: false, code, cause: `${REJECTIONS[code]}${where}`, ids: idsOf(value) };
}

/** Longest id, characters (schemas/tool-request.schema.json). */
const ID_CHARS_MAX = 200;

function idsOf(value: unknown): RequestIds {
  const idAt = (name: string): string | null => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
    const id: unknown = Reflect.get(value, name);
    return typeof id === 'string' && id !== '' && id.length <= ID_CHARS_MAX ? id : null;
  };
  return { tool_request_id: idAt('tool_request_id'), request_id: idAt('request_id') };
}

/** The value of a question's text; undefined if it is not well-formed, too long or not unambiguous JSON. */
function parseJson(text: string): unknown {
  if (!text.isWellFormed() || Buffer.byteLength(text) > REQUEST_BYTES_MAX) return undefined;
  try {
    const value: unknown = JSON.parse(text, (name: string, member: unknown) => {
      if (!name.isWellFormed() || (typeof member === 'string' && !member.isWellFormed())) {
        throw new RangeError('expected text without a lone surrogate');
      }
      return member;
    });
    // The text is forwarded unchanged, so all later parsers must read the same value
    return hasRepeatedName(text) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Whether an object in a JSON text repeats a member name. Parsers differ in which of the members they return. */
function hasRepeatedName(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  let name: string | undefined;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    const names = open.at(-1) ?? null;
    if (token === '{') {
      open.push(new Set());
    } else if (token === '[') {
      open.push(null);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token !== ':') {
      name = String(JSON.parse(token));
    } else if (names !== null && name !== undefined) {
      if (names.has(name)) return true;
      names.add(name);
    }
  }
  return false;
}

/** Checks that the ends of the time window are valid dates in order. */
function checkWindow(request: ToolRequest): ReadRequest {
  const { from, to } = request.tool.constraints.time_window ?? { from: null, to: null };
  const ends = [from, to].map((end) => (end === null ? null : Date.parse(end)));
  const [start = null, stop = null] = ends;
  const valid =
    !ends.some((end) => Number.isNaN(end)) && (start === null || stop === null || start <= stop);
  return valid
    ? { ok: true, request }
    : {
        ok: false,
        code: 'UNBOUNDED',
        ids: { tool_request_id: request.tool_request_id, request_id: request.request_id },
        cause: `time_window from \`${from}\` to \`${to}\` contains no time`,
      };
}

/** The most specific rejection code for schema errors. */
function codeOf(errors: readonly ErrorObject[]): RejectionCode {
  const concerns = (path: string, name: string): boolean =>
    errors.some(
      ({ instancePath, params }) =>
        instancePath.startsWith(`${path}/${name}`) ||
        (instancePath === path && params['missingProperty'] === name),
    );
  if (concerns('/requested_by', 'knowledge_view')) return 'KNOWLEDGE_VIEW_MISSING';
  if (concerns('/requested_by', 'actor')) return 'ACTOR_MISSING';
  return concerns('/tool', 'constraints') ? 'UNBOUNDED' : 'NOT_A_REQUEST';
}
