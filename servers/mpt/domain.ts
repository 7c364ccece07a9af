/** @module domain: the tool kernel and what stands around it, bound to one workspace. */
import type { Domain } from '../../governance/tool/domain.ts';
import { recordsDomain } from '../../governance/tool/records-domain.ts';
import { createApex } from '../../kernel/apex/apex.ts';
import { ownManifest } from '../../kernel/apex/manifest.ts';
import { ownContracts } from '../../kernel/mpt/contract.ts';
import { DEFAULT_TOOL_POLICY } from '../../kernel/mpt/kernel-parts.ts';
import { createToolKernel } from '../../kernel/mpt/kernel.ts';
import type { EntryPage, ToolResult } from '../../kernel/mpt/ledger-entry.ts';
import { MEGABYTE } from '../../kernel/mpt/outcome.ts';
import { PUBLIC_WEB } from '../../kernel/mpt/runners/web-policy.ts';
import { artefactFiles, shownResult } from './artefacts.ts';
import { Journal } from './journal.ts';
import { planesOf } from './planes.ts';
import { Questions } from './questions.ts';
import { openRunners } from './runners.ts';
import type { ToolSources } from './sources.ts';
import { tapeFiles } from './tape-files.ts';
import type { Recorded, RunCaller, ToolsView } from './view.ts';

/** Tapes that are kept, however small. */
const TAPES_MAX = 2000;

/** A domain that owns processes; whoever opens it closes it. */
export type ToolsDomain = AsyncDisposable & { readonly domain: Domain<ToolsView> };

/** Binds the kernel to the workspace. Nothing starts before the first run. */
export function openToolsDomain(sources: ToolSources): ToolsDomain {
  const { artifacts, clock, randomId, log, reader, settings, neighbours } = sources;
  const { hosts_only, hosts_never, private_endpoints } = settings.web;
  const web = { ...PUBLIC_WEB, hosts_only, hosts_never, private_endpoints };
  const journal = new Journal(reader, randomId);
  const runners = openRunners(sources, web);
  const kernel = createToolKernel({
    contracts: ownContracts(),
    runners: runners.byTool,
    ledger: journal.tools,
    now: clock,
    randomId,
    policy: { threat: { ...DEFAULT_TOOL_POLICY.threat, web } },
    tapes: tapeFiles(
      {
        folder: sources.tapes,
        bytes_max: settings.tapes.mb_max * MEGABYTE,
        tapes_max: TAPES_MAX,
        randomId,
        mayReplay: ({ agent_id, user_id }) => {
          const { principal } = journal.caller;
          const own = agent_id === principal.agent_id && user_id === principal.user_id;
          return own || sources.readsAll(principal);
        },
      },
      journal,
    ),
    artefacts: artefactFiles(artifacts),
    onFault: (error, run_id) => log(`tool run ${run_id}: ${String(error)}`),
  });
  const apex = createApex({
    manifest: ownManifest(),
    planes: planesOf({ kernel, journal, randomId, neighbours }),
    ledger: journal.apex,
  });
  const questions = new Questions(sources, journal);

  const recorded = async <T>(caller: RunCaller, work: () => Promise<T>): Promise<Recorded<T>> => ({
    ...(await journal.during(caller, work)),
    content: [],
  });
  const shown = async (ended: Recorded<ToolResult>): Promise<Recorded<ToolResult>> => ({
    ...ended,
    ...(await shownResult(artifacts, ended.result)),
  });
  const run: ToolsView['run'] = async (request, caller) => {
    const { tool } = request;
    if (typeof tool === 'string') await runners.warm(tool);
    const { session_id } = caller.principal;
    const given = request['context'];
    const context =
      typeof given === 'object' && given !== null ? { ...given, session_id } : { session_id };
    const ended = await recorded(
      caller,
      async () => await kernel.run({ ...request, context }, { signal: caller.signal }),
    );
    return await shown(ended);
  };

  const view: ToolsView = {
    run,
    call: async ({ tool, input }, caller) => {
      const context = { caller: caller.principal.name, exec_id: randomId() };
      return await run({ tool, input, budget: {}, context }, caller);
    },
    replay: async (exec_id, caller) => {
      const ended = await recorded(
        caller,
        async () => await kernel.replay(exec_id, caller.principal.name, { signal: caller.signal }),
      );
      return await shown(ended);
    },
    certify: async (contract, caller) =>
      await recorded(caller, async () => {
        const certificate = await kernel.certify(contract);
        journal.enter('tool.certificate', certificate);
        return certificate;
      }),
    route: async (request, caller) =>
      await recorded(caller, async () => {
        const { intent } = request;
        const [, tool] = /^tool\.(.+)$/.exec(typeof intent === 'string' ? intent.trim() : '') ?? [];
        if (tool !== undefined) await runners.warm(tool);
        return await apex.route(request, caller.signal);
      }),
    ask: async (question, caller) =>
      await recorded(caller, async () => await questions.ask(question)),
    contracts: () => kernel.listContracts(),
    entries: {
      recent: async (limit, before) => await journal.recent(limit, { before }),
      of: async (exec_id, limit, before) => await journal.of(exec_id, limit, { before }),
    },
    analytics: async (runs) => await kernel.analytics({ runs }),
  };
  const hidden: ToolsView = {
    ...view,
    entries: { recent: nothing, of: nothing },
    analytics: async () => await Promise.resolve({ runs: 0, complete: true, tools: [] }),
  };
  return {
    domain: recordsDomain({ view, hidden, category: 'ToolRuns' }),
    [Symbol.asyncDispose]: async () => await runners[Symbol.asyncDispose](),
  };
}

async function nothing(): Promise<EntryPage> {
  return await Promise.resolve({ entries: [], older_before: null });
}
