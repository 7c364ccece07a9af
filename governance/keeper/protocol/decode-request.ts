/** @module decode-request: validates the parameters of requests before they are used. */
import * as z from 'zod';

import type { Awaitable, LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { CompiledValidator } from '../../../schemas/compiled-validator.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { AuditDraft } from '../../../schemas/governance.ts';
import { overLimit, planOverLimit } from '../../../schemas/plan-limits.ts';
import { BlobDropRequest, BlobPutSent, decodedChunk } from './blob-requests.ts';
import type { KeeperHandlers } from './keeper-handlers.ts';
import {
  CallsRequest,
  CommentRequest,
  CommittedNotice,
  DecideRequest,
  RegistryRequest,
  RepairRequest,
  type SubmitReply,
  SubmitRequest,
  UnfinishedRequest,
} from './protocol.ts';

/** A request whose parameters were checked, ready for a transaction. */
export type KeeperCall = (tx: LedgerTransaction, handlers: KeeperHandlers) => Awaitable<unknown>;

/** Compiled, because every commit is such a request. */
const SUBMIT = new CompiledValidator<SubmitRequest>(SubmitRequest);

/** More entries than a gate ever buffers (`recorder.ts`). */
const DRAFTS_MAX = 50_000;

const Drafts = z
  .array(z.looseObject({ kind: z.enum(['call', 'approval', 'registry', 'workspace', 'keeper']) }))
  .max(DRAFTS_MAX) satisfies z.ZodType<AuditDraft[]>;

const Committed = z.object({ method: z.literal('committed'), params: CommittedNotice });

/** The notice in a message pushed by the keeper; null for any other message. */
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
    const drafts = parsedParams(Drafts, params);
    return async (tx, handlers) => {
      await handlers.record(tx, drafts);
      return null;
    };
  },
  decide: decoder(DecideRequest, (handlers, tx, request) => handlers.decide(tx, request)),
  comment: decoder(CommentRequest, (handlers, tx, request) => handlers.comment(tx, request)),
  registry: decoder(RegistryRequest, (handlers, tx, request) => handlers.registry(tx, request)),
  repair: decoder(RepairRequest, (handlers, tx, request) => handlers.repair(tx, request)),
  // In a transaction, because only the keeper of the newest epoch can begin one.
  termNonce: () => (_tx, handlers) => handlers.termNonce(),
  approval: decoder(z.string(), (handlers, tx, approval_id) => handlers.approval(tx, approval_id)),
  calls: decoder(CallsRequest, (handlers, tx, request) => handlers.calls(tx, request)),
  unfinished: decoder(UnfinishedRequest, (handlers, tx, request) =>
    handlers.unfinished(tx, request),
  ),
  blobPut: (params) => {
    // Decoded before the transaction begins.
    const request = decodedChunk(parsedParams(BlobPutSent, params));
    return (tx, handlers) => handlers.blobPut(tx, request);
  },
  blobDrop: decoder(BlobDropRequest, (handlers, tx, request) => handlers.blobDrop(tx, request)),
  checkpoint: () => (tx, handlers) => handlers.checkpoint(tx),
} satisfies Record<string, (params: unknown) => KeeperCall>;

const SMALLER = 'split it into smaller operations';

/** Decoder of a method whose parameters have one shape. */
function decoder<S extends z.core.$ZodType>(
  shape: S,
  call: (
    handlers: KeeperHandlers,
    tx: LedgerTransaction,
    request: z.output<S>,
  ) => Awaitable<unknown>,
): (params: unknown) => KeeperCall {
  return (params) => {
    const request = parsedParams(shape, params);
    return (tx, handlers) => call(handlers, tx, request);
  };
}

function parsedParams<S extends z.core.$ZodType>(shape: S, params: unknown): z.output<S> {
  const result = z.safeParse(shape, params);
  if (result.success) return result.data;
  throw invalidParams(result.error);
}

/** A plan with events of another version is refused with a next step; any other fault throws InvalidParams. */
function unknownEvents(error: z.core.$ZodError): SubmitReply {
  const [issue] = error.issues;
  if (issue?.path[0] !== 'plan' || issue.path[1] !== 'events') throw invalidParams(error);
  return refusedAs(
    `the plan has an unknown event at \`${issue.path.map(String).join('.')}\``,
    'plan the call again with this version of the tools',
  );
}

function refusedAs(message: string, hint: string): SubmitReply {
  return { status: 'refused', refusal: new Refusal('INVALID_ARGUMENT', message, hint).body };
}

function invalidParams({ issues: [issue] }: z.core.$ZodError): InvalidParams {
  const path = issue?.path.map(String).join('.') ?? '';
  return new InvalidParams(`unusable params at \`${path}\`: ${issue?.message ?? 'unknown'}`);
}
