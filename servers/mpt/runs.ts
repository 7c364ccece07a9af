/** @module runs: tool runs and replays for a caller, recorded and shortened for the answer. */
import type { ToolResult } from '../../kernel/mpt/records/ledger-entry.ts';
import type { CallerTools } from '../../kernel/mpt/tool-service.ts';
import { shownResult } from './artefacts.ts';
import type { CallRecords, Journal } from './journal.ts';
import type { RunCaller } from './run-caller.ts';
import { runProgress } from './run-progress.ts';
import type { Runners } from './runners.ts';
import type { ToolSources } from './sources.ts';
import type { Recorded, ToolsView } from './view.ts';

/** What runs work with. */
export type RunParts = {
  readonly sources: Pick<ToolSources, 'artifacts' | 'randomId'>;
  readonly runners: Pick<Runners, 'warm'>;
  readonly journal: Pick<Journal, 'during'>;
  /** The tool service as the caller of `records` may use it. */
  readonly toolsOf: (records: CallRecords) => CallerTools;
};

/** The members of the view that run a tool. */
export function runsOf(parts: RunParts): Pick<ToolsView, 'run' | 'call' | 'replay'> {
  const { sources, runners, journal, toolsOf } = parts;
  const shown = async (
    caller: RunCaller,
    work: (tools: CallerTools) => Promise<ToolResult>,
  ): Promise<Recorded<ToolResult>> => {
    const { result, events } = await journal.during(
      caller,
      async (records) => await work(toolsOf(records)),
    );
    return { events, ...(await shownResult(sources.artifacts, result)) };
  };
  const run: ToolsView['run'] = async (request, caller) => {
    const tool = typeof request['tool'] === 'string' ? request['tool'].slice(0, 100) : 'tool';
    let told = 0;
    await runners.warm(tool, (done, total, message) => {
      told = Math.max(told, done);
      caller.progress(done, total, message);
    });
    const { session_id } = caller.principal;
    const given = request['context'];
    const context =
      typeof given === 'object' && given !== null ? { ...given, session_id } : { session_id };
    using progress = runProgress(tool, told, caller.progress);
    const { onStage, end } = progress;
    return await shown(caller, async (tools) => {
      const ran = await tools.run({ ...request, context }, { signal: caller.signal, onStage });
      end(ran.metrics.gas_used);
      return ran;
    });
  };
  return {
    run,
    call: async ({ tool, input }, caller) => {
      const context = { caller: caller.principal.name, exec_id: sources.randomId() };
      return await run({ tool, input, budget: {}, context }, caller);
    },
    replay: async (exec_id, caller) =>
      await shown(
        caller,
        async (tools) =>
          await tools.replay(exec_id, caller.principal.name, { signal: caller.signal }),
      ),
  };
}
