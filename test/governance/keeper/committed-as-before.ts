/** @module committed-as-before: stores an event like keepers that checked only its form, with a valid chain. */
import { randomUUID } from 'node:crypto';

import { openAppender } from '../../../governance/audit/append.ts';
import { prepareCommit, writeCommit } from '../../../governance/keeper/handlers/commit-plan.ts';
import { openSqliteWriter } from '../../../kernel/ledger/sqlite-writer.ts';
import type { EventRecord, PlannedEvent } from '../../../schemas/events.ts';
import type { AgentRecord } from '../../../schemas/governance.ts';

/** Stores an event for an agent; returns the stored event. */
export async function committedAsBefore(
  store: string,
  agent: AgentRecord,
  event: { readonly type: string; readonly aggregate_id: string; readonly payload: unknown },
  branch = 'main',
): Promise<EventRecord> {
  const writer = openSqliteWriter(store);
  try {
    return await writer.transact(async (tx) => {
      const audit = openAppender(tx);
      // Types and payloads of old events differ from current ones.
      const planned = { event_id: randomUUID(), ...event } as PlannedEvent & { event_id: string };
      const prepared = await prepareCommit(tx, audit, {
        plan: {
          server: 'geometry',
          tool: 'apply_changes',
          agent_id: agent.agent_id,
          user_id: agent.user_id,
          session_id: 'ses_before',
          reasoning: 'what an older keeper let pass',
          branch,
          operation_id: randomUUID(),
          events: [planned],
        },
        head: await tx.branchHead(branch),
        requester: { kind: agent.kind, name: agent.name },
        by: { arguments: {} },
        at: new Date().toISOString(),
      });
      await writeCommit(tx, audit, prepared);
      const [stored] = prepared.stored;
      return JSON.parse(JSON.stringify(stored)) as EventRecord;
    });
  } finally {
    await writer.close();
  }
}
