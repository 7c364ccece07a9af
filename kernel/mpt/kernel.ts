/** @module kernel: runs declared tools inside their bounds; every run ends in BOUNDED_OUTPUT or REFUSAL(code). */
import type { Budgets } from '../apex/budgets.ts';
import { timerDelay } from '../apex/deadline.ts';
import { digestOf, sha256Hex } from '../canonical/hash.ts';
import { canonicalJson } from '../canonical/json.ts';
import { RunAccounts } from './accounts.ts';
import type { Reservation } from './accounts.ts';
import { admissionFault, admitInput } from './admission.ts';
import { analyse } from './analytics.ts';
import type { ToolAnalytics } from './analytics.ts';
import type { Annotation } from './annotations.ts';
import { readCall } from './call.ts';
import type { Call } from './call.ts';
import { certifyTool } from './certify.ts';
import type { Admit, Certificate } from './certify.ts';
import { closeRun } from './close-run.ts';
import { admitTool, createRegistry } from './contract-registry.ts';
import type { CompiledIo, RegisteredTool } from './contract-registry.ts';
import type { ToolContract, ToolRequest } from './contract.ts';
import { DEFAULT_TOOL_POLICY } from './kernel-parts.ts';
import type { ToolKernelParts } from './kernel-parts.ts';
import type { ToolResult } from './ledger-entry.ts';
import { MEGABYTE } from './outcome.ts';
import { OutputCache } from './output-cache.ts';
import { asksOutside, perform } from './perform.ts';
import type { KernelState, Performed } from './perform.ts';
import { ToolRefusal } from './refusals.ts';
import { SessionRisk } from './risk.ts';
import { ADMISSION_GAS, carriageGas, grantBudget } from './run-budget.ts';
import type { RunBudget, Runner } from './runners/runner.ts';
import { mustRepeat, settleOutput } from './settle-output.ts';
import type { JsonObject } from './shorten.ts';
import { createTapeShelf } from './tapes.ts';
import type { Tape } from './tapes.ts';

/** A contract as the registry holds it. */
export type ListedContract = {
  readonly contract: ToolContract;
  /** SHA-256 of the canonical JSON of the contract. */
  readonly sha256: string;
  /** Whether a call can reach a runner. */
  readonly ready: boolean;
};

/** How a call is accompanied. */
export type RunOptions = { readonly signal?: AbortSignal };

export type ToolKernel = {
  /** Runs a request of anyone (schemas/mpt/request.schema.json). Never throws. */
  run(request: unknown, options?: RunOptions): Promise<ToolResult>;
  /**
   * Repeats a run by its run_id or exec_id: a deterministic tool runs again and must repeat itself, any other answers from
   * its tape. Never throws.
   */
  replay(id: string, caller: string, options?: RunOptions): Promise<ToolResult>;
  listContracts(): readonly ListedContract[];
  /** Figures of the last runs on the ledger (default 1,000). Rejects when the ledger cannot be read. */
  analytics(window?: { readonly runs?: number }): Promise<ToolAnalytics>;
  /** Holds a contract to the rules, and its runner (default: the one registered by its tool_id) to its promises. */
  certify(contract: unknown, runner?: Runner): Promise<Certificate>;
};

/** A tool kernel. Throws when the contracts are not contracts. */
export function createToolKernel(parts: ToolKernelParts): ToolKernel {
  const policy = { ...DEFAULT_TOOL_POLICY, ...parts.policy };
  const registry = createRegistry(parts.contracts);
  const state: KernelState = {
    parts,
    policy,
    tapes: parts.tapes ?? createTapeShelf(),
    accounts: new RunAccounts({ run: policy.budget, concurrent_max: policy.concurrent_max }),
    shared: new OutputCache(),
    within_run: new OutputCache(),
  };
  const kernel: Kernel = { ...state, registry, risk: new SessionRisk() };
  return {
    run: async (request, options = {}) => await runCall(kernel, request, options),
    replay: async (id, caller, options = {}) => await replayRun(kernel, { id, caller }, options),
    listContracts: () =>
      [...registry.values()].map(({ contract, sha256, io }) => ({
        contract,
        sha256,
        ready:
          io !== undefined &&
          contract.safety_level === 'verified' &&
          parts.runners.has(contract.tool_id),
      })),
    analytics: async ({ runs = 1000 } = {}) => analyse(await parts.ledger.recent(runs), runs),
    certify: async (contract, runner) => {
      const { delay } = parts;
      if (runner !== undefined) return await certifyTool(contract, runner, { delay });
      // Whoever names a tool of ours in a contract of their own gets no way around its gates
      const tool_id = namedTool(contract);
      const admit: Admit = async (input) =>
        await admissionFault(registry, tool_id, { input, policy });
      return await certifyTool(contract, parts.runners.get(tool_id), { delay, admit });
    },
  };
}

