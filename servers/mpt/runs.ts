/** @module runs: tool runs and replays for a caller, recorded and shortened for the answer. */
import type { ToolResult } from '../../kernel/mpt/records/ledger-entry.ts';
import type { CallerTools } from '../../kernel/mpt/tool-service.ts';
import { runFolderOf } from '../files/run-folder.ts';
import { shownResult } from './artefacts.ts';
import type { CallRecords, Journal } from './journal.ts';
import type { RunCaller } from './run-caller.ts';
import { runProgress } from './run-progress.ts';
import type { RunProgress } from './run-progress.ts';
import type { Runners } from './runners.ts';
import type { ToolSources } from './sources.ts';
import type { Recorded, ToolsView } from './view.ts';

/** What runs work with. */
export type RunParts = {
  readonly sources: Pick<ToolSources, 'artifacts' | 'files' | 'randomId'>;
  readonly runners: Pick<Runners, 'warm'>;
  /** Loads what the checks of a tool need. */
  readonly prepare: (tool: string) => Promise<void>;
  readonly journal: Pick<Journal, 'during'>;
  /** The tool service as the caller of `records` may use it. */
  readonly toolsOf: (records: CallRecords) => CallerTools;
};

/** The members of the view that run a tool. */
export function runsOf(parts: RunParts): Pick<ToolsView, 'run' | 'call' | 'replay'> {
  const { sources, runners, prepare, journal, toolsOf } = parts;
  const shown = async (
    caller: RunCaller,
    work: (tools: CallerTools) => Promise<ToolResult>,
  ): Promise<Recorded<ToolResult>> => {
    const { result, events } = await journal.during(
      caller,
      async (records) => await work(toolsOf(records)),
    );
    const folder = runFolderOf(sources.files.readerOf(caller.principal));
    return { events, ...(await shownResult({ artifacts: sources.artifacts, folder }, result)) };
  };
  /** Starts what the tool runs in, and answers how far the client was told. */
  const warmed = async (tool: string, { progress }: RunCaller): Promise<number> => {
    let told = 0;
    const warming = runners.warm(tool, (done, total, message) => {
      told = Math.max(told, done);
      progress(done, total, message);
    });
    // The interpreter starts in a process of its own meanwhile
    await Promise.all([warming, prepare(tool)]);
    return told;
  };
  const run: ToolsView['run'] = async (request, caller) => {
    const tool = typeof request['tool'] === 'string' ? request['tool'].slice(0, 100) : 'tool';
    const told = await warmed(tool, caller);
    const { session_id } = caller.principal;
    const given = request['context'];
    const context =
      typeof given === 'object' && given !== null ? { ...given, session_id } : { session_id };
    using progress = runProgress(tool, told, caller.progress);
    const { onStage, onGas, end } = progress;
    return await shown(caller, async (tools) => {
      const { signal } = caller;
      const ran = await tools.run({ ...request, context }, { signal, onStage, onGas });
      end(ran.metrics.gas_used);
      return ran;
    });
  };
  const replay: ToolsView['replay'] = async (exec_id, caller) => {
    // The tape says what runs
    using told = new DisposableStack();
    let progress: RunProgress | undefined;
    return await shown(caller, async (tools) => {
      const ran = await tools.replay(exec_id, caller.principal.name, {
        signal: caller.signal,
        onTape: async (tool) => {
          progress = told.use(runProgress(tool, await warmed(tool, caller), caller.progress));
        },
        onStage: (stage) => progress?.onStage(stage),
        onGas: (gas) => progress?.onGas(gas),
      });
      progress?.end(ran.metrics.gas_used);
      return ran;
    });
  };
  return {
    run,
    call: async ({ tool, input }, caller) => {
      const context = { caller: caller.principal.name, exec_id: sources.randomId() };
      return await run({ tool, input, budget: {}, context }, caller);
    },
    replay,
  };
}
