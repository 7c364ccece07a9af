/** @module check-call: passes a call through the gates that need no account, and describes what it would run. */
import { digestOf } from '../../base/canonical/hash.ts';
import type { Budgets } from '../apex/budgets.ts';
import type { RunBudget } from '../runners/runner.ts';
import { CHECK_GAS, carriageGas, grantBudget } from './bounds/run-budget.ts';
import { declaredTool } from './contracts/contract-registry.ts';
import type { CompiledIo, RegisteredTool } from './contracts/contract-registry.ts';
import type { ToolRequest } from './contracts/contract.ts';
import { isExternal } from './execute-tool.ts';
import { readCall } from './gates/call.ts';
import { checkInput } from './gates/check-input.ts';
import { boundRefusal, ToolRefusal } from './refusals.ts';
import type { ToolPolicy, ToolServiceParts } from './service-parts.ts';

type CheckParts = {
  readonly policy: ToolPolicy;
  readonly registry: ReadonlyMap<string, RegisteredTool>;
};

type CheckedRequest = {
  readonly tool: RegisteredTool & { readonly io: CompiledIo };
  /** Size of the input, bytes. */
  readonly bytes: number;
  readonly granted: RunBudget;
  readonly depth: number;
};

/**
 * Passes a request through all gates that need no account. What is known when a gate refuses is reported.
 *
 * @throws {ToolRefusal}
 */
export async function checkCall(
  { registry, policy }: CheckParts,
  request: ToolRequest,
  known: {
    readonly onTool: (tool: RegisteredTool) => void;
    readonly onGrant: (granted: RunBudget) => void;
  },
): Promise<CheckedRequest> {
  const tool = declaredTool(registry, request.tool, policy.pins);
  known.onTool(tool);
  const { bytes } = await checkInput(tool, request.input, policy);
  const granted = grantBudget(policy.budget, request.budget);
  known.onGrant(granted);
  const depth = levelOf(request.context);
  requireBudget(granted, depth);
  return { tool, bytes, granted, depth };
}

export function provenanceOf(
  { contract, sha256 }: RegisteredTool,
  { input }: ToolRequest,
): Readonly<Record<string, string>> {
  return {
    tool_version: contract.version,
    contract_sha256: sha256,
    input_sha256: digestOf(input),
  };
}

/** What a request would run, from what is known without running it. */
export type RunPreview = {
  /** Canonical name of the tool. */
  readonly tool: string;
  readonly tool_version: string;
  readonly contract_sha256: string;
  readonly input_sha256: string;
  readonly input_bytes: number;
  /** Whether the run asks a service or reads a file, so that its output may differ each time. */
  readonly external: boolean;
  readonly budgets: { readonly requested: Budgets; readonly granted: Budgets };
  /** Gas for the checks and for the input, which the run costs at least. */
  readonly gas_min: number;
};

/** Describes what a request would run: passes its gates, and runs and records nothing. */
export async function previewCall(
  service: CheckParts & { readonly parts: Pick<ToolServiceParts, 'randomId'> },
  raw: unknown,
): Promise<RunPreview | ToolRefusal> {
  const { parts, policy } = service;
  const { request, refusal } = readCall(raw, parts.randomId, policy.threat);
  if (request === undefined) return refusal;
  try {
    const { tool, bytes, granted } = await checkCall(service, request, {
      onTool: () => undefined,
      onGrant: () => undefined,
    });
    const gas_min = CHECK_GAS + carriageGas(bytes);
    if (granted.gas < gas_min) return gasExhausted(granted.gas, granted);
    if (granted.tool_calls_max === 0) {
      return boundRefusal(
        'BOUND_GAS',
        'tool_calls_max is 0, so nothing can run',
        'tool_calls_max',
        0,
      );
    }
    const {
      tool_version = '',
      contract_sha256 = '',
      input_sha256 = '',
    } = provenanceOf(tool, request);
    return {
      tool: request.tool,
      tool_version,
      contract_sha256,
      input_sha256,
      input_bytes: bytes,
      external: isExternal(tool.contract, request.input),
      budgets: { requested: request.budget, granted },
      gas_min,
    };
  } catch (error) {
    if (error instanceof ToolRefusal) return error;
    throw error;
  }
}

/** The level of a call among nested calls: 1, also if the caller states 0. */
function levelOf({ depth = 0 }: ToolRequest['context']): number {
  return Math.max(1, depth);
}

function nothingGranted(
  code: 'BOUND_TIME' | 'BOUND_MEM' | 'BOUND_DEPTH',
  dimension: string,
): ToolRefusal {
  return boundRefusal(code, `${dimension} is 0, so nothing can run`, dimension, 0);
}

/** @throws {ToolRefusal} for a bound of 0 (BOUND_TIME, BOUND_MEM, BOUND_DEPTH) and for a call nested too deep (BOUND_DEPTH) */
function requireBudget(granted: RunBudget, depth: number): void {
  if (granted.time_ms === 0) throw nothingGranted('BOUND_TIME', 'time_ms');
  if (granted.mem_mb === 0) throw nothingGranted('BOUND_MEM', 'mem_mb');
  if (granted.depth === 0) throw nothingGranted('BOUND_DEPTH', 'depth');
  if (depth > granted.depth) {
    const cause = `the call is at level ${depth} of nested calls, at most ${granted.depth} is granted`;
    throw boundRefusal('BOUND_DEPTH', cause, 'depth', granted.depth);
  }
}

/** The refusal of a call that needs more gas than is left. */
export function gasExhausted(gas: number, granted: RunBudget): ToolRefusal {
  const cause = `the call needs more than the ${gas} gas that is left`;
  return boundRefusal('BOUND_GAS', cause, 'gas', granted.gas);
}
