/** @module run-call: runs one call through every gate to its runner, its ledger entry and its result. */
import { digestOf, sha256Hex } from '../../base/canonical/hash.ts';
import { canonicalJson } from '../../base/canonical/json.ts';
import { maskPersonal } from '../../base/text/personal-text.ts';
import type { Budgets } from '../apex/budgets.ts';
import { timerDelay } from '../apex/deadline.ts';
import type { OpenFile, RunBudget } from '../runners/runner.ts';
import type { Reservation } from './bounds/accounts.ts';
import { CHECK_GAS, carriageGas } from './bounds/run-budget.ts';
import { checkCall, gasExhausted, provenanceOf } from './check-call.ts';
import type { CompiledIo, RegisteredTool } from './contracts/contract-registry.ts';
import type { ToolRequest } from './contracts/contract.ts';
import { isExternal, executeTool } from './execute-tool.ts';
import type { CallerState, Executed, RunStage } from './execute-tool.ts';
import { readCall } from './gates/call.ts';
import type { Call } from './gates/call.ts';
import type { Annotation } from './output/annotations.ts';
import { MEGABYTE } from './output/outcome.ts';
import { mustRepeat, settleOutput } from './output/settle-output.ts';
import type { JsonObject } from './output/shorten.ts';
import { closeRun } from './records/close-run.ts';
import type { ToolLedger, ToolResult } from './records/ledger-entry.ts';
import type { BegunRun, RunIntents } from './records/run-intents.ts';
import type { Tape, TapeStore } from './records/tapes.ts';
import { ToolRefusal } from './refusals.ts';
import type { Artefacts } from './service-parts.ts';

/** Options of a call. */
export type RunOptions = {
  readonly signal?: AbortSignal;
  /** Called when the run enters a stage. */
  readonly onStage?: (stage: RunStage) => void;
  /** Called about once a second with the gas used so far, if the runner reports it. */
  readonly onGas?: (gas: number) => void;
  /** Called with the tool of a tape, and awaited, before that tool is run again. */
  readonly onTape?: (tool: string) => Promise<void>;
};

/** The ledger, the tapes, the intents and the readable files of one caller. */
export type CallerRecords = {
  readonly ledger: Pick<ToolLedger, 'append'>;
  readonly tapes: TapeStore;
  readonly intents: RunIntents;
  readonly open?: OpenFile | undefined;
  /** Without it, an output that exceeds its tokens is refused. */
  readonly artefacts?: Artefacts | undefined;
  /** For a caller with a restricted READ scope: the digest of the scope, recorded in the ledger entry. */
  readonly sight?: string | undefined;
};

/** The service for one caller. */
export type Service = CallerState & {
  readonly ledger: CallerRecords['ledger'];
  readonly intents: RunIntents;
  readonly artefacts?: Artefacts | undefined;
  readonly sight?: string | undefined;
  readonly registry: ReadonlyMap<string, RegisteredTool>;
};

/** Data of one run, collected while it runs. */
type Notes = {
  granted: Budgets;
  consumed: Budgets;
  tool_calls: number;
  annotations: readonly Annotation[];
  provenance: Record<string, string | number | boolean>;
};

type RunExtra = RunOptions & { readonly tape?: Tape; readonly refusal?: ToolRefusal };

/** Runs one request, writes its ledger entry and returns its result. Never throws. */
export async function runCall(
  service: Service,
  raw: unknown,
  extra: RunExtra,
): Promise<ToolResult> {
  const { parts, policy } = service;
  const began = parts.now();
  const call = readCall(raw, parts.randomId, policy.threat);
  const context = call.request?.context;
  const notes: Notes = {
    granted: {},
    consumed: {},
    tool_calls: 0,
    annotations: [],
    provenance: {
      caller: maskPersonal(context?.caller ?? 'unknown'),
      sandbox: 'true',
      ...(service.sight === undefined ? {} : { sight: service.sight }),
      ...(context === undefined
        ? {}
        : { parent_exec_id: context.exec_id, mode: context.mode ?? 'record' }),
    },
  };
  const result = await outputOrRefusal(service, call, { notes, extra });
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
      ledger: service.ledger,
      audit_ms: policy.audit_ms,
      delay: parts.delay ?? timerDelay,
      onFault: parts.onFault,
    },
  );
}

