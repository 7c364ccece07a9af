/** @module plane: the tool kernel as the plane `mpt` of Apex. */
import { narrowBudgets } from '../apex/budgets.ts';
import type { Plane, PlaneAnswer, PlaneRequest } from '../apex/plane.ts';
import type { ToolKernel } from './kernel.ts';
import type { ToolResult } from './ledger-entry.ts';
import type { RunBudget } from './runners/runner.ts';

/** The dimensions of Apex that bound a tool run. */
const RUN_DIMENSIONS = [
  'time_ms',
  'mem_mb',
  'gas',
  'depth',
  'tool_calls_max',
  'web_requests_max',
  'tokens_output_max',
] as const satisfies readonly (keyof RunBudget)[];

/** `randomId`: a new UUID. `session_id`: whose risk is counted. */
export type ToolPlaneOptions = { readonly randomId: () => string; readonly session_id?: string };

/** The plane that runs `mpt.<class>.<tool>` with the payload of the request as the tool's input. */
export function createToolPlane(kernel: Pick<ToolKernel, 'run'>, options: ToolPlaneOptions): Plane {
  return {
    name: 'mpt',
    dispatch: async (request) =>
      answerOf(await kernel.run(asToolRequest(request, options), { signal: request.signal })),
  };
}

function asToolRequest(
  { route, payload, budgets, exec_id, hops }: PlaneRequest,
  { randomId, session_id }: ToolPlaneOptions,
): unknown {
  // Of a program all time is time of code
  const { code_exec_ms_max: code_ms } = budgets;
  const ofCode = route.startsWith('mpt.code.') && code_ms !== undefined;
  const bounds = narrowBudgets(budgets, ofCode ? { time_ms: code_ms } : {});
  return {
    tool: route.slice('mpt.'.length),
    input: payload,
    budget: Object.fromEntries(
      RUN_DIMENSIONS.flatMap((dimension) => {
        const bound = bounds[dimension];
        return bound === undefined ? [] : [[dimension, bound]];
      }),
    ),
    context: {
      caller: 'Apex',
      // Equal requests to Apex have equal ids, and yet each is a run of its own with its own account
      exec_id: `${exec_id}/${randomId()}`,
      depth: hops - 1,
      ...(session_id === undefined ? {} : { session_id }),
    },
  };
}

function answerOf(result: ToolResult): PlaneAnswer {
  const { consumed } = result.audit.budgets;
  const [refusal] = result.audit.refusals;
  return refusal === undefined
    ? { kind: 'output', payload: result.output, consumed, tokens_checked: true }
    : { kind: 'refusal', code: refusal.mpt_code, cause: refusal.cause, consumed };
}
