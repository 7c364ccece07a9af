/** @module execute-tool: executes one checked call: from the cache, from a tape, or by its runner within its budget. */
import { digestOf } from '../../base/canonical/hash.ts';
import { timerDelay, withinTime } from '../apex/deadline.ts';
import { NOTHING_USED } from '../runners/runner.ts';
import type { OpenFile, RunBudget, Runner, RunUse } from '../runners/runner.ts';
import type { RunAccounts } from './bounds/accounts.ts';
import { cacheKey } from './bounds/output-cache.ts';
import type { OutputCache } from './bounds/output-cache.ts';
import type { CompiledIo, RegisteredTool } from './contracts/contract-registry.ts';
import type { RunMode, ToolContract, ToolRequest } from './contracts/contract.ts';
import { checkOutcome, UNMEASURED } from './output/outcome.ts';
import type { CheckedOutcome } from './output/outcome.ts';
import { tapeKey } from './records/tapes.ts';
import type { Tape, TapeStore } from './records/tapes.ts';
import { boundRefusal, ToolRefusal } from './refusals.ts';
import type { ToolServiceParts, ToolPolicy } from './service-parts.ts';

/** Source of an outcome. */
export type Origin = 'run' | 'shared_cache' | 'run_cache' | 'tape';

/** Dependencies of a call: state shared by all callers, and the tapes and files of its caller. */
export type CallerState = {
  readonly parts: ToolServiceParts;
  readonly policy: ToolPolicy;
  readonly tapes: TapeStore;
  /** Opens the files of this caller; without it, no tool can read a file. */
  readonly open?: OpenFile | undefined;
  readonly accounts: RunAccounts;
  /** Outputs of deterministic tools, for all callers. */
  readonly shared: OutputCache;
  /** Outputs of external tools, per run: equal inputs in one run cause one request. */
  readonly within_run: OutputCache;
};

/** A call that passed every gate. */
export type ExecutableCall = {
  readonly run_id: string;
  readonly request: ToolRequest;
  readonly tool: RegisteredTool & { readonly io: CompiledIo };
  readonly budget: RunBudget;
  readonly run_key: string;
  readonly cancel: AbortSignal | undefined;
  readonly onStage: ((stage: RunStage) => void) | undefined;
  readonly onGas: ((gas: number) => void) | undefined;
  /** The tape of a replay by id. */
  readonly tape: Tape | undefined;
  /** Frees the slot of a concurrent call. */
  readonly leave: () => void;
};

/** An outcome, its source, its tape key, and the tape to compare it with. */
export type Executed = {
  readonly outcome: CheckedOutcome;
  readonly origin: Origin;
  readonly key: string;
  readonly compare: Tape | undefined;
  /** Whether the runner itself reported its end; a run that was cut off is not recorded on a tape. */
  readonly complete: boolean;
};

/**
 * Executes a call. Never throws because of the runner. `leave` is called when the work has stopped.
 *
 * @throws {ToolRefusal} TOOL_DRIFT if a required tape is missing, TOOL_FAIL if the tool has no runner
 */
export async function executeTool(state: CallerState, call: ExecutableCall): Promise<Executed> {
  const { request, tool, budget } = call;
  const key = tapeKey(tool.sha256, request.input);
  const mode: RunMode = request.context.mode ?? 'record';
  let stopped = true;
  try {
    const compare =
      mode === 'replay' || mode === 'verify' ? await tapeOf(state, call, key) : undefined;
    if (mode === 'replay' && compare !== undefined) {
      return {
        outcome: checkOutcome(fromTape(compare), budget),
        origin: 'tape',
        key,
        compare,
        complete: true,
      };
    }
    const cached = mode === 'verify' ? undefined : fromCache(state, call, key);
    if (cached !== undefined) return { ...cached, key, compare, complete: true };
    const runner = state.parts.runners.get(tool.contract.tool_id);
    if (runner === undefined) {
      throw new ToolRefusal('TOOL_FAIL', `no runner of \`${tool.contract.tool_id}\` is registered`);
    }
    const { outcome, running, complete } = await runWithinBudget(state, call, runner);
    if (running !== undefined) {
      stopped = false;
      void running.then(call.leave);
    }
    putInCache(state, call, key, outcome);
    return { outcome, origin: 'run', key, compare, complete };
  } finally {
    if (stopped) call.leave();
  }
}

async function tapeOf(state: CallerState, call: ExecutableCall, key: string): Promise<Tape> {
  const tape = call.tape ?? (await state.tapes.findKey(key));
  if (tape === undefined) {
    throw new ToolRefusal('TOOL_DRIFT', 'there is no tape of this request', { key });
  }
  if (tape.key !== key) {
    throw new ToolRefusal('TOOL_DRIFT', 'the contract of the tool differs from that of the tape', {
      got: key,
      want: tape.key,
    });
  }
  return tape;
}

/** The outcome that is recorded on a tape. */
function fromTape({ mpt_code, output, use, provenance, cause }: Tape): unknown {
  return mpt_code === null
    ? { ok: true, output, use, provenance }
    : { ok: false, code: mpt_code, cause, detail: output, use, provenance };
}

