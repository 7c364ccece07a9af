/** @module audit-index: where commits, and the refusals and rejections of each author, are in the audit log; read once. */
import { setImmediate as nextTurn } from 'node:timers/promises';

import * as z from 'zod';

import {
  entryOf,
  type LogEntry,
  requestText,
} from '../../../governance/audit/entries/log-entry.ts';
import { parseJson } from '../../../kernel/base/canonical/parse-json.ts';
import type { LedgerRead } from '../../../kernel/ledger/ledger.ts';
import { isCommit, isRefusedCall, isRejection, isWanted } from './audit-entries.ts';
import type { SeenOperation } from './operations.ts';

/** The queries of the index. */
export type AuditReader = Pick<LedgerRead, 'auditAfter' | 'auditHead' | 'approval'>;

/** An author by its ids. */
export type Author = { readonly user_id: string; readonly agent_id: string | null };

/** The plan of a rejected approval. */
const PlanOf = z.looseObject({
  branch: z.string(),
  tool: z.string(),
  session_id: z.string().nullish(),
  user_id: z.string(),
  agent_id: z.string().nullable(),
});
export type PlanOf = z.output<typeof PlanOf>;

/** The plan of the approval of an entry; null if there is none. */
export async function planOf(
  { approval_id }: LogEntry,
  reader: Pick<LedgerRead, 'approval'>,
): Promise<PlanOf | null> {
  const record = await reader.approval(requestText(approval_id) ?? '');
  return record === null ? null : (PlanOf.safeParse(parseJson(record.plan)).data ?? null);
}

/** The author of a refused call; null for other entries, and for a call without a known author. */
export function authorOfRefusal(entry: LogEntry): Author | null {
  if (!isRefusedCall(entry)) return null;
  const { user_id, agent_id } = entry.principal ?? {};
  return user_id === undefined || agent_id === undefined ? null : { user_id, agent_id };
}

/** Number of entries that are read at once. */
const PAGE = 500;

const KNOWN = new WeakMap<AuditReader, AuditIndex>();

/**
 * Places in an audit log. SECURITY: it covers hidden entries, so that the time in which a person finds their own ones does not
 * depend on the number of the others. Answers read the entries of their author, and of operations that the author sees.
 */
export class AuditIndex {
  readonly #reader: AuditReader;
  /** Audit seqs of commits, and the ledger seqs of their last events; both ascend. */
  readonly #commits: number[] = [];
  readonly #ends: number[] = [];
  /** Audit seqs of refusals and rejections, by author, ascending. */
  readonly #own = new Map<string, number[]>();
  #read = 0;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(reader: AuditReader) {
    this.#reader = reader;
  }

  /** The index of a log, which reads entries that are new since it was used last. */
  static of(reader: AuditReader): AuditIndex {
    const known = KNOWN.get(reader) ?? new AuditIndex(reader);
    KNOWN.set(reader, known);
    return known;
  }

  /** Reads all new entries. */
  async catchUp(): Promise<void> {
    while (await this.readAhead()) await nextTurn();
  }

  /** Reads some new entries. Returns whether more remain. */
  async readAhead(): Promise<boolean> {
    // One at a time: two readings would note the same entries.
    const result = this.#turn.then(async () => await this.#readPage());
    this.#turn = result.catch(() => undefined);
    return await result;
  }

  async #readPage(): Promise<boolean> {
    const rows = await this.#reader.auditAfter(this.#read, PAGE);
    for (const row of rows) {
      const entry = isWanted(row) ? entryOf(row) : null;
      if (entry !== null) await this.#note(entry);
      this.#read = row.seq;
    }
    return rows.length === PAGE;
  }

  async #note(entry: LogEntry): Promise<void> {
    const { seq, last_seq } = entry;
    if (isCommit(entry) && last_seq !== undefined) {
      this.#commits.push(seq);
      this.#ends.push(last_seq);
    }
    const author = isRejection(entry) ? await planOf(entry, this.#reader) : authorOfRefusal(entry);
    if (author === null) return;
    const key = keyOf(author);
    const own = this.#own.get(key) ?? [];
    this.#own.set(key, own);
    own.push(seq);
  }

  /** The newest refusal or rejection of an author before an audit seq; 0 without one. */
  ownBefore(author: Author, before: number): number {
    const own = this.#own.get(keyOf(author)) ?? [];
    return own[firstFrom(own, before) - 1] ?? 0;
  }

  /**
   * The newest commit before an audit seq that may be that of an operation, or is older than that of the operation; 0 without
   * one.
   */
  commitBefore({ last }: Pick<SeenOperation, 'last'>, before: number): number {
    const at = Math.min(firstFrom(this.#ends, last.seq), firstFrom(this.#commits, before) - 1);
    return this.#commits[Math.min(at, this.#commits.length - 1)] ?? 0;
  }

  /** An entry; null for one of an unknown form. */
  async entry(seq: number): Promise<LogEntry | null> {
    const [row] = await this.#reader.auditAfter(seq - 1, 1);
    return row === undefined ? null : entryOf(row);
  }
}

function keyOf({ user_id, agent_id }: Author): string {
  return JSON.stringify([user_id, agent_id]);
}

/** The index of the first of ascending numbers that is at least `least`. */
function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const number = numbers[middle];
    if (number !== undefined && number >= least) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whose entries are listed. */
type OwnEntries = { readonly reader: AuditReader; readonly author: Author };

/**
 * The entries before an audit seq that concern a person with a restricted READ, newest first: their own refusals and
 * rejections, and the commit of the operation that is listed next, or the one that is older than it.
 */
export async function* ownEntriesBefore(
  { reader, author }: OwnEntries,
  before: number,
  next: () => SeenOperation | null,
): AsyncGenerator<LogEntry> {
  const index = AuditIndex.of(reader);
  await index.catchUp();
  for (let end = before; ;) {
    const operation = next();
    const commit = operation === null ? 0 : index.commitBefore(operation, end);
    end = Math.max(commit, index.ownBefore(author, end));
    if (end === 0) return;
    const entry = await index.entry(end);
    if (entry !== null) yield entry;
  }
}