type Kernel = KernelState & {
  readonly registry: ReadonlyMap<string, RegisteredTool>;
  readonly risk: SessionRisk;
};

function namedTool(contract: unknown): string {
  const named = typeof contract === 'object' && contract !== null ? { ...contract } : {};
  const tool_id: unknown = 'tool_id' in named ? named.tool_id : undefined;
  return typeof tool_id === 'string' ? tool_id : '';
}

/** What becomes known of a run while it goes on; one of these belongs to one run. */
type Notes = {
  granted: Budgets;
  consumed: Budgets;
  tool_calls: number;
  annotations: readonly Annotation[];
  provenance: Record<string, string | number | boolean>;
};

type RunExtra = RunOptions & { readonly tape?: Tape; readonly refusal?: ToolRefusal };

async function runCall(kernel: Kernel, raw: unknown, extra: RunExtra): Promise<ToolResult> {
  const { parts, policy } = kernel;
  const began = parts.now();
  const call = readCall(raw, parts.randomId, policy.threat);
  const context = call.request?.context;
  const notes: Notes = {
    granted: {},
    consumed: {},
    tool_calls: 0,
    annotations: [],
    provenance: {
      caller: context?.caller ?? 'unknown',
      sandbox: 'true',
      ...(context === undefined
        ? {}
        : { parent_exec_id: context.exec_id, mode: context.mode ?? 'record' }),
    },
  };
  const result = await endOf(kernel, call, { notes, extra });
  if (context !== undefined)
    kernel.risk.note(
      context.session_id ?? context.caller,
      result instanceof ToolRefusal ? result.mpt_code : undefined,
    );
  const ended_ms = parts.now();
  return await closeRun(
    {
      call,
      ended_ms,
      latency_ms: Math.max(0, ended_ms - began),
      budgets: {
        requested: call.request?.budget ?? {},
        granted: notes.granted,
        consumed: notes.consumed,
      },
      tool_calls: notes.tool_calls,
      provenance: notes.provenance,
      annotations: notes.annotations,
      tokens_max: notes.granted.tokens_output_max ?? policy.budget.tokens_output_max,
      result,
    },
    {
      ledger: parts.ledger,
      audit_ms: policy.audit_ms,
      delay: parts.delay ?? timerDelay,
      onFault: parts.onFault,
    },
  );
}

type Around = { readonly notes: Notes; readonly extra: RunExtra };

/** The one place where a refusal is caught; anything else that is thrown is a fault of ours. */
async function endOf(
  kernel: Kernel,
  call: Call,
  around: Around,
): Promise<JsonObject | ToolRefusal> {
  try {
    const refusal = call.refusal ?? around.extra.refusal;
    if (refusal !== undefined) return refusal;
    if (call.request === undefined) throw new Error('a call was neither read nor refused');
    return await throughTheGates(kernel, { ...call, request: call.request }, around);
  } catch (error) {
    if (error instanceof ToolRefusal) return error;
    kernel.parts.onFault?.(error, call.run_id);
    return new ToolRefusal('FRAGILITY', 'the tool kernel broke');
  }
}

type ReadCall = Call & { readonly request: ToolRequest };