/** Whether an output depends on something external: the tool is external, or the input refers to something external. */
export function isExternal(contract: ToolContract, input: ToolRequest['input']): boolean {
  return contract.determinism === 'external' || namesOneOf(input, contract.external_inputs ?? []);
}

/** Whether an input has a member with one of these names, at any level. */
function namesOneOf(value: unknown, names: readonly string[]): boolean {
  if (names.length === 0 || typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) =>
      (!Array.isArray(value) && names.includes(name)) || namesOneOf(member, names),
  );
}

function runCacheKey(call: ExecutableCall, key: string): string {
  return digestOf({ run: call.run_key, key });
}

function fromCache(
  state: CallerState,
  call: ExecutableCall,
  key: string,
): Pick<Executed, 'outcome' | 'origin'> | undefined {
  if (!state.policy.cache) return undefined;
  const shared = !isExternal(call.tool.contract, call.request.input);
  const found = shared
    ? state.shared.get(cacheKey(key, call.budget))
    : state.within_run.get(runCacheKey(call, key));
  if (found === undefined) return undefined;
  const { text, provenance } = found;
  // A deterministic output is charged again; an external one causes no request, so it is free
  const use: RunUse = shared ? found.use : { ...found.use, gas: 0, web_requests: 0 };
  const outcome = checkOutcome(
    { ok: true, output: JSON.parse(text), use, provenance },
    call.budget,
  );
  return { outcome, origin: shared ? 'shared_cache' : 'run_cache' };
}

function putInCache(
  state: CallerState,
  call: ExecutableCall,
  key: string,
  outcome: CheckedOutcome,
): void {
  if (!state.policy.cache || !outcome.end.ok) return;
  const { use, provenance, end } = outcome;
  const cached = { text: end.text, use, provenance };
  if (!isExternal(call.tool.contract, call.request.input)) {
    state.shared.put(cacheKey(key, call.budget), cached);
  } else if (call.tool.contract.determinism === 'external') {
    state.within_run.put(runCacheKey(call, key), cached);
  }
}

/** The stage of a run: it waits for a free slot, or it runs. */
export type RunStage = 'queued' | 'started';

/** `running` settles when the work stops, undefined if it has stopped. */
type Ran = {
  readonly outcome: CheckedOutcome;
  readonly running: Promise<void> | undefined;
  readonly complete: boolean;
};

async function runWithinBudget(
  state: CallerState,
  call: ExecutableCall,
  runner: Runner,
): Promise<Ran> {
  const { parts, policy } = state;
  const { budget } = call;
  const turn = await turnOf(runner, call);
  if (turn === 'cancelled') {
    const end = { ok: false, refusal: cancelled() } as const;
    const outcome = { use: NOTHING_USED, provenance: {}, end };
    return { outcome, running: undefined, complete: false };
  }
  call.onStage?.('started');
  let begun = false;
  const end = await withinTime<unknown>(
    async (signal) => {
      begun = true;
      // A runner that does not stop in time keeps its slot
      using _ = turn;
      // A copy, so that the tape holds the request's input even if the runner changes its own
      return await runner.run(structuredClone(call.request.input), budget, signal, {
        onGas: call.onGas,
        open: state.open,
      });
    },
    {
      time_ms: budget.time_ms,
      grace_ms: policy.stop_grace_ms,
      delay: parts.delay ?? timerDelay,
      cancel: call.cancel,
    },
  );
  if (!begun) turn[Symbol.dispose]();
  const failed = (refusal: ToolRefusal, last?: unknown): CheckedOutcome => {
    const lastOutcome = last === undefined ? undefined : checkOutcome(last, budget);
    return {
      use: lastOutcome?.use ?? UNMEASURED,
      provenance: lastOutcome?.provenance ?? {},
      end: { ok: false, refusal },
    };
  };
  switch (end.kind) {
    case 'done':
      return { outcome: checkOutcome(end.value, budget), running: undefined, complete: true };
    case 'threw':
      parts.onFault?.(end.error, call.run_id);
      return {
        outcome: failed(new ToolRefusal('TOOL_FAIL', 'the runner failed')),
        running: undefined,
        complete: false,
      };
    case 'late': {
      const cause = `the tool ran longer than ${budget.time_ms} ms`;
      const refusal = boundRefusal('TOOL_TIMEOUT', cause, 'time_ms', budget.time_ms);
      return { outcome: failed(refusal, end.value), running: end.running, complete: false };
    }
    case 'cancelled':
      return { outcome: failed(cancelled(), end.value), running: end.running, complete: false };
    default:
      return end satisfies never;
  }
}

/** The slot of a runner without a limit of concurrent runs. */
const NO_TURN: Disposable = { [Symbol.dispose]: () => undefined };

/** Waits for a free slot; this does not count as time of the run. */
async function turnOf(
  runner: Runner,
  { cancel, onStage }: ExecutableCall,
): Promise<Disposable | 'cancelled'> {
  if (runner.admit === undefined) return NO_TURN;
  const signal = cancel ?? new AbortController().signal;
  try {
    return await runner.admit(signal, () => onStage?.('queued'));
  } catch (error) {
    if (signal.aborted) return 'cancelled';
    throw error;
  }
}

const cancelled = (): ToolRefusal => new ToolRefusal('TOOL_FAIL', 'the caller cancelled the run');
