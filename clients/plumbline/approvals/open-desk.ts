/**
 * @module open-desk: opens the approvals that a command works on: those of the current workspace, or with `--hub` those of a
 * hub.
 */
import { idsWith } from '../../../governance/approval/short-ids.ts';
import { commentCount, commentsOf } from '../../../governance/audit/remarks/comments.ts';
import { openSettling } from '../../../governance/keeper/settle-pending.ts';
import type { EventChecks } from '../../../schemas/event-checks.ts';
import type { ListedApproval } from '../../../servers/approvals/reading-desk.ts';
import { type Call, textOf } from '../command.ts';
import { keyPath } from '../keys/approver-key.ts';
import { openSession, type Session } from '../session.ts';
import type { Desk } from './desk.ts';

/** Opens the approvals of a call. Throws CliFailure if there is no workspace, or the hub cannot be used. */
export async function openDesk(call: Call): Promise<Desk> {
  const hub = textOf(call, 'hub');
  if (hub === null) return localDesk(openSession(call), call);
  const { openHubDesk } = await import('../hub/hub-desk.ts');
  return await openHubDesk(hub, call);
}

/** The approvals of a workspace on this machine. */
function localDesk(session: Session, call: Call): Desk {
  const { reader, paths } = session;
  const settle = openSettling({ reader, keeper: session.keeper, checks: buildingChecks });
  const ids = (): readonly string[] =>
    reader.approvals(null, Number.MAX_SAFE_INTEGER).map(({ approval_id }) => approval_id);
  return {
    branchHead: reader.branchHead,
    eventsOfBranch: reader.eventsOfBranch,
    blobPart: reader.blobPart,
    people: () => Promise.resolve(session.registry()),
    approvals: async (status, limit) => {
      const counted: ListedApproval[] = [];
      for (const record of reader.approvals(status, limit)) {
        counted.push({ ...record, comment_count: await commentCount(reader, record.approval_id) });
      }
      return counted;
    },
    comments: (approval_id) => commentsOf(reader, approval_id),
    planText: ({ approval_id, plan }) =>
      Promise.resolve(plan ?? reader.approval(approval_id)?.plan ?? ''),
    idsWith: (part) => Promise.resolve(idsWith(part, ids())),
    approval: async (approval_id) => await (await session.keeper()).approval(approval_id),
    eventsOfOperation: (operation_id) => Promise.resolve(reader.eventsOfOperation(operation_id)),
    term: session.term,
    decide: async (request) => await (await session.keeper()).decide(request),
    comment: async (request) => await (await session.keeper()).comment(request),
    settle,
    onChanged: async (changed) => (await session.keeper()).onCommitted(changed),
    keyFile: (name) => keyPath(paths, name, call),
    signer: null,
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}

/** The checks of the model, imported once an approval is pending. */
async function buildingChecks(): Promise<EventChecks> {
  const { eventChecks } = await import('../../../kernel/building/model/checks/building-checks.ts');
  return eventChecks;
}
