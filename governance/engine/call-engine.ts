/**
 * @module call-engine: selects the thread for the building work of a call. The work begins in this thread, on the model
 * of the process. Work that would block the thread for long is interrupted at a checkpoint and begins again in an
 * engine thread. Nothing has been written until then, and the answer is the same.
 */
import { Interrupted, type Interruption, type Watch } from '../../kernel/base/work/checkpoint.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { Directory } from '../access/directory.ts';
import type { RegisteredTool } from '../tool/registry.ts';
import type { BeginRun } from '../tool/run-intent.ts';
import type { ServerDefinition } from '../tool/server-definition.ts';
import type { EngineParts } from './call/engine-parts.ts';
import type { GovernedCall } from './call/governed-call.ts';
import { secretOfIds } from './call/identifiers.ts';
import { createEngine } from './engine.ts';
import { MAX_PLAN_MS } from './limits.ts';
import { reportOf } from './progress.ts';
import type { StepInput, CallData, Replies, Step } from './protocol.ts';
import type { Caller, EngineThreads } from './threads.ts';

/**
 * Longest time (ms) for which a call may block this thread between two turns of its event loop, up to its next
 * checkpoint.
 */
const HOLD_MS = 15;

/**
 * The same, while no engine thread is ready. A thread takes about two seconds to load its modules; the first call of a
 * tool takes a few times as long as later calls and should not start a thread.
 */
const COLD_HOLD_MS = 150;

type Report = ReturnType<typeof reportOf>;

/**
 * The same, for a tool whose last call ended on this thread: a call that is a little slower than usual is not begun again
 * elsewhere, which takes longer than its rest.
 */
const SHORT_HOLD_MS = 30;

/** The building work of one call. */
export type CallEngine = <S extends Step>(
  step: S,
  call: GovernedCall<never>,
  input: StepInput[S],
  run?: RunHooks,
) => Promise<Replies[S]>;

/** The hooks of a job. */
export type RunHooks = Pick<Caller, 'untaken' | 'isApproved'> & { readonly begin: BeginRun };

/** The dependencies of a gate's engine. */
type CallEngineParts<View> = Omit<EngineParts<View>, 'servers'> & {
  readonly salt: string;
  readonly server: string;
  readonly directory: Pick<Directory, 'workspace'>;
  /** Engines on other threads. Default: all work runs in this one. */
  readonly threads?: Pick<EngineThreads, 'isReady' | 'isLong' | 'handle'>;
};

const NO_RUN: RunHooks = {
  begin: () => {
    throw new Error('only jobs on the thread of the gate record runs before they begin');
  },
};

/**
 * Returns the engine of one gate: it runs calls on its domain in this thread, and in engine threads if these have the
 * tool.
 */
export function callEngine<View>(
  parts: CallEngineParts<View>,
  server: ServerDefinition<View>,
  offered: ReadonlyMap<string, RegisteredTool<View>>,
): CallEngine {
  const { threads, directory } = parts;
  const tools = new Map([...offered].map(([name, { tool }]) => [name, tool]));
  const servers = new Map([[parts.server, { tools, checks: server.checks }]]);
  const near = createEngine({ ...parts, servers });
  const own = new Set(server.tools.map(({ name }) => name));
  /** Steps and tools whose last call ended on this thread. */
  const short = new Set<string>();
  return async (step, governed, input, { begin, ...hooks } = NO_RUN) => {
    const {
      tool,
      signal,
      progress,
      own: given,
      shared,
      branch,
      timestamp,
      principal,
      agent,
    } = governed;
    const { name } = tool;
    const call: CallData = {
      server: parts.server,
      tool: name,
      own: given,
      shared,
      branch,
      timestamp,
      principal,
      agent,
      workspace: directory.workspace(),
      id_secret: secretOfIds(parts.salt),
      plan_ms: (tool.type === 'command' ? tool.plan_ms : undefined) ?? MAX_PLAN_MS,
    };
    const request = { call, input };
    const report = reportOf(progress);
    const far = threads !== undefined && own.has(name) ? threads : null;
    const owner = principal.agent_id ?? principal.user_id;
    try {
      if (far?.isLong(step, call) !== true) {
        const kind = `${step} ${name}`;
        const hold_ms = short.has(kind) ? SHORT_HOLD_MS : HOLD_MS;
        const limit_ms = far === null ? Infinity : far.isReady ? hold_ms : COLD_HOLD_MS;
        const watch = holdWatch(signal, report, limit_ms);
        try {
          const reply = await near.handle(step, request, { watch, signal, progress, begin });
          short.add(kind);
          return reply;
        } catch (error) {
          if (far === null || !isOverdue(error)) throw error;
          short.delete(kind);
        }
      }
      return await far.handle(step, request, { owner, signal, report, ...hooks });
    } catch (error) {
      throw error instanceof Interrupted ? refusalOf(step, error.because, call.plan_ms) : error;
    }
  };
}

function isOverdue(error: unknown): boolean {
  return error instanceof Interrupted && error.because === 'overdue';
}

/**
 * Interrupts work that is cancelled, or that has blocked the thread for `limit_ms` in this turn of its event loop, and,
 * if this is finite, work that announces that it is long.
 */
function holdWatch(signal: AbortSignal, report: Report, limit_ms: number): Watch {
  let [began, isCounting] = [0, false];
  const count = (): void => {
    began = performance.now();
    isCounting = true;
    setImmediate(() => {
      isCounting = false;
    });
  };
  count();
  return (progress) => {
    if (signal.aborted) throw new Interrupted('cancelled');
    if (progress.isLong === true && limit_ms < Infinity) throw new Interrupted('overdue');
    if (!isCounting) count();
    else if (performance.now() - began > limit_ms) throw new Interrupted('overdue');
    report(progress);
  };
}

function refusalOf(step: Step, because: Interruption, limit_ms: number): Refusal {
  if (because === 'too_long') {
    return new Refusal(
      'OUT_OF_RANGE',
      `${step === 'query' ? 'answering' : 'planning'} this takes more than ${limit_ms / 1000} s of the server's time; nothing was changed`,
      'split it into several calls',
      { limit_ms },
    );
  }
  return step === 'plan' || step === 'show'
    ? new Refusal(
        'EXTERNAL_FAILURE',
        'the call was cancelled while it was planned; nothing was changed',
        'call again if you still need it',
      )
    : new Refusal(
        'EXTERNAL_FAILURE',
        'the run was cancelled',
        'call again to run it from the start',
      );
}
