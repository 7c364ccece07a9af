/** @module domain: the tool kernel and what stands around it, bound to one workspace. */
import type { Domain } from '../../governance/tool/domain.ts';
import { recordsDomain } from '../../governance/tool/records-domain.ts';
import { ownContracts } from '../../kernel/mpt/contract.ts';
import { createToolKernel } from '../../kernel/mpt/kernel.ts';
import type { ToolResult } from '../../kernel/mpt/ledger-entry.ts';
import { artefactFiles, linksOf } from './artefacts.ts';
import { Journal } from './journal.ts';
import { openRunners } from './runners.ts';
import type { ToolSources } from './sources.ts';
import type { Recorded, RunCaller, ToolsView } from './view.ts';

/** A domain that owns processes; whoever opens it closes it. */
export type ToolsDomain = AsyncDisposable & { readonly domain: Domain<ToolsView> };

/** Binds the kernel to the workspace. Nothing starts before the first run. */
export function openToolsDomain(sources: ToolSources): ToolsDomain {
  const { artifacts, clock, randomId, log, reader } = sources;
  const journal = new Journal(reader, randomId);
  const runners = openRunners(sources);
  const kernel = createToolKernel({
    contracts: ownContracts(),
    runners,
    ledger: journal.tools,
    now: clock,
    randomId,
    artefacts: artefactFiles(artifacts),
    onFault: (error, run_id) => log(`tool run ${run_id}: ${String(error)}`),
  });

  const recorded = async (
    caller: RunCaller,
    work: () => Promise<ToolResult>,
  ): Promise<Recorded<ToolResult>> => {
    const ended = await journal.during(caller, work);
    return { ...ended, content: linksOf(artifacts, ended.result) };
  };
  const run: ToolsView['run'] = async (request, caller) => {
    const { session_id } = caller.principal;
    const given = request['context'];
    const context =
      typeof given === 'object' && given !== null ? { ...given, session_id } : { session_id };
    return await recorded(
      caller,
      async () => await kernel.run({ ...request, context }, { signal: caller.signal }),
    );
  };

  const view: ToolsView = {
    run,
    call: async ({ tool, input }, caller) => {
      const context = { caller: caller.principal.name, exec_id: randomId() };
      return await run({ tool, input, budget: {}, context }, caller);
    },
    replay: async (exec_id, caller) =>
      await recorded(
        caller,
        async () => await kernel.replay(exec_id, caller.principal.name, { signal: caller.signal }),
      ),
    certify: async (contract, caller) => {
      const ended = await journal.during(caller, async () => {
        const certificate = await kernel.certify(contract);
        journal.enter('certificate', certificate);
        return certificate;
      });
      return { ...ended, content: [] };
    },
    contracts: () => kernel.listContracts(),
    entries: {
      recent: async (limit) => await journal.recent(limit),
      of: async (exec_id, limit) => await journal.of(exec_id, limit),
    },
    analytics: async (runs) => await kernel.analytics({ runs }),
  };
  const hidden: ToolsView = { ...view, entries: { recent: nothing, of: nothing } };
  return {
    domain: recordsDomain({ view, hidden, category: 'ToolRuns' }),
    [Symbol.asyncDispose]: async () => {
      for (const runner of runners.values()) await runner[Symbol.asyncDispose]();
    },
  };
}

async function nothing(): Promise<readonly never[]> {
  return await Promise.resolve([]);
}
