/** @module operation-tools: get_operation, which every server has, and preview_operation. */
import * as z from 'zod';

import type { LedgerReader } from '../../kernel/ledger/ledger.ts';
import { Refusal } from '../../schemas/errors.ts';
import { isBeyondBranch, type StoredEvent } from '../../schemas/events.ts';
import type { ApprovalRecord, Principal } from '../../schemas/governance.ts';
import type { Concealment } from '../../schemas/sight.ts';
import { planData } from '../approval/plan-data.ts';
import type { Keeper } from '../keeper/protocol/protocol.ts';
import { defineQuery, type QueryAnswer, type ToolValue } from '../tool/define.ts';
import { PICTURE_OUTPUT } from '../tool/stored-picture.ts';
import {
  commentsSoFar,
  markWords,
  maySeeApproval,
  planOf,
  type RemarkParts,
  type Remarks,
  remarksOn,
} from './approval-remarks.ts';
import type { GateCall } from './call/context.ts';

/** Longest wait for a decision in seconds: below the call timeout of every known host. */
const WAIT_MAX_S = 25;
/** Interval at which an approval is read in addition to the notices of the keeper, in milliseconds. */
const POLL_MS = 500;

/** The resources of the two tools. */
export type OperationParts = {
  readonly reader: LedgerReader;
  readonly keeper: Keeper;
  /** Whether the READ of this principal has no scope. */
  readonly readsAll: (principal: Principal) => boolean;
  /** Whether this principal may see events of others on a branch. */
  readonly maySee: (principal: Principal, event: Pick<StoredEvent, 'branch'>) => boolean;
  /** Whether this principal may read any part of a branch. */
  readonly readsBranch: (principal: Principal, branch: string) => boolean;
  /** Removes the data of a branch that this principal may not see; null if it sees everything. */
  readonly concealment: (principal: Principal, branch: string) => Promise<Concealment | null>;
  /** Whether this principal may see the marks of approvers on a plan. */
  readonly seesMark: RemarkParts['seesMark'];
  /** Runs a command as a dry run for this principal and returns the data of the preview. */
  readonly preview: (
    principal: Principal,
    call: GateCall,
    options: PreviewOptions,
  ) => Promise<QueryAnswer<Readonly<Record<string, unknown>>>>;
};

/** The page of a preview to show, and whether to add a picture. */
export type PreviewOptions = {
  readonly cursor: string | undefined;
  readonly picture: boolean;
};

/** A remark about an element or a place of a plan. */
const SHOWN_MARK = z
  .looseObject({
    element_id: z.string(),
    at: z.looseObject({}),
    level_id: z.string(),
    text: z.string(),
  })
  .partial();
/** The outcome of an operation; for an executed approval, `result` is the answer of its tool. */
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
    next_cursor: z.string().nullable(),
    decisions: z.array(z.looseObject({ marks: z.array(SHOWN_MARK) }).partial()),
    comments: z.array(z.looseObject({ marks: z.array(SHOWN_MARK) }).partial()),
  })
  .partial();
/** The number of events of an operation in one answer. */
const EVENTS_SHOWN = 50;
/** A cursor is the number of events on earlier pages. */
const CURSOR = /^events\.(\d{1,9})$/u;
/** The requested operation or approval. */
const OperationQuery = z.strictObject({
  approval_id: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('approval_id from an answer with APPROVAL_PENDING.'),
  operation_id: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('operation_id, or any event_id of it.'),
  wait_s: z
    .number()
    .min(0)
    .max(WAIT_MAX_S)
    .optional()
    .describe('Longest wait, seconds. Default: 0.'),
  cursor: z.string().max(40).optional().describe('next_cursor of the previous page of events.'),
});
const PreviewOutput = z
  .looseObject({
    diff: z.looseObject({
      counts: z.looseObject({ created: z.number(), modified: z.number(), deleted: z.number() }),
      created: z.array(z.looseObject({})),
      modified: z.array(z.looseObject({})),
      deleted: z.array(z.looseObject({})),
      regenerated: z.number(),
      results: z.array(z.looseObject({})).optional(),
      results_total: z.number().optional(),
      next_cursor: z.string().nullable(),
    }),
    approval: z.looseObject({
      needed: z.boolean(),
      because: z.array(z.string()),
      approvers_required: z.number(),
    }),
    not_created: z.array(z.string()).describe('Ids that do not exist until it is executed.'),
    warnings: z.array(z.string()),
    ...PICTURE_OUTPUT,
  })
  .partial();

