/** @module operation-tools: get_operation and preview_operation, which every server has. */
import * as z from 'zod';

import type { LedgerReader } from '../../kernel/ledger/ledger.ts';
import { Refusal } from '../../schemas/errors.ts';
import { isBeyondBranch, type StoredEvent } from '../../schemas/events.ts';
import { PlanDocument, type ApprovalRecord, type Principal } from '../../schemas/governance.ts';
import { planData } from '../approval/plan-data.ts';
import type { Keeper } from '../keeper/protocol/protocol.ts';
import { type Answer, defineQuery, type QueryAnswer, type ToolValue } from '../tool/define.ts';
import type { Concealment } from '../tool/domain.ts';
import type { GateCall } from './context.ts';

/** Longest wait for a decision in seconds: below the call timeout of every known host. */
const WAIT_MAX_S = 25;
/** Safety net beside the keeper's notices, in milliseconds. */
const POLL_MS = 500;

/** What the two tools need. */
export type OperationParts = {
  readonly reader: LedgerReader;
  readonly keeper: Keeper;
  /** Whether the READ of this principal has no scope. */
  readonly readsAll: (principal: Principal) => boolean;
  /** Whether this principal may see what an event of another one did. */
  readonly maySee: (principal: Principal, event: Pick<StoredEvent, 'branch'>) => boolean;
  /** Whether this principal may read something of a branch. */
  readonly readsBranch: (principal: Principal, branch: string) => boolean;
  /** What is left of what happened on a branch for who does not see all of it; null for all of it. */
  readonly concealment: (principal: Principal, branch: string) => Promise<Concealment | null>;
  /** Runs a command as a dry run for this principal and answers the preview's data. */
  readonly preview: (
    principal: Principal,
    call: GateCall,
    shown: PreviewShown,
  ) => Promise<Answer<Readonly<Record<string, unknown>>>>;
};

/** What of a preview is shown: from which place on, and whether as a picture, too. */
export type PreviewShown = {
  readonly cursor: string | undefined;
  readonly picture: boolean;
};

/** What became of an operation; of an approval that was carried out, `result` is what its tool answered. */
const Outcome = z
  .looseObject({
    status: z.string(),
    operation_id: z.string(),
    event_id: z.string().nullable(),
    approval_id: z.string().nullable(),
    branch: z.string(),
    result: z.looseObject({}),
    events: z.array(z.looseObject({})),
    events_total: z.number(),
  })
  .partial();
const Shown = z
  .looseObject({
    diff: z.looseObject({}),
    approval: z.looseObject({}),
    warnings: z.array(z.string()),
  })
  .partial();

/** Outcome of an operation or an approval, waiting up to 25 s for a decision. */
export function getOperation<View>(parts: OperationParts): ToolValue<View> {
  const { reader, keeper, readsAll, maySee } = parts;
  return defineQuery({
    name: 'get_operation',
    title: 'Get the outcome of an operation',
    description:
      'Tells what became of an operation or a pending approval. Give wait_s to wait for the decision; call again while it is pending.',
    branched: false,
    input: z.strictObject({
      approval_id: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe('From an answer with APPROVAL_PENDING.'),
      operation_id: z
        .string()
        .min(1)
        .max(100)
        .optional()
        .describe('Or the id of any event of the operation.'),
      wait_s: z.number().min(0).max(WAIT_MAX_S).optional().describe('Seconds to wait, 0 to 25.'),
    }),
    output: Outcome,
    refusals: {
      INVALID_ARGUMENT: 'give approval_id or operation_id',
      OPERATION_NOT_FOUND: 'use the approval_id or event_id exactly as it was answered',
    },
    async answer(
      { approval_id, operation_id, wait_s },
      _view: View,
      { refuse, principal, signal },
    ) {
      if (approval_id !== undefined) {
        const asks = (one: ApprovalRecord) => mayAsk(one, principal, { readsAll, maySee });
        const record = await decided(keeper, approval_id, { asks, wait_s: wait_s ?? 0, signal });
        if (record === null || !asks(record)) {
          return refuse('OPERATION_NOT_FOUND', `no approval \`${approval_id}\` of yours`);
        }
        return await concealedOutcome(record, principal, parts);
      }
      if (operation_id === undefined) {
        return refuse('INVALID_ARGUMENT', 'got neither approval_id nor operation_id');
      }
      const event = await reader.eventById(operation_id);
      const all = await reader.eventsOfOperation(event?.operation_id ?? operation_id);
      // What its requester calls things is their own.
      const events = all.filter(({ type }) => type !== 'name.given');
      const [first] = events;
      const own = first?.user_id === principal.user_id && first.agent_id === principal.agent_id;
      const everything = readsAll(principal);
      const shown = own || everything || (first !== undefined && !events.some(isBeyondBranch));
      if (first === undefined || !shown || !(own || maySee(principal, first))) {
        return refuse('OPERATION_NOT_FOUND', `no operation \`${operation_id}\` is committed`);
      }
      const idShown = await idsOn(first.branch, principal, parts);
      return {
        data: {
          status: 'committed',
          operation_id: first.operation_id,
          event_id: first.event_id,
          approval_id: first.approval_id,
          branch: first.branch,
          at: first.at,
          events: events.slice(0, 100).map(({ event_id, type, aggregate_id, seq }) => ({
            event_id,
            type,
            aggregate_id: idShown(aggregate_id),
            // A position counts hidden events too.
            seq: everything ? seq : null,
          })),
          events_total: events.length,
        },
      };
    },
  });
}

