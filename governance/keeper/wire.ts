/** @module wire: the keeper's words as they arrive from outside, checked before anyone acts on them. */
import * as z from 'zod';

import type { Awaitable, LedgerTransaction } from '../../kernel/ledger/ledger.ts';
import {
  AgentRecord,
  APPROVAL_STATUSES,
  ApproverRecord,
  Decision,
  PlanDocument,
  SignedChange,
  WorkspaceRecord,
  type AuditDraft,
} from '../../schemas/governance.ts';
import type { KeeperHandlers } from './handlers-type.ts';
import type { CommittedNotice, DecideRequest, RegistryRequest, SubmitRequest } from './protocol.ts';

/** A request whose parameters were checked, ready for a transaction. */
export type KeeperCall = (tx: LedgerTransaction, handlers: KeeperHandlers) => Awaitable<unknown>;

/** Error codes of JSON-RPC 2.0 and our two: the store cannot be used, and a fault inside the keeper. */
export const WIRE_ERROR = {
  PARSE: -32700,
  INVALID_REQUEST: -32600,
  INVALID_PARAMS: -32602,
  FAULT: -32000,
  UNAVAILABLE: -32001,
} as const;

/** Longest message (bytes, without its line feed) that either side accepts. */
export const MESSAGE_LIMIT = 64 * 1024 * 1024;

const Submit = z.strictObject({
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
}) satisfies z.ZodType<SubmitRequest>;

const Drafts = z.array(
  z.looseObject({ kind: z.enum(['call', 'approval', 'registry', 'workspace', 'keeper']) }),
) satisfies z.ZodType<AuditDraft[]>;

const Decide = z.strictObject({
  approval_id: z.string(),
  decision: Decision.omit({ user_id: true, public_key: true }),
}) satisfies z.ZodType<DecideRequest>;

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

/** Every method that needs a transaction, with the check of its parameters. */
export const METHODS = {
  submit: (params) => {
    const request = shaped(Submit, params);
    return (tx, handlers) => handlers.submit(tx, request);
  },
  record: (params) => {
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
  approval: (params) => {
    const approval_id = shaped(z.string(), params);
    return (tx, handlers) => handlers.approval(tx, approval_id);
  },
  checkpoint: () => (tx, handlers) => handlers.checkpoint(tx),
} satisfies Record<string, (params: unknown) => KeeperCall>;

function shaped<S extends z.core.$ZodType>(shape: S, params: unknown): z.output<S> {
  const result = z.safeParse(shape, params);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  throw new InvalidParams(`got unusable params at \`${path}\`: ${issue?.message ?? 'unknown'}`);
}
