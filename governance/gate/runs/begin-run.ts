/** @module begin-run: records the runs of one call before they begin, and records runs without an end as unfinished. */
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { PlannedEvent, ProcessMark } from '../../../schemas/events.ts';
import type { Principal } from '../../../schemas/governance.ts';
import { execAggregate, execUse, RUNS_BRANCH } from '../../keeper/handlers/runs/exec-use.ts';
import type { SubmitReply } from '../../keeper/protocol/protocol.ts';
import type { BeginRun, RunIntent, RunDecision } from '../../tool/run-intent.ts';

/** Maximum number of attempts to record a run when others use its `exec_id` at the same time. */
const TRIES_MAX = 16;

/** The resources for recording the runs of one call. */
export type RunParts = {
  readonly reader: LedgerRead;
  readonly server: string;
  readonly process: ProcessMark;
  readonly principal: Principal;
  /** Commits an event whose aggregate has this version, by the current rules. */
  readonly submit: (event: PlannedEvent, version: number) => Promise<SubmitReply>;
  /** Reads the rules again. */
  readonly refresh: () => Promise<void>;
};

/** The runs of one call. */
export type CallRuns = {
  readonly begin: BeginRun;
  /** Records all runs that began and have no record as unfinished. */
  readonly giveUp: (because: string) => Promise<void>;
};

/** Begins the runs of one call. */
export function callRuns(parts: RunParts): CallRuns {
  const begun = new Map<string, RunIntent>();
  return {
    begin: async (intent) => {
      for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
        const decision = await tryToBegin(parts, intent);
        if (decision === null) {
          await parts.refresh();
          continue;
        }
        if (decision.status === 'begun') begun.set(intent.record_id, intent);
        return decision;
      }
      throw unavailable('other calls kept starting runs with this exec_id');
    },
    giveUp: async (because) => {
      for (const [record_id, intent] of begun) {
        await recordUnfinished(parts, { record_id, intent, because });
      }
    },
  };
}

/** The decision of the keeper on a run; null if something changed in the meantime. */
async function tryToBegin(
  { reader, server, process, principal, submit }: RunParts,
  intent: RunIntent,
): Promise<RunDecision | null> {
  const { shared_id, most, ...run } = intent;
  const { kind, name, session_id } = principal;
  const id = execAggregate(principal.agent_id ?? principal.user_id, shared_id);
  const used = await execUse(reader, id);
  const left = Math.max(0, most.web_requests - used.web_requests);
  const web_requests = Math.min(intent.web_requests, left);
  const event: PlannedEvent = {
    type: 'run.begun',
    aggregate_id: id,
    payload: {
      ...run,
      server,
      call: used.calls + 1,
      web_requests,
      most,
      by: { kind, name, session_id },
      process,
    },
  };
  const reply = await submit(event, used.version);
  switch (reply.status) {
    case 'committed':
      return { status: 'begun', web_requests };
    case 'conflict':
      return null;
    case 'refused': {
      const { name: code, message, data } = reply.refusal;
      if (code === 'TOOL_REFUSED') return { status: 'refused', message, data };
      throw unavailable(message);
    }
    case 'pending':
      throw unavailable('its approval is pending, although the start of a run never needs one');
    default:
      return reply satisfies never;
  }
}

type Ending = { readonly record_id: string; readonly intent: RunIntent; readonly because: string };

async function recordUnfinished(
  { reader, principal, submit }: RunParts,
  { record_id, intent, because }: Ending,
): Promise<void> {
  if ((await reader.versionAt(RUNS_BRANCH, record_id)) !== null) return;
  const { tool, run_id } = intent;
  const id = execAggregate(principal.agent_id ?? principal.user_id, intent.shared_id);
  const events = await reader.eventsOfAggregate(id, RUNS_BRANCH, 64);
  const begun = events.find(
    ({ type, payload }) => type === 'run.begun' && payload.record_id === record_id,
  );
  if (begun === undefined) return;
  const event: PlannedEvent = {
    type: 'run.unfinished',
    aggregate_id: record_id,
    payload: { because, begun_seq: begun.seq, tool, run_id },
  };
  await submit(event, 0);
}

function unavailable(because: string): Refusal {
  return new Refusal(
    'AUDIT_UNAVAILABLE',
    `the run could not be recorded, so it was not started: ${because}`,
    'call again once this is fixed',
  );
}
