/** @module call: a request of anyone as a call that the kernel can trust: plain, bounded, named. */
import { digestOf } from '../canonical/hash.ts';
import { canonicalJson } from '../canonical/json.ts';
import { clarityOf, mustBeClear, statedFacts } from './clarity.ts';
import { readRequest } from './contract.ts';
import type { ToolRequest } from './contract.ts';
import { ToolRefusal } from './refusals.ts';
import { depthOfJson } from './threat-scan.ts';
import type { ThreatPolicy } from './threat-scan.ts';

/** A call that was read. `request` is undefined where `refusal` says why it could not be. */
export type Call = {
  readonly run_id: string;
  /** SHA-256 of route, input and requested budget. */
  readonly exec_id: string;
  /** As named by the caller, at most 100 units; empty when there is no name. */
  readonly tool_id: string;
  readonly clarity: number;
} & (
  | { readonly request: ToolRequest; readonly refusal?: undefined }
  | { readonly request?: undefined; readonly refusal: ToolRefusal }
);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Room for what stands beside the input. */
const ENVELOPE_BYTES = 65_536;
const ENVELOPE_LEVELS = 2;

/** Reads a request. Never throws, whatever the value does when it is read. */
export function readCall(raw: unknown, randomId: () => string, policy: ThreatPolicy): Call {
  const read = plainObject(raw, policy);
  if (read instanceof ToolRefusal)
    return {
      run_id: randomId(),
      exec_id: digestOf({ unreadable: read.message }),
      tool_id: '',
      clarity: clarityOf(new Set()),
      refusal: read,
    };
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
    if (!verdict.ok)
      throw new ToolRefusal('TOOL_SCHEMA_MISS', verdict.message, { side: 'request' });
    const { exec_id } = verdict.value.context;
    const run_id = UUID.test(exec_id) ? exec_id : randomId();
    return { ...named, run_id, request: verdict.value };
  } catch (error) {
    if (!(error instanceof ToolRefusal)) throw error;
    return { ...named, run_id: randomId(), refusal: error };
  }
}

/** A copy that nobody else can reach, of a request within the bounds of size and depth. */
function plainObject(
  raw: unknown,
  policy: ThreatPolicy,
): Readonly<Record<string, unknown>> | ToolRefusal {
  try {
    const text = canonicalJson(raw);
    const bytes = Buffer.byteLength(text);
    const limit = policy.input_bytes_max + ENVELOPE_BYTES;
    if (bytes > limit)
      return new ToolRefusal(
        'BOUND_DATA',
        `the request has ${bytes} bytes, at most ${limit} are read`,
      );
    const levels = depthOfJson(text);
    if (levels > policy.input_depth_max + ENVELOPE_LEVELS)
      return new ToolRefusal(
        'BOUND_DATA',
        `the input has more than ${policy.input_depth_max} levels`,
      );
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : new ToolRefusal('TOOL_SCHEMA_MISS', 'got no object, want a request');
  } catch {
    return new ToolRefusal('TOOL_SCHEMA_MISS', 'the request is not plain json');
  }
}