async function throughTheGates(
  kernel: Kernel,
  call: ReadCall,
  around: Around,
): Promise<JsonObject> {
  const { policy, accounts, risk } = kernel;
  const { request } = call;
  const { context } = request;
  const { notes } = around;
  const tool = admitTool(kernel.registry, request.tool, policy.pins);
  Object.assign(notes.provenance, {
    tool_version: tool.contract.version,
    contract_sha256: tool.sha256,
    input_sha256: digestOf(request.input),
  });
  const { bytes } = await admitInput(tool, request.input, policy);
  const granted = grantBudget(policy.budget, request.budget);
  notes.granted = granted;
  mustBeOpen(granted, context.depth ?? 0);
  const leave = accounts.enter();
  let reservation: Reservation | undefined;
  const run_key = canonicalJson([context.caller, context.exec_id]);
  try {
    const calls_max = risk.callsMax(context.session_id ?? context.caller, granted.tool_calls_max);
    reservation = accounts.reserve(run_key, granted, calls_max);
  } finally {
    if (reservation === undefined) leave();
  }
  notes.tool_calls = 1;
  const spent: Spent = { gas: ADMISSION_GAS, web_requests: 0 };
  try {
    const carried = ADMISSION_GAS + carriageGas(bytes);
    const admitted = { call, tool, granted, run_key, reservation, leave, carried };
    return await performed(kernel, admitted, { ...around, spent });
  } finally {
    leaveIfUntaken(spent, leave);
    reservation.settle(spent);
    notes.consumed = {
      gas: spent.gas,
      tool_calls_max: 1,
      web_requests_max: spent.web_requests,
      ...(spent.mem_mb === undefined ? {} : { mem_mb: spent.mem_mb }),
    };
  }
}

/** What one call has spent so far. `handed_over`: the performer frees the place, whenever the work stops. */
type Spent = { gas: number; web_requests: number; mem_mb?: number; handed_over?: true };

function leaveIfUntaken(spent: Spent, leave: () => void): void {
  if (spent.handed_over !== true) leave();
}

function nothingGranted(code: 'BOUND_TIME' | 'BOUND_MEM', dimension: string): ToolRefusal {
  return new ToolRefusal(code, `${dimension} is 0, so nothing can run`, { dimension, limit: 0 });
}

/** @throws {ToolRefusal} for a bound of nothing and for a call nested too deep */
function mustBeOpen(granted: RunBudget, depth: number): void {
  if (granted.time_ms === 0) throw nothingGranted('BOUND_TIME', 'time_ms');
  if (granted.mem_mb === 0) throw nothingGranted('BOUND_MEM', 'mem_mb');
  if (depth > granted.depth)
    throw new ToolRefusal(
      'BOUND_DEPTH',
      `the call is nested ${depth} deep, at most ${granted.depth} is granted`,
      {
        dimension: 'depth',
        limit: granted.depth,
      },
    );
}

type AdmittedCall = {
  readonly call: ReadCall;
  readonly tool: RegisteredTool & { readonly io: CompiledIo };
  readonly granted: RunBudget;
  readonly run_key: string;
  readonly reservation: Reservation;
  readonly leave: () => void;
  /** Gas of admission and of carrying the input. */
  readonly carried: number;
};

async function performed(
  kernel: Kernel,
  admitted: AdmittedCall,
  around: Around & { readonly spent: Spent },
): Promise<JsonObject> {
  const { call, tool, granted, reservation, carried } = admitted;
  const { notes, extra, spent } = around;
  const { request } = call;
  const left = reservation.gas - carried;
  if (left < 0) throw gasGone(reservation.gas, granted);
  spent.gas = carried;
  spent.handed_over = true;
  const done = await perform(kernel, {
    run_id: call.run_id,
    request,
    tool,
    budget: { ...granted, gas: left, web_requests_max: reservation.web_requests },
    run_key: admitted.run_key,
    cancel: extra.signal,
    tape: extra.tape,
    leave: admitted.leave,
  });
  const { use, provenance, end } = done.outcome;
  spent.gas = carried + Math.min(use.gas, left);
  spent.web_requests = Math.min(use.web_requests, reservation.web_requests);
  spent.mem_mb = Math.ceil(use.mem_high_water_bytes / MEGABYTE);
  const text = end.ok ? end.text : canonicalJson(end.refusal.detail);
  const output_sha256 = sha256Hex(text);
  const { expect_sha256 } = request.context;
  const foreign = asksOutside(tool.contract, request.input);
  Object.assign(notes.provenance, runnerProvenance(provenance), {
    output_sha256,
    fuel: use.fuel,
    cache: done.origin === 'run' ? 'none' : done.origin,
    drift: driftOf(foreign, expect_sha256 ?? done.compare?.output_sha256),
  });
  const tape_sha256 = await keepTape(kernel, call, { done, output_sha256 });
  if (tape_sha256 !== null) Object.assign(notes.provenance, { tape_sha256 });
  if (done.compare !== undefined)
    Object.assign(notes.provenance, { replay_of: done.compare.run_id });
  const mpt_code = end.ok ? null : end.refusal.mpt_code;
  const want = { tape: done.compare, expect_sha256: end.ok ? expect_sha256 : undefined };
  mustRepeat({ mpt_code, output_sha256, use }, want, foreign);
  if (!end.ok) throw end.refusal;
  spent.gas += carriageGas(Buffer.byteLength(text));
  if (spent.gas > reservation.gas) {
    spent.gas = reservation.gas;
    throw gasGone(reservation.gas, granted);
  }
  const settled = await settleOutput(
    { run_id: call.run_id, tool, output: end.output, text, tokens_max: granted.tokens_output_max },
    kernel.parts,
    kernel.policy,
  );
  notes.annotations = settled.annotations;
  return settled.output;
}