type RunScope = { readonly notes: Notes; readonly extra: RunExtra };

/** The output or the refusal of a run. Any other error is a fault of the service and becomes FRAGILITY. */
async function outputOrRefusal(
  service: Service,
  call: Call,
  scope: RunScope,
): Promise<JsonObject | ToolRefusal> {
  try {
    const refusal = call.refusal ?? scope.extra.refusal;
    if (refusal !== undefined) return refusal;
    if (call.request === undefined) throw new Error('a call was neither read nor refused');
    return await passGates(service, { ...call, request: call.request }, scope);
  } catch (error) {
    if (error instanceof ToolRefusal) return error;
    service.parts.onFault?.(error, call.run_id);
    return new ToolRefusal('FRAGILITY', 'the tool service failed');
  }
}

type ReadCall = Call & { readonly request: ToolRequest };

async function passGates(service: Service, call: ReadCall, scope: RunScope): Promise<JsonObject> {
  const { accounts } = service;
  const { request } = call;
  const { context } = request;
  const { notes } = scope;
  const { tool, bytes, granted, depth } = await checkCall(service, request, {
    onTool: (found) => Object.assign(notes.provenance, provenanceOf(found, request)),
    onGrant: (budget) => (notes.granted = budget),
  });
  const leave = accounts.enter();
  let reservation: Reservation | undefined;
  const run_key = canonicalJson([context.caller, context.exec_id]);
  try {
    reservation = accounts.reserve(run_key, granted);
  } finally {
    if (reservation === undefined) leave();
  }
  notes.tool_calls = 1;
  const spent: Spent = { gas: CHECK_GAS, web_requests: 0, time_ms: 0, tokens: 0 };
  try {
    const overhead = CHECK_GAS + carriageGas(bytes);
    const checked = { call, tool, granted, run_key, reservation, leave, overhead };
    return await executeChecked(service, checked, { ...scope, spent });
  } finally {
    if (spent.handed_over !== true) leave();
    reservation.settle(spent.unmeasured === true ? reservation : spent);
    notes.consumed = {
      time_ms: spent.time_ms,
      gas: spent.gas,
      depth,
      tool_calls_max: 1,
      web_requests_max: spent.web_requests,
      tokens_output_max: spent.tokens,
      ...(spent.mem_mb === undefined ? {} : { mem_mb: spent.mem_mb }),
    };
  }
}

/** The known use of one call so far. `handed_over`: `executeTool` frees the slot when the work stops. */
type Spent = {
  gas: number;
  web_requests: number;
  /** Time of the tool, without the time that it waited for a free slot. */
  time_ms: number;
  /** Tokens of the output. */
  tokens: number;
  mem_mb?: number;
  unmeasured?: true | undefined;
  handed_over?: true;
};

type CheckedCall = {
  readonly call: ReadCall;
  readonly tool: RegisteredTool & { readonly io: CompiledIo };
  readonly granted: RunBudget;
  readonly run_key: string;
  readonly reservation: Reservation;
  readonly leave: () => void;
  /** Gas for the checks and for transferring the input. */
  readonly overhead: number;
};

