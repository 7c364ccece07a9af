/** @module plane: the tool service as the plane `mpt` of Apex. */
import { narrowBudgets } from '../apex/budgets.ts';
import type { Plane, PlaneAnswer, PlaneRequest } from '../apex/plane.ts';
import type { RunBudget } from '../runners/runner.ts';
import type { ToolResult } from './records/ledger-entry.ts';
import type { CallerTools } from './tool-service.ts';

/** The budget dimensions of Apex that bound a tool run. */
const RUN_DIMENSIONS = [
  'time_ms',
  'mem_mb',
  'gas',
  'depth',
  'tool_calls_max',
  'web_requests_max',
  'tokens_output_max',
] as const satisfies readonly (keyof RunBudget)[];

/** `randomId`: a new UUID. `session_id`: the session whose risk is counted. */
export type ToolPlaneOptions = { readonly randomId: () => string; readonly session_id?: string };

/** The plane that runs `mpt.<class>.<tool>` with the payload of the request as the tool's input. */
export function createToolPlane(tools: Pick<CallerTools, 'run'>, options: ToolPlaneOptions): Plane {
  return {
    name: 'mpt',
    dispatch: async (request) =>
      answerOf(await tools.run(asToolRequest(request, options), { signal: request.signal })),
  };
}

function asToolRequest(
  { route, payload, budgets, exec_id, hops }: PlaneRequest,
  { randomId, session_id }: ToolPlaneOptions,
): unknown {
  // A program does nothing but execute code, so the code limit bounds its time
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
      // Equal requests to Apex have equal ids, but each is a separate run with its own account
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