/** The tool that returns the outcome of an operation or approval and waits up to 25 s for a decision. */
export function getOperation<View>(parts: OperationParts): ToolValue<View> {
  const { reader, keeper, readsAll, maySee } = parts;
  return defineQuery({
    name: 'get_operation',
    title: 'Get the outcome of an operation',
    description:
      'Returns the outcome of an operation or approval, with comments of approvers and their marks on elements. With wait_s it waits for the decision or a comment; call again while pending.',
    branched: false,
    input: OperationQuery,
    output: Outcome,
    refusals: {
      INVALID_ARGUMENT: 'use approval_id or operation_id, and a cursor only as it was returned',
      OPERATION_NOT_FOUND: 'use the approval_id or event_id exactly as it was returned',
    },
    async answer(
      { approval_id, operation_id, wait_s, cursor },
      _view: View,
      { refuse, principal, signal },
    ) {
      if (approval_id !== undefined) {
        const visible = (one: ApprovalRecord) =>
          maySeeApproval(one, principal, { readsAll, maySee });
        const record = await awaitDecision(keeper, approval_id, {
          visible,
          comments: async () => await commentsSoFar(parts, approval_id),
          wait_s: wait_s ?? 0,
          signal,
        });
        if (record === null || !visible(record)) {
          return refuse('OPERATION_NOT_FOUND', `you have no approval \`${approval_id}\``);
        }
        return await concealedOutcome(record, principal, parts);
      }
      if (operation_id === undefined) {
        return refuse('INVALID_ARGUMENT', 'neither approval_id nor operation_id was given');
      }
      const event = await reader.eventById(operation_id);
      const all = await reader.eventsOfOperation(event?.operation_id ?? operation_id);
      // Names that a requester assigns are private to it.
      const events = all.filter(({ type }) => type !== 'name.given');
      const [first] = events;
      const own = first?.user_id === principal.user_id && first.agent_id === principal.agent_id;
      const everything = readsAll(principal);
      const isVisible = own || everything || (first !== undefined && !events.some(isBeyondBranch));
      if (first === undefined || !isVisible || !(own || maySee(principal, first))) {
        return refuse('OPERATION_NOT_FOUND', `there is no committed operation \`${operation_id}\``);
      }
      const page = pageOf(events, cursor);
      if (page === null) {
        const expected = 'expected next_cursor of the previous page of this operation';
        return refuse(
          'INVALID_ARGUMENT',
          `\`${cursor}\` is not a cursor of its events; ${expected}`,
        );
      }
      const visibleId = await visibleIds(first.branch, principal, parts);
      return {
        data: {
          status: 'committed',
          operation_id: first.operation_id,
          event_id: first.event_id,
          approval_id: first.approval_id,
          branch: first.branch,
          at: first.at,
          events: page.events.map(({ event_id, type, aggregate_id, seq }) => ({
            event_id,
            type,
            aggregate_id: visibleId(aggregate_id),
            // A position also counts hidden events.
            seq: everything ? seq : null,
          })),
          events_total: events.length,
          next_cursor: page.next_cursor,
        },
      };
    },
  });
}

/** The events at the cursor, and the cursor of the next page; null for an invalid cursor. */
function pageOf(
  events: readonly StoredEvent[],
  cursor: string | undefined,
): { readonly events: readonly StoredEvent[]; readonly next_cursor: string | null } | null {
  const from = cursor === undefined ? 0 : Number(CURSOR.exec(cursor)?.[1] ?? NaN);
  if (!(from < events.length)) return null;
  const next = from + EVENTS_SHOWN;
  const next_cursor = next < events.length ? `events.${next}` : null;
  return { events: events.slice(from, next), next_cursor };
}

/** A read-only preview of any command of the server, so that hosts need not confirm a dry run. */
export function previewOperation<View>({ preview }: OperationParts): ToolValue<View> {
  return defineQuery({
    name: 'preview_operation',
    title: 'Preview a change without making it',
    description:
      'Previews a change: what it creates, modifies and deletes, at most ten at a time; or a run: what would run and its budget. Says whether a person must approve it, and its refusals.',
    branched: false,
    input: z.strictObject({
      tool: z.string().min(1).max(40).describe('Changing or running tool of this server.'),
      arguments: z
        .record(z.string(), z.unknown())
        .describe('Its arguments; also branch and check.'),
      cursor: z.string().max(40).optional().describe('diff.next_cursor of the previous page.'),
      preview: z.enum(['picture']).optional().describe('picture: also a PNG, before and after.'),
    }),
    output: PreviewOutput,
    refusals: {},
    async answer(input, _view: View, { principal, signal }) {
      const { tool, arguments: args, cursor, preview: format } = input;
      const call = { tool, arguments: args, signal, progress: () => undefined };
      return await preview(principal, call, { cursor, picture: format === 'picture' });
    },
  });
}

