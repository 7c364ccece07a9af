/** @module commit text: what one transaction wrote, as the text that the other machines of a workspace carry out. */
import * as z from 'zod';

import { storedEvents } from '../../../schemas/event-schemas.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import { APPROVAL_STATUSES, ApprovalFields } from '../../../schemas/governance.ts';
import { chainHash, GENESIS } from '../../canonical/chain.ts';
import { canonicalJson } from '../../canonical/json.ts';
import { LedgerError } from '../ledger.ts';

/** A place in the log of commits: the number of the last one and its hash. */
export type Position = { readonly n: number; readonly hash: string };

/** Before the first commit. */
export const START: Position = { n: 0, hash: GENESIS };

/** A commit as it lies in the database. */
export type CommitRow = Position & { readonly prev_hash: string; readonly body: string };

const Status = z.enum(APPROVAL_STATUSES);

const Audit = z.strictObject({
  seq: z.int().positive(),
  prev_hash: z.string(),
  hash: z.string(),
  body: z.string(),
});

const StoredEvents = z.array(
  z.custom<StoredEvent>((event) => 'data' in storedEvents.validate(event), 'no event of this form'),
);

/** One call of a writing method of a transaction, with what is needed to make it again. */
const Write = z.discriminatedUnion('write', [
  /** With the counters that they were given, which another store must give them too. */
  z.strictObject({ write: z.literal('events'), events: StoredEvents }),
  z.strictObject({ write: z.literal('audit'), rows: z.array(Audit) }),
  z.strictObject({ write: z.literal('approval'), record: ApprovalFields }),
  z.strictObject({ write: z.literal('approval_moved'), from: Status, record: ApprovalFields }),
  z.strictObject({
    write: z.literal('idempotency'),
    row: z.strictObject({
      scope: z.string(),
      key: z.string(),
      digest: z.string(),
      operation_id: z.string(),
      reply: z.string(),
    }),
  }),
  z.strictObject({ write: z.literal('counter'), name: z.string(), by: z.int() }),
  z.strictObject({
    write: z.literal('registry'),
    row: z.strictObject({
      kind: z.enum(['workspace', 'agent', 'approver']),
      name: z.string(),
      record: z.string(),
    }),
  }),
  z.strictObject({
    write: z.literal('checkpoint'),
    row: z.strictObject({ size: z.int(), note: z.string(), hashes: z.array(z.string()) }),
  }),
]);
export type Write = z.output<typeof Write>;

/** Where ledger and audit chain stand after a commit: who carries it out must come to the same. */
const Heads = z.strictObject({
  head_seq: z.int(),
  audit_seq: z.int(),
  audit_hash: z.string().nullable(),
});
export type Heads = z.output<typeof Heads>;

const Commit = z.strictObject({
  v: z.literal(1),
  commit_id: z.string(),
  writes: z.array(Write),
  heads: Heads,
});

/** The writes of one transaction. `commit_id` is new for each try, so that a writer recognises its own. */
export type Commit = z.output<typeof Commit>;

/** Reads one write. Throws LedgerError NEWER_VERSION for one that this version does not know. */
export function readWrite(value: unknown): Write {
  const read = Write.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new LedgerError(
    'NEWER_VERSION',
    `got a write that this version does not know (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''})`,
  );
}

/** The commit that follows `after`. */
export function commitRow(after: Position, commit: Omit<Commit, 'v'>): CommitRow {
  const body = canonicalJson({ ...commit, v: 1 });
  return {
    n: after.n + 1,
    prev_hash: after.hash,
    hash: chainHash(after.hash, body),
    body,
  };
}

/**
 * Reads the commit that must follow `after`.
 *
 * @throws {LedgerError} CORRUPT for one that does not, or whose text is not that of its hash; NEWER_VERSION for one with
 *   writes that this version does not know
 */
export function readCommit(after: Position, row: CommitRow): Commit {
  const follows =
    row.n === after.n + 1 &&
    row.prev_hash === after.hash &&
    row.body.isWellFormed() &&
    row.hash === chainHash(after.hash, row.body);
  if (!follows) {
    throw new LedgerError(
      'CORRUPT',
      `commit ${row.n} of the database does not continue commit ${after.n} of this machine: it was edited or replaced`,
    );
  }
  const read = Commit.safeParse(JSON.parse(row.body));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new LedgerError(
    'NEWER_VERSION',
    `commit ${row.n} of the database has writes that this version does not know (${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}); upgrade the program`,
  );
}
