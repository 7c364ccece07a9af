/** @module make-handlers: the rules of governance as the keeper calls them, one transaction at a time. */
import type { LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { BlobHashes } from '../blobs/blob-hashes.ts';
import { blobDrop, blobPut } from '../blobs/blob-put.ts';
import { removeAbandoned } from '../blobs/staged-blobs.ts';
import { ElementStates } from '../elements/element-states.ts';
import type { KeeperHandlers } from '../protocol/keeper-handlers.ts';
import { approval } from './approval.ts';
import { openCheckpointer } from './checkpoint.ts';
import { comment } from './comment.ts';
import {
  refusable,
  type ApprovalMove,
  type HandlersContext,
  type HandlerDependencies,
} from './context.ts';
import { decide } from './decide.ts';
import { openLevelNames } from './level-names.ts';
import { CallRates } from './limits/call-rate.ts';
import { Rejections } from './limits/rejections.ts';
import { UnapprovedChanges } from './limits/unapproved-changes.ts';
import { record } from './record.ts';
import { activePrincipal, openRegisteredReader } from './records/registered-reader.ts';
import { registry } from './registry.ts';
import { repair } from './repair.ts';
import { OpenRuns } from './runs/open-runs.ts';
import { submit } from './submit.ts';
import { unfinished } from './unfinished.ts';

/** Entries between two checkpoints. A checkpoint is also signed after every decision and comment of a person. */
const SEAL_EVERY = 256;

/** The reply to a statement that an approver signed. `repeated`: it had been recorded before. */
type SignedReply = { readonly status: string; readonly repeated?: boolean };

/** The handlers of one keeper. Time, ids and the log's key are injected. */
export function makeHandlers(deps: HandlerDependencies): KeeperHandlers {
  let moves: ApprovalMove[] = [];
  const context: HandlersContext = {
    ...deps,
    registered: openRegisteredReader(),
    elements: new ElementStates(),
    levelNames: openLevelNames(deps.checks),
    unapproved: new UnapprovedChanges(),
    blobs: new BlobHashes(),
    runs: new OpenRuns(),
    rejections: new Rejections(),
    termNonce: deps.freshTermNonce(),
    moved: ({ approval_id, status, updated_at }) => {
      moves.push({ approval_id, status });
      context.rejections.note({ approval_id, status, updated_at });
    },
  };
  const rates = new CallRates();
  const checkpoint = openCheckpointer();
  let unsealed = 0;
  /** Counts entries and signs a checkpoint after `SEAL_EVERY` of them, so that at most that many are not covered. */
  const seal = async (tx: LedgerTransaction, entries: number): Promise<void> => {
    unsealed += entries;
    if (unsealed < SEAL_EVERY) return;
    await checkpoint(context, tx);
    unsealed = 0;
  };
  /** Signs a checkpoint after each accepted statement of an approver. */
  const sealed = async <T extends SignedReply>(tx: LedgerTransaction, reply: T): Promise<T> => {
    const isNew = reply.status !== 'refused' && reply.repeated !== true;
    await seal(tx, isNew ? SEAL_EVERY : 1);
    return reply;
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
    decide: async (tx, request) => await sealed(tx, await decide(context, tx, request)),
    comment: async (tx, request) => await sealed(tx, await comment(context, tx, request)),
    registry: (tx, request) => registry(context, tx, request),
    repair: async (tx, request) => await sealed(tx, await repair(context, tx, request)),
    termNonce: () => context.termNonce,
    approval: (tx, approval_id) => approval(context, tx, approval_id),
    calls: async (tx, request) => {
      const { policy } = await context.registered.workspace(tx);
      return rates.take(tx, request, policy.rate_limit_per_minute, context.now());
    },
    unfinished: async (tx, request) => {
      await removeAbandoned(context, tx);
      return unfinished(context, tx, request);
    },
    ...blobHandlers(context),
    checkpoint: (tx) => checkpoint(context, tx),
    ended: (committed) => {
      context.elements.ended(committed);
      rates.ended(committed);
      const drained = moves;
      moves = [];
      return drained;
    },
    followed: (entries) => {
      context.elements.forget();
      context.blobs.forget();
      context.runs.forget();
      context.rejections.forget();
      rates.othersCalled(entries);
    },
  };
}

/** The handlers of blobs, which serve active principals only. */
function blobHandlers(context: HandlersContext): Pick<KeeperHandlers, 'blobPut' | 'blobDrop'> {
  const { registered } = context;
  return {
    blobPut: (tx, request) =>
      refusable(async () => {
        const agent = await activePrincipal(registered, tx, request.principal);
        return blobPut(context, tx, agent, request);
      }),
    blobDrop: (tx, request) =>
      refusable(async () => {
        const agent = await activePrincipal(registered, tx, request.principal);
        return blobDrop(context, tx, agent, request);
      }),
  };
}