/**
 * Maps ids to the elements as the principal sees them: null on a branch outside READ, whether or not the branch is
 * still open.
 */
async function visibleIds(
  branch: string,
  principal: Principal,
  { readsBranch, concealment }: Pick<OperationParts, 'readsBranch' | 'concealment'>,
): Promise<(id: string) => unknown> {
  if (!readsBranch(principal, branch)) return () => null;
  const hidden = await concealment(principal, branch);
  return (id) => (hidden === null ? id : hidden.data(id));
}

/**
 * Returns the approval once it is decided or gets a comment, or its state after `wait_s` seconds. Returns at once for an
 * approval that is not visible.
 */
async function awaitDecision(
  keeper: Keeper,
  approval_id: string,
  {
    visible,
    comments,
    wait_s,
    signal,
  }: {
    readonly visible: (record: ApprovalRecord) => boolean;
    readonly comments: () => Promise<number>;
    readonly wait_s: number;
    readonly signal: AbortSignal;
  },
): Promise<ApprovalRecord | null> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(wait_s * 1000))]);
  let record = await keeper.approval(approval_id);
  const before = await comments();
  while (record?.status === 'pending' && visible(record) && !deadline.aborted) {
    await awaitChange(keeper, approval_id, deadline);
    if ((await comments()) !== before) break;
    record = await keeper.approval(approval_id);
  }
  return record;
}

/** Resolves when the approval may have changed, or at the deadline. */
function awaitChange(keeper: Keeper, approval_id: string, deadline: AbortSignal): Promise<void> {
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

/**
 * Returns the outcome without data that its requester may not see (any more). For a branch outside READ, neither result
 * nor details are shown, whether or not the branch is still open.
 */
async function concealedOutcome(
  record: ApprovalRecord,
  principal: Principal,
  parts: OperationParts,
): Promise<QueryAnswer<Readonly<Record<string, unknown>>>> {
  const { readsBranch, concealment } = parts;
  const plan = planOf(record);
  const { branch } = plan;
  if (!readsBranch(principal, branch)) {
    const outcome = outcomeOf({ ...record, detail: null }, {});
    const { result: _result, ...data } = outcome.data;
    return { ...outcome, data };
  }
  const remarks = await remarksOn(record, plan, principal, parts);
  const hidden = await concealment(principal, branch);
  if (hidden === null) return outcomeOf(record, remarks);
  try {
    const outcome = outcomeOf(record, remarks);
    const data = hidden.data(outcome.data);
    return { ...outcome, data: typeof data === 'object' && data !== null ? { ...data } : {} };
  } catch (error) {
    throw hidden.refusal(error);
  }
}

/** The outcome for the requester: data if it was executed, pending, or the refusal for its status. */
function outcomeOf(
  record: ApprovalRecord,
  remarks: Remarks,
): QueryAnswer<Readonly<Record<string, unknown>>> {
  const { approval_id, status, event_id, detail, expires_at } = record;
  const plan = planOf(record);
  const marks = markWords(remarks);
  const about = { approval_id, status, detail, tool: plan.tool, branch: plan.branch, ...remarks };
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
          planned: { ...remarks },
          comments: remarks.comments?.length ?? 0,
          data: { ...about, expires_at },
        },
      };
    case 'rejected':
      throw new Refusal(
        'APPROVAL_REJECTED',
        `a person rejected it: ${detail ?? 'no reason given'}${marks === '' ? '' : `; with ${marks}`}`,
        marks === ''
          ? 'do not repeat it; change the plan, or ask the person'
          : 'do not repeat it; change the plan as the marks in data.decisions and data.comments say, or ask the person',
        about,
      );
    case 'expired':
      throw new Refusal(
        'APPROVAL_EXPIRED',
        `nobody decided it before ${expires_at}`,
        'call the tool again to request it again',
        about,
      );
    case 'stale':
      throw new Refusal(
        'APPROVAL_STALE',
        `the state on which it was planned has changed: ${detail ?? 'it differs'}`,
        'look at the current state, then call the tool again',
        about,
      );
    case 'cancelled':
      throw new Refusal('APPROVAL_CANCELLED', `it was cancelled: ${detail ?? ''}`, '', about);
    default:
      return status satisfies never;
  }
}