/** A read-only preview of any command of the server, so that hosts need not confirm a dry run. */
export function previewOperation<View>({ preview }: OperationParts): ToolValue<View> {
  return defineQuery({
    name: 'preview_operation',
    title: 'Preview a change without making it',
    description:
      'Shows what a mutating tool of this server would create, modify and delete, whether a person must approve it, and every refusal it would give. Changes nothing.',
    branched: false,
    input: z.strictObject({
      tool: z.string().min(1).max(40).describe('Name of a mutating tool of this server.'),
      arguments: z
        .looseObject({})
        .describe('Its arguments; reasoning and dry_run may be left out.'),
      cursor: z.string().max(40).optional().describe('diff.next_cursor of the page before.'),
      preview: z.enum(['picture']).optional().describe('A PNG of the place before and after, too.'),
    }),
    output: Shown,
    refusals: {},
    async answer(input, _view: View, { principal, signal }) {
      const { tool, arguments: args, cursor, preview: shown } = input;
      const call = { tool, arguments: args, signal, progress: () => undefined };
      return await preview(principal, call, { cursor, picture: shown === 'picture' });
    },
  });
}

/** What is shown for an id: of a branch outside READ nothing, whether or not the branch is open and the id is still there. */
async function idsOn(
  branch: string,
  principal: Principal,
  { readsBranch, concealment }: Pick<OperationParts, 'readsBranch' | 'concealment'>,
): Promise<(id: string) => unknown> {
  if (!readsBranch(principal, branch)) return () => null;
  const hidden = await concealment(principal, branch);
  return (id) => (hidden === null ? id : hidden.data(id));
}

/** The approval, final or as it is after `wait_s` seconds. One that the principal may not ask for is not waited for. */
async function decided(
  keeper: Keeper,
  approval_id: string,
  {
    asks,
    wait_s,
    signal,
  }: {
    readonly asks: (record: ApprovalRecord) => boolean;
    readonly wait_s: number;
    readonly signal: AbortSignal;
  },
): Promise<ApprovalRecord | null> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(wait_s * 1000))]);
  let record = await keeper.approval(approval_id);
  while (record?.status === 'pending' && asks(record) && !deadline.aborted) {
    await changed(keeper, approval_id, deadline);
    record = await keeper.approval(approval_id);
  }
  return record;
}

function changed(keeper: Keeper, approval_id: string, deadline: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = (): void => resolve();
  const timer = setTimeout(done, POLL_MS);
  const stop = keeper.onCommitted(({ approvals }) => {
    if (approvals.some((one) => one.approval_id === approval_id)) done();
  });
  deadline.addEventListener('abort', done, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
    deadline.removeEventListener('abort', done);
  });
}

/** An approval is shown to its requester, and to a principal of the same person that may see what others do. */
function mayAsk(
  record: ApprovalRecord,
  principal: Principal,
  { readsAll, maySee }: Pick<OperationParts, 'readsAll' | 'maySee'>,
): boolean {
  const plan = planOf(record);
  if (plan.user_id !== principal.user_id) return false;
  if (plan.agent_id === principal.agent_id || readsAll(principal)) return true;
  return !plan.events.some(isBeyondBranch) && maySee(principal, plan);
}

function planOf({ plan }: ApprovalRecord): PlanDocument {
  return PlanDocument.parse(JSON.parse(plan));
}

/**
 * The outcome without what its requester may not see (any more). Of a branch outside READ neither result nor details are
 * shown, whether or not the branch is still open.
 */
async function concealedOutcome(
  record: ApprovalRecord,
  principal: Principal,
  { readsBranch, concealment }: Pick<OperationParts, 'readsBranch' | 'concealment'>,
): Promise<QueryAnswer<Readonly<Record<string, unknown>>>> {
  const { branch } = planOf(record);
  if (!readsBranch(principal, branch)) {
    const outcome = outcomeOf({ ...record, detail: null });
    const { result: _result, ...data } = outcome.data;
    return { ...outcome, data };
  }
  const hidden = await concealment(principal, branch);
  if (hidden === null) return outcomeOf(record);
  try {
    const outcome = outcomeOf(record);
    const data = hidden.data(outcome.data);
    return { ...outcome, data: typeof data === 'object' && data !== null ? { ...data } : {} };
  } catch (error) {
    throw hidden.refusal(error);
  }
}

/** What the requester gets: data when it was carried out, that it waits, else the refusal that fits the status. */
function outcomeOf(record: ApprovalRecord): QueryAnswer<Readonly<Record<string, unknown>>> {
  const { approval_id, status, event_id, detail, expires_at } = record;
  const plan = planOf(record);
  const about = { approval_id, status, detail, tool: plan.tool, branch: plan.branch };
  switch (status) {
    case 'executed':
      return {
        data: { ...about, operation_id: plan.operation_id, event_id, result: planData(plan) },
      };
    case 'pending':
    case 'approved':
      return {
        data: {},
        pending: {
          approval_id,
          approvers_required: plan.approvers_required,
          warnings: plan.warnings,
          data: { ...about, expires_at },
        },
      };
    case 'rejected':
      throw new Refusal(
        'APPROVAL_REJECTED',
        `a person rejected it: ${detail ?? 'no reason given'}`,
        'do not repeat it; change what you do, or ask the person',
        about,
      );
    case 'expired':
      throw new Refusal(
        'APPROVAL_EXPIRED',
        `nobody decided before ${expires_at}`,
        'call the tool again to ask again',
        about,
      );
    case 'stale':
      throw new Refusal(
        'APPROVAL_STALE',
        `what it was planned on has changed: ${detail ?? 'the state differs'}`,
        'look at the current state, then call the tool again',
        about,
      );
    case 'cancelled':
      throw new Refusal('APPROVAL_CANCELLED', `it was cancelled: ${detail ?? ''}`, '', about);
    default:
      return status satisfies never;
  }
}