function gasGone(gas: number, granted: RunBudget): ToolRefusal {
  return new ToolRefusal('BOUND_GAS', `the call needs more than the ${gas} gas that is left`, {
    dimension: 'gas',
    limit: granted.gas,
  });
}

/** Whether an answer was held to something: what nobody compares may be another one tomorrow. */
function driftOf(foreign: boolean, compared: string | undefined): string {
  if (!foreign) return 'none';
  return compared === undefined ? 'unpinned' : 'pinned';
}

function runnerProvenance(
  provenance: Readonly<Record<string, string | number | boolean>>,
): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    Object.entries(provenance).map(([name, value]) => [`runner.${name}`, value]),
  );
}

type Taped = { readonly done: Performed; readonly output_sha256: string };

/** The digest of the tape that was kept, null where none was. */
async function keepTape(kernel: Kernel, call: ReadCall, taped: Taped): Promise<string | null> {
  const { done, output_sha256 } = taped;
  const { end, use, provenance } = done.outcome;
  const mode = call.request.context.mode ?? 'record';
  if (mode !== 'record' || !done.complete) return null;
  const { run_id, exec_id, request } = call;
  return await kernel.tapes.put({
    key: done.key,
    run_id,
    exec_id,
    request,
    mpt_code: end.ok ? null : end.refusal.mpt_code,
    cause: end.ok ? '' : end.refusal.message,
    output: end.ok ? end.output : end.refusal.detail,
    output_sha256,
    use,
    provenance,
  });
}

type ReplayOf = { readonly id: string; readonly caller: string };

async function replayRun(
  kernel: Kernel,
  { id, caller }: ReplayOf,
  options: RunOptions,
): Promise<ToolResult> {
  const exec_id = kernel.parts.randomId();
  const tape = await foundTape(kernel, id);
  const context = { caller, exec_id };
  if (tape instanceof ToolRefusal) {
    // Refused by name and entered like any other run
    const request = { tool: 'replay', input: { id: id.toWellFormed() }, budget: {}, context };
    return await runCall(kernel, request, { ...options, refusal: tape });
  }
  const { tool, input, budget } = tape.request;
  const deterministic =
    kernel.registry.get(tool)?.contract.determinism === 'deterministic' ? 'verify' : 'replay';
  return await runCall(
    kernel,
    { tool, input, budget, context: { ...context, mode: deterministic } },
    { ...options, tape },
  );
}

async function foundTape(kernel: Kernel, id: string): Promise<Tape | ToolRefusal> {
  try {
    const none = `there is no tape of the run \`${id.slice(0, 80)}\``;
    return (await kernel.tapes.find(id)) ?? new ToolRefusal('TOOL_DRIFT', none);
  } catch (error) {
    if (error instanceof ToolRefusal) return error;
    kernel.parts.onFault?.(error, id);
    return new ToolRefusal('FRAGILITY', 'the tapes cannot be read');
  }
}
