/** @module perform: one admitted call: from the cache, from a tape, or by its runner inside its budget. */
import { timerDelay, withinTime } from '../apex/deadline.ts';
import { digestOf } from '../canonical/hash.ts';
import type { RunAccounts } from './accounts.ts';
import type { CompiledIo, RegisteredTool } from './contract-registry.ts';
import type { RunMode, ToolContract, ToolRequest } from './contract.ts';
import type { ToolKernelParts, ToolPolicy } from './kernel-parts.ts';
import { checkOutcome, wholeBudget } from './outcome.ts';
import type { CheckedOutcome } from './outcome.ts';
import { cacheKey } from './output-cache.ts';
import type { OutputCache } from './output-cache.ts';
import { ToolRefusal } from './refusals.ts';
import type { RunBudget, Runner, RunUse } from './runners/runner.ts';
import { tapeKey } from './tapes.ts';
import type { Tape, TapeStore } from './tapes.ts';

/** Where an outcome came from. */
export type Origin = 'run' | 'shared_cache' | 'run_cache' | 'tape';

/** What the kernel holds for as long as it lives. */
export type KernelState = {
  readonly parts: ToolKernelParts;
  readonly policy: ToolPolicy;
  readonly tapes: TapeStore;
  readonly accounts: RunAccounts;
  /** Of deterministic tools, for everyone. */
  readonly shared: OutputCache;
  /** Of tools that ask outside: the same question twice in one run is one request. */
  readonly within_run: OutputCache;
};

/** A call that passed every gate. */
export type Admitted = {
  readonly run_id: string;
  readonly request: ToolRequest;
  readonly tool: RegisteredTool & { readonly io: CompiledIo };
  readonly budget: RunBudget;
  readonly run_key: string;
  readonly cancel: AbortSignal | undefined;
  /** The tape that a replay was asked for by its id. */
  readonly tape: Tape | undefined;
  /** Frees the place among the concurrent calls. */
  readonly leave: () => void;
};

/** How it ended, where from, and the tape that it is compared with. */
export type Performed = {
  readonly outcome: CheckedOutcome;
  readonly origin: Origin;
  readonly key: string;
  readonly compare: Tape | undefined;
  /** Whether the runner itself said how it ended: what was cut off is no record to compare with. */
  readonly complete: boolean;
};

/**
 * Performs a call. Throws nothing for what the runner does. `leave` is called when the work has really stopped.
 *
 * @throws {ToolRefusal} TOOL_DRIFT when a tape is asked for and there is none
 */
export async function perform(state: KernelState, call: Admitted): Promise<Performed> {
  const { request, tool, budget } = call;
  const key = tapeKey(tool.sha256, request.input);
  const mode: RunMode = request.context.mode ?? 'record';
  let stopped = true;
  try {
    const compare =
      mode === 'replay' || mode === 'verify' ? await tapeOf(state, call, key) : undefined;
    if (mode === 'replay' && compare !== undefined)
      return {
        outcome: checkOutcome(fromTape(compare), budget),
        origin: 'tape',
        key,
        compare,
        complete: true,
      };
    const cached = mode === 'verify' ? undefined : fromCache(state, call, key);
    if (cached !== undefined) return { ...cached, key, compare, complete: true };
    const runner = state.parts.runners.get(tool.contract.tool_id);
    if (runner === undefined)
      throw new ToolRefusal('TOOL_FAIL', `nothing here carries out \`${tool.contract.tool_id}\``);
    const { outcome, running, complete } = await runIt(state, call, runner);
    if (running !== undefined) {
      stopped = false;
      void running.then(call.leave);
    }
    keep(state, call, key, outcome);
    return { outcome, origin: 'run', key, compare, complete };
  } finally {
    if (stopped) call.leave();
  }
}

async function tapeOf(state: KernelState, call: Admitted, key: string): Promise<Tape> {
  const tape = call.tape ?? (await state.tapes.findKey(key));
  if (tape === undefined)
    throw new ToolRefusal('TOOL_DRIFT', 'there is no tape of this question', { key });
  if (tape.key !== key)
    throw new ToolRefusal('TOOL_DRIFT', 'the contract of the tool is not the one of the tape', {
      got: key,
      want: tape.key,
    });
  return tape;
}

