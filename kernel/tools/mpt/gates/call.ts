/** @module call: parses an untrusted request into a call: plain JSON of bounded size with a run id. */
import { digestOf } from '../../../base/canonical/hash.ts';
import { canonicalJson } from '../../../base/canonical/json.ts';
import { readRequest } from '../contracts/contract.ts';
import type { ToolRequest } from '../contracts/contract.ts';
import { isJsonObject } from '../contracts/schema-strings.ts';
import { ToolRefusal } from '../refusals.ts';
import { clarityOf, mustBeClear, statedFacts } from './clarity.ts';
import { depthOfJson } from './threat-scan.ts';
import type { ThreatPolicy } from './threat-scan.ts';

/** A parsed call: either `request` or the `refusal` of a request that could not be parsed. */
export type Call = {
  readonly run_id: string;
  /** SHA-256 of route, input and requested budget. */
  readonly exec_id: string;
  /** The requested tool, cut to 100 UTF-16 units; empty if missing. */
  readonly tool_id: string;
  readonly clarity: number;
} & (
  | { readonly request: ToolRequest; readonly refusal?: undefined }
  | { readonly request?: undefined; readonly refusal: ToolRefusal }
);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Bytes allowed for the members of a request other than its input. */
const ENVELOPE_BYTES = 65_536;
/** Levels of JSON around the input. */
const ENVELOPE_LEVELS = 2;

/** Parses a request. Never throws, even if reading the value does. */
export function readCall(raw: unknown, randomId: () => string, policy: ThreatPolicy): Call {
  const read = plainObject(raw, policy);
  if (read instanceof ToolRefusal) {
    return {
      run_id: randomId(),
      exec_id: digestOf({ unreadable: read.message }),
      tool_id: '',
      clarity: clarityOf(new Set()),
      refusal: read,
    };
  }
  const { tool, input = null, budget = null } = read;
  const tool_id = typeof tool === 'string' ? tool.slice(0, 100).toWellFormed() : '';
  const stated = statedFacts(read);
  const named = {
    exec_id: digestOf({ route: `mpt.${tool_id}`, input, budgets: budget }),
    tool_id,
    clarity: clarityOf(stated),
  };
  try {
    mustBeClear(stated);
    const verdict = readRequest(read);
    if (!verdict.ok) {
      throw new ToolRefusal('TOOL_SCHEMA_MISS', verdict.message, { side: 'request' });
    }
    const { exec_id } = verdict.value.context;
    const run_id = UUID.test(exec_id) ? exec_id : randomId();
    return { ...named, run_id, request: verdict.value };
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
    return { ...named, run_id: randomId(), refusal: error };
  }
}

/** A deep copy of a request, or the refusal of one that is not plain JSON, too large or too deep. */
function plainObject(
  raw: unknown,
  policy: ThreatPolicy,
): Readonly<Record<string, unknown>> | ToolRefusal {
  try {
    const text = canonicalJson(raw);
    const bytes = Buffer.byteLength(text);
    const limit = policy.input_bytes_max + ENVELOPE_BYTES;
    if (bytes > limit) {
      return new ToolRefusal(
        'BOUND_DATA',
        `the request has ${bytes} bytes, at most ${limit} are read`,
      );
    }
    const levels = depthOfJson(text);
    if (levels > policy.input_depth_max + ENVELOPE_LEVELS) {
      return new ToolRefusal(
        'BOUND_DATA',
        `the input has more than ${policy.input_depth_max} levels`,
      );
    }
    const value: unknown = JSON.parse(text);
    return isJsonObject(value)
      ? value
      : new ToolRefusal('TOOL_SCHEMA_MISS', 'the request is not a JSON object');
  } catch {
    return new ToolRefusal('TOOL_SCHEMA_MISS', 'the request is not plain json');
  }
}