async function executeChecked(
  service: Service,
  checked: CheckedCall,
  scope: RunScope & { readonly spent: Spent },
): Promise<JsonObject> {
  const { call, tool, granted, reservation, overhead } = checked;
  const { notes, extra, spent } = scope;
  const { request } = call;
  const gas = reservation.gas - overhead;
  if (gas < 0) throw gasExhausted(reservation.gas, granted);
  // An external tool waits until its start is recorded; a local program may run meanwhile
  const waits = tool.contract.determinism === 'external';
  const entered = enterRun(service, checked, notes, waits ? reservation.web_requests : 0);
  const web_requests_max = waits
    ? Math.min(reservation.web_requests, (await entered()).web_requests)
    : reservation.web_requests;
  spent.gas = overhead;
  spent.handed_over = true;
  const { now } = service.parts;
  let began = now();
  const done = await executeTool(service, {
    run_id: call.run_id,
    request,
    tool,
    budget: { ...granted, gas, web_requests_max },
    run_key: checked.run_key,
    cancel: extra.signal,
    onStage: (stage) => {
      if (stage === 'started') began = now();
      extra.onStage?.(stage);
    },
    onGas: extra.onGas,
    tape: extra.tape,
    leave: checked.leave,
  });
  spent.time_ms = Math.max(0, Math.ceil(now() - began));
  const { use, provenance, end } = done.outcome;
  spent.gas = overhead + use.gas;
  spent.web_requests = use.web_requests;
  spent.unmeasured = use.unmeasured;
  spent.mem_mb = Math.ceil(use.mem_high_water_bytes / MEGABYTE);
  await entered();
  const text = end.ok ? end.text : canonicalJson(end.refusal.detail);
  const output_sha256 = sha256Hex(text);
  const { expect_sha256 } = request.context;
  const external = isExternal(tool.contract, request.input);
  Object.assign(notes.provenance, runnerProvenance(provenance), {
    output_sha256,
    fuel: use.fuel,
    ...(use.unmeasured === true ? { unmeasured: true } : {}),
    cache: done.origin === 'run' ? 'none' : done.origin,
    drift: driftOf(external, expect_sha256 ?? done.compare?.output_sha256),
  });
  const tape_sha256 = await keepTape(service, call, { done, output_sha256 });
  if (tape_sha256 !== null) Object.assign(notes.provenance, { tape_sha256 });
  if (done.compare !== undefined) {
    Object.assign(notes.provenance, { replay_of: done.compare.run_id });
  }
  const mpt_code = end.ok ? null : end.refusal.mpt_code;
  const want = { tape: done.compare, expect_sha256: end.ok ? expect_sha256 : undefined };
  mustRepeat({ mpt_code, output_sha256, use }, want, external);
  if (!end.ok) throw end.refusal;
  spent.gas += carriageGas(Buffer.byteLength(text));
  if (spent.gas > reservation.gas) throw gasExhausted(reservation.gas, granted);
  const settled = await settleOutput(
    {
      run_id: call.run_id,
      tool,
      input: request.input,
      output: end.output,
      text,
      tokens_max: granted.tokens_output_max,
    },
    service.artefacts,
    service.policy,
  );
  notes.annotations = settled.annotations;
  spent.tokens = settled.tokens;
  return settled.output;
}

/** Records the start of a run. The returned function awaits the record; it throws if the record was refused. */
function enterRun(
  service: Service,
  { call, tool, granted }: CheckedCall,
  { provenance }: Notes,
  web_requests: number,
): () => Promise<BegunRun> {
  const { run_id, request } = call;
  const { tool_calls_max, web_requests_max } = granted;
  const begun = service.intents.begin({
    tool: tool.contract.tool_id,
    run_id,
    exec_id: request.context.exec_id,
    exec_digest: call.exec_id,
    input_sha256: digestOf(request.input),
    web_requests,
    most: { tool_calls_max, web_requests_max },
    concurrent_max: service.policy.concurrent_max,
  });
  // Awaited later; until then a rejection must not count as unhandled
  begun.catch(() => undefined);
  return async () => {
    const run = await begun;
    provenance['record_id'] = run.record_id;
    return run;
  };
}

/** The `drift` of the entry: whether an external output was compared with an expected digest. */
function driftOf(external: boolean, compared: string | undefined): string {
  if (!external) return 'none';
  return compared === undefined ? 'unpinned' : 'pinned';
}

function runnerProvenance(
  provenance: Readonly<Record<string, string | number | boolean>>,
): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    Object.entries(provenance).map(([name, value]) => [`runner.${name}`, value]),
  );
}

type Taped = { readonly done: Executed; readonly output_sha256: string };

/** Stores the tape; returns its digest, or null when none was stored. */
async function keepTape(service: Service, call: ReadCall, taped: Taped): Promise<string | null> {
  const { done, output_sha256 } = taped;
  const { end, use, provenance } = done.outcome;
  const mode = call.request.context.mode ?? 'record';
  if (mode !== 'record' || !done.complete) return null;
  const { run_id, exec_id, request } = call;
  return await service.tapes.put({
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
