/** @module handlers: the rules of governance as the keeper calls them, one transaction at a time. */
import { CanonicalJsonError } from '../../kernel/canonical/json.ts';
import type { LedgerTransaction } from '../../kernel/ledger/ledger.ts';
import type { AuditDraft } from '../../schemas/governance.ts';
import { openAppender } from '../audit/append.ts';
import { isKeepersOwn } from '../audit/governing.ts';
import { openCheckpointer } from './handlers-checkpoint.ts';
import { approvalNow } from './handlers-close.ts';
import type { ApprovalMove, HandlersContext, HandlersDeps } from './handlers-context.ts';
import { decide } from './handlers-decide.ts';
import { openRegisteredReader } from './handlers-registered.ts';
import { registry } from './handlers-registry.ts';
import { submit } from './handlers-submit.ts';
import type { KeeperHandlers } from './handlers-type.ts';

/** A checkpoint is signed after this many entries, and after every decision of a person. */
const SEAL_EVERY = 256;

/** The handlers of one keeper. Time, ids and the log's key are injected. */
export function makeHandlers(deps: HandlersDeps): KeeperHandlers {
  let moves: ApprovalMove[] = [];
  const context: HandlersContext = {
    ...deps,
    registered: openRegisteredReader(),
    moved: ({ approval_id, status }) => {
      moves.push({ approval_id, status });
    },
  };
  const checkpoint = openCheckpointer();
  let unsealed = 0;
  /** Signs the chain after every so many entries, so that at most these rest on the chain alone. */
  const seal = async (tx: LedgerTransaction, entries: number): Promise<void> => {
    unsealed += entries;
    if (unsealed < SEAL_EVERY) return;
    await checkpoint(context, tx);
    unsealed = 0;
  };
  return {
    submit: async (tx, request) => {
      const reply = await submit(context, tx, request);
      await seal(tx, 1);
      return reply;
    },
    record: async (tx, drafts) => {
      await record(context, tx, drafts);
      await seal(tx, drafts.length);
    },
    decide: async (tx, request) => {
      const reply = await decide(context, tx, request);
      await seal(tx, reply.status === 'refused' ? 1 : SEAL_EVERY);
      return reply;
    },
    registry: (tx, request) => registry(context, tx, request),
    approval: (tx, approval_id) => approvalNow(context, tx, approval_id),
    checkpoint: (tx) => checkpoint(context, tx),
    changedApprovals: () => {
      const drained = moves;
      moves = [];
      return drained;
    },
  };
}

/** Appends entries with no effect. What cannot be written as it is leaves an entry that says so: none is lost. */
async function record(
  { now }: HandlersDeps,
  tx: LedgerTransaction,
  drafts: readonly AuditDraft[],
): Promise<void> {
  const audit = openAppender(tx);
  const at = now().toISOString();
  for (const draft of drafts) {
    await audit.append(await rowFor(audit.prepare, at, draft));
  }
}

async function rowFor(
  prepare: ReturnType<typeof openAppender>['prepare'],
  at: string,
  draft: AuditDraft,
): ReturnType<typeof prepare> {
  if (isKeepersOwn(draft))
    return prepare(at, { kind: 'keeper', outcome: 'refused', error: 'reserved kind of entry' });
  try {
    return await prepare(at, draft);
  } catch (error) {
    if (!(error instanceof CanonicalJsonError)) throw error;
    return prepare(at, {
      kind: draft.kind,
      outcome: 'refused',
      error: error.code,
      path: error.path,
    });
  }
}
