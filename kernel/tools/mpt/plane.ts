/** @module plane: the tool service as the plane `mpt` of Apex. */
import { narrowBudgets } from '../apex/budgets.ts';
import type { Plane, PlaneAnswer, PlaneRequest } from '../apex/plane.ts';
import type { RunBudget } from '../runners/runner.ts';
import type { RefusalRecord, ToolResult } from './records/ledger-entry.ts';
import { isBound } from './refusals.ts';
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

/** `randomId`: a new UUID. */
export type ToolPlaneOptions = { readonly randomId: () => string };

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
  { randomId }: ToolPlaneOptions,
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
    },
  };
}

function answerOf(result: ToolResult): PlaneAnswer {
  // Equal requests to Apex have equal audit entries, so the time is only in the entry of the tool
  const { time_ms: _time, ...consumed } = result.audit.budgets.consumed;
  const [refusal] = result.audit.refusals;
  if (refusal === undefined) {
    return { kind: 'output', payload: result.output, consumed, tokens_checked: true };
  }
  const { mpt_code: code, cause, next_step: hint, detail } = refusal;
  const questions = [...refusal.questions];
  if (detail['dimension'] === 'tokens_output_max') {
    const dimension = 'tokens_output_max';
    return { kind: 'overflow', dimension, summary: cause, questions, consumed };
  }
  const summary = isBound(code) ? { summary: summaryOf(cause, detail) } : {};
  return { kind: 'refusal', code, cause, consumed, hint, questions, detail, ...summary };
}

/** Longest part of what a program printed in a summary, UTF-16 units. */
const PRINTED_UNITS = 200;

/** What a run did until it exceeded a bound: the cause, and the beginning of what its program printed. */
function summaryOf(cause: string, { stdout }: RefusalRecord['detail']): string {
  if (typeof stdout !== 'string' || stdout === '') return cause;
  return `${cause}; it printed: ${stdout.slice(0, PRINTED_UNITS).toWellFormed()}`;
}