/** The outcome as the runner gave it then. */
function fromTape({ mpt_code, output, use, provenance, cause }: Tape): unknown {
  return mpt_code === null
    ? { ok: true, output, use, provenance }
    : { ok: false, code: mpt_code, cause, detail: output, use, provenance };
}

function isCacheable({ request, tool: { contract } }: Admitted): boolean {
  return !asksOutside(contract, request.input);
}

/** Whether an answer comes from outside: of a tool that asks there, or of an input that names something there. */
export function asksOutside(contract: ToolContract, input: ToolRequest['input']): boolean {
  return contract.determinism === 'external' || namesOneOf(input, contract.external_inputs ?? []);
}

/** Whether an input has a member of one of these names, at any level. */
function namesOneOf(value: unknown, names: readonly string[]): boolean {
  if (names.length === 0 || typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([name, member]) =>
      (!Array.isArray(value) && names.includes(name)) || namesOneOf(member, names),
  );
}

function runCacheKey(call: Admitted, key: string): string {
  return digestOf({ run: call.run_key, key });
}

function fromCache(
  state: KernelState,
  call: Admitted,
  key: string,
): Pick<Performed, 'outcome' | 'origin'> | undefined {
  if (!state.policy.cache) return undefined;
  const shared = isCacheable(call);
  const found = shared
    ? state.shared.get(cacheKey(key, call.budget))
    : state.within_run.get(runCacheKey(call, key));
  if (found === undefined) return undefined;
  const { text, provenance } = found;
  // A deterministic answer costs what it cost, an answer that was fetched once is not fetched again
  const use: RunUse = shared ? found.use : { ...found.use, gas: 0, web_requests: 0 };
  const outcome = checkOutcome(
    { ok: true, output: JSON.parse(text), use, provenance },
    call.budget,
  );
  return { outcome, origin: shared ? 'shared_cache' : 'run_cache' };
}

function keep(state: KernelState, call: Admitted, key: string, outcome: CheckedOutcome): void {
  if (!state.policy.cache || !outcome.end.ok) return;
  const { use, provenance, end } = outcome;
  const cached = { text: end.text, use, provenance };
  if (isCacheable(call)) state.shared.put(cacheKey(key, call.budget), cached);
  else if (call.tool.contract.determinism === 'external')
    state.within_run.put(runCacheKey(call, key), cached);
}

type Ran = {
  readonly outcome: CheckedOutcome;
  readonly running: Promise<void> | undefined;
  readonly complete: boolean;
};

async function runIt(state: KernelState, call: Admitted, runner: Runner): Promise<Ran> {
  const { parts, policy } = state;
  const { budget } = call;
  const end = await withinTime<unknown>(
    // A copy: what is kept on tape is what was asked, whatever the runner does to its input
    async (signal) => await runner.run(structuredClone(call.request.input), budget, signal),
    {
      time_ms: budget.time_ms,
      grace_ms: policy.stop_grace_ms,
      delay: parts.delay ?? timerDelay,
      cancel: call.cancel,
    },
  );
  const failed = (refusal: ToolRefusal, last?: unknown): CheckedOutcome => {
    const said = last === undefined ? undefined : checkOutcome(last, budget);
    return {
      use: said?.use ?? wholeBudget(budget),
      provenance: said?.provenance ?? {},
      end: { ok: false, refusal },
    };
  };
  switch (end.kind) {
    case 'done':
      return { outcome: checkOutcome(end.value, budget), running: undefined, complete: true };
    case 'threw':
      parts.onFault?.(end.error, call.run_id);
      return {
        outcome: failed(new ToolRefusal('TOOL_FAIL', 'the runner broke')),
        running: undefined,
        complete: false,
      };
    case 'late': {
      const cause = `the tool ran longer than ${budget.time_ms} ms`;
      const refusal = new ToolRefusal('TOOL_TIMEOUT', cause, {
        dimension: 'time_ms',
        limit: budget.time_ms,
      });
      return { outcome: failed(refusal, end.value), running: end.running, complete: false };
    }
    case 'cancelled': {
      const refusal = new ToolRefusal('TOOL_FAIL', 'the caller cancelled the run');
      return { outcome: failed(refusal, end.value), running: end.running, complete: false };
    }
    default:
      return end satisfies never;
  }
}
