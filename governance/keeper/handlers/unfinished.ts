/** @module unfinished: records each run whose process has ended without reporting its end. */
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { openAppender } from '../../audit/append.ts';
import type { UnfinishedReply, UnfinishedRequest } from '../protocol/protocol.ts';
import { prepareCommit, writeCommit } from './commit-plan.ts';
import type { HandlersContext } from './context.ts';
import { RUNS_BRANCH } from './runs/exec-use.ts';
import { isGone } from './runs/open-runs.ts';

/** Commits `run.unfinished` for these runs, in the name of their requesters. */
export async function unfinished(
  { runs, now, own, alive, randomId }: HandlersContext,
  tx: LedgerTransaction,
  { process: by }: UnfinishedRequest,
): Promise<UnfinishedReply> {
  const moment = now();
  const living = { now: moment, own, alive };
  const lost = (await runs.open(tx)).filter((run) => isGone(run, by, living));
  const audit = openAppender(tx);
  for (const { seq, payload, user_id, agent_id, reasoning } of lost) {
    const { server, tool, run_id, record_id, by: who } = payload;
    const { kind, name, session_id } = who;
    const because = 'the process of the run ended before it reported the result';
    const prepared = await prepareCommit(tx, audit, {
      plan: {
        server,
        tool,
        user_id,
        agent_id,
        session_id,
        reasoning,
        branch: RUNS_BRANCH,
        operation_id: randomId(),
        events: [
          {
            event_id: randomId(),
            type: 'run.unfinished',
            aggregate_id: record_id,
            payload: { because, begun_seq: seq, run_id, tool },
          },
        ],
      },
      head: await tx.branchHead(RUNS_BRANCH),
      requester: { kind, name },
      by: { arguments: {} },
      at: moment.toISOString(),
    });
    await writeCommit(tx, audit, prepared);
  }
  return { unfinished: lost.length };
}
