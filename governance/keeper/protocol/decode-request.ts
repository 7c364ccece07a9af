/** @module decode-request: parameters of requests as they arrive from outside, checked before they are used. */
import * as z from 'zod';

import type { Awaitable, LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { CompiledValidator } from '../../../schemas/compiled-validator.ts';
import { Refusal } from '../../../schemas/errors.ts';
import {
  AgentRecord,
  APPROVAL_STATUSES,
  ApproverRecord,
  Challenge,
  Decision,
  PlanDocument,
  SignedChange,
  WorkspaceRecord,
  type AuditDraft,
} from '../../../schemas/governance.ts';
import { overLimit, planOverLimit } from '../../../schemas/plan-limits.ts';
import type { KeeperHandlers } from './keeper-handlers.ts';
import type {
  CallsRequest,
  CommittedNotice,
  DecideRequest,
  RegistryRequest,
  RepairRequest,
  SubmitReply,
  SubmitRequest,
  UnfinishedRequest,
} from './protocol.ts';

/** A request whose parameters were checked, ready for a transaction. */
export type KeeperCall = (tx: LedgerTransaction, handlers: KeeperHandlers) => Awaitable<unknown>;

const Submit: z.ZodType<SubmitRequest> = z.strictObject({
  principal: z.strictObject({
    kind: z.enum(['agent', 'human']),
    name: z.string(),
    user_id: z.string(),
    agent_id: z.string().nullable(),
    session_id: z.string(),
  }),
  plan: PlanDocument,
  arguments: z.record(z.string(), z.unknown()),
  idempotency_key: z.string().nullable(),
});

/** Every commit is such a request, so its check is compiled. */
const SUBMIT = new CompiledValidator(Submit);

/** More entries than a gate ever holds back (`recorder.ts`). */
const DRAFTS_MAX = 50_000;

const Drafts = z
  .array(z.looseObject({ kind: z.enum(['call', 'approval', 'registry', 'workspace', 'keeper']) }))
  .max(DRAFTS_MAX) satisfies z.ZodType<AuditDraft[]>;

const Decide = z.strictObject({
  approval_id: z.string(),
  decision: Decision.omit({ user_id: true, public_key: true }),
  via: z.literal('hub').optional(),
}) satisfies z.ZodType<DecideRequest>;

const Calls = z.strictObject({
  name: z.string(),
  calls: z.number().int().min(1).max(1_000_000),
}) satisfies z.ZodType<CallsRequest>;

const Unfinished = z.strictObject({
  process: z.strictObject({
    host: z.string().max(200),
    id: z.string().max(200),
    pid: z.number().int(),
  }),
}) satisfies z.ZodType<UnfinishedRequest>;

const Registry = z.discriminatedUnion('change', [
  z.strictObject({
    change: z.literal('init'),
    workspace: WorkspaceRecord,
    agent: AgentRecord,
    log_public_key: z.string(),
  }),
  z.strictObject({
    change: z.literal('agent'),
    record: AgentRecord,
    signed: SignedChange.nullable(),
  }),
  z.strictObject({
    change: z.literal('approver'),
    record: ApproverRecord,
    signed: SignedChange.nullable(),
  }),
  z.strictObject({
    change: z.literal('policy'),
    policy: WorkspaceRecord.shape.policy,
    signed: SignedChange.nullable(),
  }),
]) satisfies z.ZodType<RegistryRequest>;

const Repair = z.strictObject({
  seq: z.number().int().min(1),
  event_digest: z.string(),
  approver: z.string(),
  reason: z.string().max(2000).nullable(),
  decided_at: z.string(),
  challenge: Challenge.exactOptional(),
  signature: z.string(),
}) satisfies z.ZodType<RepairRequest>;

const Committed = z.object({
  method: z.literal('committed'),
  params: z.object({
    head_seq: z.number(),
    audit_seq: z.number(),
    approvals: z.array(z.object({ approval_id: z.string(), status: z.enum(APPROVAL_STATUSES) })),
  }),
});

/** The notice in a message pushed by the keeper, or null when it is another message. */
export function committedIn(message: unknown): CommittedNotice | null {
  const result = z.safeParse(Committed, message);
  return result.success ? result.data.params : null;
}

/** Parameters that do not have the shape of their method. */
export class InvalidParams extends Error {
  override readonly name = 'InvalidParams';
}

/** Every method that needs a transaction, with the check of its parameters, which throws `InvalidParams`. */
export const DECODERS = {
  submit: (params) => {
    const over = overLimit(params);
    if (over !== null) return () => refusedAs(over, SMALLER);
    const request = SUBMIT.validate(params);
    if ('error' in request) {
      const reply = unknownEvents(request.error);
      return () => reply;
    }
    const large = planOverLimit(request.data.plan);
    if (large !== null) return () => refusedAs(large, SMALLER);
    return (tx, handlers) => handlers.submit(tx, request.data);
  },
  record: (params) => {
    const over = overLimit(params);
    if (over !== null) throw new InvalidParams(over);
    const drafts = shaped(Drafts, params);
    return async (tx, handlers) => {
      await handlers.record(tx, drafts);
      return null;
    };
  },
  decide: (params) => {
    const request = shaped(Decide, params);
    return (tx, handlers) => handlers.decide(tx, request);
  },
  registry: (params) => {
    const request = shaped(Registry, params);
    return (tx, handlers) => handlers.registry(tx, request);
  },
  repair: (params) => {
    const request = shaped(Repair, params);
    return (tx, handlers) => handlers.repair(tx, request);
  },
  // In a transaction, which only the keeper of the newest epoch can begin.
  termNonce: () => (_tx, handlers) => handlers.termNonce(),
  approval: (params) => {
    const approval_id = shaped(z.string(), params);
    return (tx, handlers) => handlers.approval(tx, approval_id);
  },
  calls: (params) => {
    const request = shaped(Calls, params);
    return (tx, handlers) => handlers.calls(tx, request);
  },
  unfinished: (params) => {
    const request = shaped(Unfinished, params);
    return (tx, handlers) => handlers.unfinished(tx, request);
  },
  checkpoint: () => (tx, handlers) => handlers.checkpoint(tx),
} satisfies Record<string, (params: unknown) => KeeperCall>;

const SMALLER = 'split it into smaller operations';

function shaped<S extends z.core.$ZodType>(shape: S, params: unknown): z.output<S> {
  const result = z.safeParse(shape, params);
  if (result.success) return result.data;
  throw invalidParams(result.error);
}

/** A plan with events of another version is refused with a next step; any other fault throws InvalidParams. */
function unknownEvents(error: z.core.$ZodError): SubmitReply {
  const [issue] = error.issues;
  if (issue?.path[0] !== 'plan' || issue.path[1] !== 'events') throw invalidParams(error);
  return refusedAs(
    `the plan has an event that is not known, at \`${issue.path.map(String).join('.')}\``,
    'plan the call again with this version of the tools',
  );
}

function refusedAs(message: string, hint: string): SubmitReply {
  return { status: 'refused', refusal: new Refusal('INVALID_ARGUMENT', message, hint).body };
}

function invalidParams({ issues: [issue] }: z.core.$ZodError): InvalidParams {
  const path = issue?.path.map(String).join('.') ?? '';
  return new InvalidParams(`got unusable params at \`${path}\`: ${issue?.message ?? 'unknown'}`);
}
