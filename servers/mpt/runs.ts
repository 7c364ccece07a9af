/** @module runs: runs and replays tools for a caller, records them and shortens their results for the answer. */
import type { ToolResult } from '../../kernel/tools/mpt/records/ledger-entry.ts';
import type { CallerTools } from '../../kernel/tools/mpt/tool-service.ts';
import { withRelativePaths } from '../files/given-paths.ts';
import { runFolderOf } from '../files/run-folder.ts';
import { type FilePlace, reportedRun } from './artefacts.ts';
import type { CallRecords, Journal } from './journal.ts';
import type { RunCaller } from './run-caller.ts';
import { runProgress } from './run-progress.ts';
import type { RunProgress } from './run-progress.ts';
import type { Runners } from './runners.ts';
import type { ToolSources } from './sources.ts';
import type { Recorded, ToolCall, ToolsView } from './view.ts';

/** Dependencies of runs. */
export type RunParts = {
  readonly sources: Pick<ToolSources, 'artifacts' | 'clock' | 'files' | 'randomId'>;
  readonly runners: Pick<Runners, 'warm'>;
  /** See `ToolService.prepare`. */
  readonly prepare: (tool: string) => Promise<void>;
  readonly journal: Pick<Journal, 'during'>;
  /** The tool service for the caller of `records`. */
  readonly toolsOf: (records: CallRecords) => CallerTools;
};

/** Creates the operations of the view that run tools. */
export function runsOf(
  parts: RunParts,
): Pick<ToolsView, 'run' | 'call' | 'previewRun' | 'previewCall' | 'replay'> {
  const { sources, runners, prepare, journal, toolsOf } = parts;
  /** Runs `work` and returns its result in the form of the answer, with the events that record it. */
  const answered = async (
    caller: RunCaller,
    work: (tools: CallerTools) => Promise<ToolResult>,
  ): Promise<Recorded<ToolResult>> => {
    const { result, events, warnings } = await journal.during(caller, async (records) => {
      const ran = await work(toolsOf(records));
      return await reportedRun(filePlace(sources, caller), ran, records.warn);
    });
    return { events, warnings, ...result };
  };
  /** Starts the processes of the tool; returns the last reported progress. */
  const warmUp = async (tool: string, { progress }: RunCaller): Promise<number> => {
    let reported = 0;
    const warming = runners.warm(tool, (done, total, message) => {
      reported = Math.max(reported, done);
      progress(done, total, message);
    });
    // The interpreter starts in another process meanwhile
    await Promise.all([warming, prepare(tool)]);
    return reported;
  };
  const withPaths = (request: RunRequest): RunRequest =>
    withRelativeInput(request, sources.artifacts);
  const run: ToolsView['run'] = async (request, caller) => {
    const tool = typeof request['tool'] === 'string' ? request['tool'].slice(0, 100) : 'tool';
    const reported = await warmUp(tool, caller);
    using progress = runProgress(tool, reported, caller.progress);
    const { onStage, onGas, end } = progress;
    return await answered(caller, async (tools) => {
      const { signal } = caller;
      const ran = await tools.run(withPaths(request), { signal, onStage, onGas });
      end(ran.metrics.gas_used);
      return ran;
    });
  };
  const previewRun: ToolsView['previewRun'] = async (request, caller) => {
    // A preview enters nothing, so the records of its call stay empty
    const { result } = await journal.during(
      caller,
      async (records) => await toolsOf(records).preview(withPaths(request)),
    );
    return result;
  };
  const requestOf = ({ tool, input }: ToolCall, { principal }: RunCaller) => ({
    tool,
    input,
    budget: {},
    context: { caller: principal.name, exec_id: sources.randomId() },
  });
  const replay: ToolsView['replay'] = async (exec_id, caller) => {
    // The tool, and thus its progress, is known only when the tape has been read
    using disposables = new DisposableStack();
    let progress: RunProgress | undefined;
    return await answered(caller, async (tools) => {
      const ran = await tools.replay(exec_id, caller.principal.name, {
        signal: caller.signal,
        onTape: async (tool) => {
          progress = disposables.use(
            runProgress(tool, await warmUp(tool, caller), caller.progress),
          );
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
    call: async (call, caller) => await run(requestOf(call, caller), caller),
    previewRun,
    previewCall: async (call, caller) => await previewRun(requestOf(call, caller), caller),
    replay,
  };
}

/** The place of the files of a caller's runs. */
export function filePlace(
  { artifacts, clock, files }: Pick<ToolSources, 'artifacts' | 'clock' | 'files'>,
  { principal }: Pick<RunCaller, 'principal'>,
): FilePlace {
  const now = (): Date => new Date(clock());
  return { artifacts, folder: runFolderOf(files.readerOf(principal)), now };
}

type RunRequest = Parameters<ToolsView['run']>[0];

/** The request with relative paths in its input; an input that is no object is refused by the service. */
export function withRelativeInput(request: RunRequest, artifacts: string): RunRequest {
  const { input } = request;
  return typeof input === 'object' && input !== null && !Array.isArray(input)
    ? { ...request, input: withRelativePaths(artifacts, { ...input }) }
    : request;
}
