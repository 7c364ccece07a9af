/** @module commit-text: the text form of a commit: the writes of one transaction, for the other machines. */
import * as z from 'zod';

import { storedEvents } from '../../../schemas/event-schemas.ts';
import type { StoredEvent } from '../../../schemas/events.ts';
import { APPROVAL_STATUSES, ApprovalFields } from '../../../schemas/governance.ts';
import { BLOB_CHUNK_BYTES } from '../../../schemas/imports.ts';
import { chainHash, GENESIS } from '../../base/canonical/chain.ts';
import { canonicalJson } from '../../base/canonical/json.ts';
import { LedgerError } from '../ledger.ts';

/** A position in the log of commits: number and hash of the last commit. */
export type Position = { readonly n: number; readonly hash: string };

/** The position before the first commit. */
export const START: Position = { n: 0, hash: GENESIS };

/** A commit as stored in the database. */
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

/** One call of a write method of a transaction, with the arguments to repeat it. */
const Write = z.discriminatedUnion('write', [
  /** Events with the `seq` and `branch_seq` that they were assigned; another store must assign the same. */
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
  z.strictObject({
    write: z.literal('blob_opened'),
    row: z.strictObject({
      sha256: z.string(),
      bytes: z.int(),
      owner: z.string(),
      staged_at: z.string(),
    }),
  }),
  /** `packed`: the content, deflated (the same bytes on every machine), in base64; `bytes`: its length. */
  z.strictObject({
    write: z.literal('blob_chunk'),
    sha256: z.string(),
    n: z.int(),
    bytes: z.int().positive().max(BLOB_CHUNK_BYTES),
    packed: z.string(),
  }),
  z.strictObject({
    write: z.literal('blob_complete'),
    sha256: z.string(),
    as: z.string().exactOptional(),
  }),
  z.strictObject({ write: z.literal('blob_dropped'), sha256: z.string() }),
]);
/** A recorded write. */
export type Write = z.output<typeof Write>;

/**
 * The heads of ledger and audit chain after a commit. Every store that applies the commit must reach the same heads.
 */
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

/** The writes of one transaction. Each attempt gets a new `commit_id`, by which a writer recognises its own commit. */
export type Commit = z.output<typeof Commit>;

/** Parses one write. @throws {LedgerError} NEWER_VERSION for a write that this version does not know */
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
 * Parses the commit that must follow `after`.
 *
 * @throws {LedgerError} CORRUPT for a commit that does not follow or does not match its hash; NEWER_VERSION for a
 * commit with writes that this version does not know
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
