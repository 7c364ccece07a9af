/** @module domain: connects the tool service, its runners, records and routes to one workspace. */
import type { Domain } from '../../governance/tool/domain.ts';
import { recordsDomain } from '../../governance/tool/records-domain.ts';
import { ownContracts } from '../../kernel/tools/mpt/contracts/contract.ts';
import { MEGABYTE } from '../../kernel/tools/mpt/output/outcome.ts';
import type { ToolAnalytics } from '../../kernel/tools/mpt/records/analytics.ts';
import type { ToolLedgerEntry } from '../../kernel/tools/mpt/records/ledger-entry.ts';
import { DEFAULT_TOOL_POLICY } from '../../kernel/tools/mpt/service-parts.ts';
import { createToolService } from '../../kernel/tools/mpt/tool-service.ts';
import type { ToolService } from '../../kernel/tools/mpt/tool-service.ts';
import { PUBLIC_WEB } from '../../kernel/tools/runners/web/policy.ts';
import type { StoredEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import { runFolderOf } from '../files/run-folder.ts';
import { artefactFiles } from './artefacts.ts';
import { Journal } from './journal.ts';
import type { CallRecords } from './journal.ts';
import { routesOf } from './planes.ts';
import { Questions } from './questions.ts';
import type { RunCaller } from './run-caller.ts';
import { openRunners } from './runners.ts';
import type { Runners } from './runners.ts';
import { runsOf } from './runs.ts';
import type { RunParts } from './runs.ts';
import type { ToolSources } from './sources.ts';
import { sightOf, tapeFiles } from './tape-files.ts';
import type { LedgerPage, LedgerQuery, Recorded, ToolsView } from './view.ts';

/** Largest number of tapes of a workspace. */
const TAPES_MAX = 2000;

/** A domain that owns processes; the code that opens it must dispose of it. */
export type ToolsDomain = AsyncDisposable & { readonly domain: Domain<ToolsView> };

/** Opens the tool service for a workspace. No process starts before the first run. */
export function openToolsDomain(sources: ToolSources): ToolsDomain {
  const journal = new Journal(sources.reader, sources.randomId);
  const { service, runners, toolsOf } = openService(sources, journal);
  const questions = new Questions(sources, journal);

  const view: ToolsView = {
    ...runsOf({
      sources,
      runners,
      prepare: async (tool) => await service.prepare(tool),
      journal,
      toolsOf,
    }),
    certify: async (contract, caller) =>
      await recordCall(journal, caller, async (records) => {
        const certificate = await toolsOf(records).certify(contract);
        records.enter('tool.certificate', certificate);
        return certificate;
      }),
    route: routesOf({ sources, runners, journal, toolsOf }),
    ask: async (text, caller, beat_id) =>
      await recordCall(
        journal,
        caller,
        async (records) => await questions.ask({ text, beat_id }, records),
      ),
    contracts: () => service.listContracts(),
    entries: async (reader, query) => await ledgerPage(sources, journal, { reader, query }),
    analytics: async (reader, runs) =>
      sources.files.readerOf(reader).readsAll ? await service.analytics({ runs }) : NO_ANALYTICS,
  };
  const hidden: ToolsView = {
    ...view,
    entries: async () => await Promise.resolve({ entries: [], next_cursor: null }),
    analytics: async () => await Promise.resolve(NO_ANALYTICS),
  };
  return {
    domain: recordsDomain({ view, branches: view, hidden, category: 'ToolRuns' }),
    [Symbol.asyncDispose]: async () => await runners[Symbol.asyncDispose](),
  };
}

/** Statistics for callers that may not see any. */
const NO_ANALYTICS: ToolAnalytics = { runs: 0, complete: true, tools: [] };

/**
 * Whether a reader may see a run: its input, its tape and the reason of its refusal, which may contain content of
 * files. A reader with a restricted READ scope sees only its own runs that it made with its current scope.
 */
function visibleTo(
  { files }: Pick<ToolSources, 'files'>,
  principal: Principal,
): (entry: ToolLedgerEntry, event: StoredEvent) => boolean {
  const { readsAll, sight } = files.readerOf(principal);
  return (entry, { agent_id, user_id }) => {
    const own = agent_id === principal.agent_id && user_id === principal.user_id;
    return readsAll || (own && sightOf(entry) === sight);
  };
}

type OpenService = Pick<RunParts, 'toolsOf'> & {
  readonly service: ToolService;
  readonly runners: Runners;
};

/** Creates the tool service with this workspace's runners, tapes, artefacts and records. */
function openService(sources: ToolSources, journal: Journal): OpenService {
  const { artifacts, clock, randomId, log, settings } = sources;
  const now = (): Date => new Date(clock());
  const { hosts_only, hosts_never, private_endpoints } = settings.web;
  const web = { ...PUBLIC_WEB, hosts_only, hosts_never, private_endpoints };
  const runners = openRunners(sources, web);
  const tapes = tapeFiles(
    {
      folder: sources.tapes,
      bytes_max: settings.tapes.mb_max * MEGABYTE,
      tapes_max: TAPES_MAX,
      randomId,
      mayReplay: (principal, entry, event) => visibleTo(sources, principal)(entry, event),
    },
    journal,
  );
  const service = createToolService({
    contracts: ownContracts(),
    runners: runners.byTool,
    history: { recent: async (limit) => await journal.recent(limit) },
    now: clock,
    randomId,
    policy: { threat: { ...DEFAULT_TOOL_POLICY.threat, web } },
    onFault: (error, run_id) => log(`tool run ${run_id}: ${String(error)}`),
  });
  return {
    service,
    runners,
    toolsOf: ({ tools, intents, warn, caller: { principal } }) => {
      const reader = sources.files.readerOf(principal);
      return service.forCaller({
        ledger: tools,
        tapes: tapes(principal),
        intents,
        open: async (path) => await sources.files.open(path, principal),
        artefacts: artefactFiles({ artifacts, folder: runFolderOf(reader), now }, warn),
        sight: reader.readsAll ? undefined : reader.sight,
      });
    },
  };
}

/** Runs `work`; returns its result and the events that record it. */
async function recordCall<T>(
  journal: Journal,
  caller: RunCaller,
  work: (records: CallRecords) => Promise<T>,
): Promise<Recorded<T>> {
  return { ...(await journal.during(caller, work)), picture: null, content: [] };
}

/** Cursor of a reader without a restricted scope: the page has entries with a smaller seq. */
const SEQ = /^[1-9][0-9]{0,14}$/u;

/**
 * A page of ledger entries; null for an invalid cursor. A reader with a restricted READ scope gets only its own runs.
 * Its cursor is an id, because a position in the log would reveal the number of hidden events.
 */
async function ledgerPage(
  sources: Pick<ToolSources, 'files'>,
  journal: Journal,
  { reader, query }: { readonly reader: Principal; readonly query: LedgerQuery },
): Promise<LedgerPage | null> {
  const { exec_id, limit, cursor } = query;
  const matches = visibleTo(sources, reader);
  if (!sources.files.readerOf(reader).readsAll) {
    return await journal.own(reader, limit, { matches, exec_id, cursor });
  }
  if (cursor !== undefined && !SEQ.test(cursor)) return null;
  const before = cursor === undefined ? undefined : Number(cursor);
  const { entries, older_before } =
    exec_id === undefined
      ? await journal.recent(limit, { before, matches })
      : await journal.of(exec_id, limit, { before, matches });
  return { entries, next_cursor: older_before === null ? null : String(older_before) };
}
