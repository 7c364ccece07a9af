/** @module verify-chain: verifies the linear chain and the tree over it in one pass, page by page. */
import {
  continuesChain,
  verifyChain,
  type ChainHead,
  type ChainLink,
} from '../../kernel/base/canonical/chain.ts';
import { leafHash, openCompactRange } from '../../kernel/base/canonical/merkle.ts';
import type { AuditRow } from '../../kernel/ledger/ledger.ts';
import { EMPTY_CHAIN } from './entry.ts';
import { readNumber } from './governing.ts';
import type { AuditSource, Report } from './verify-report.ts';

/** Rows per page: few enough for the young generation of the heap. */
const PAGE = 1000;
/** Lower than the number of any entry, so that rows with wrong numbers are read too. */
export const BEFORE_ALL = -2_147_483_648;

/** Root of the tree and hash of the last entry, at one size. */
export type TreeHead = { readonly root: string; readonly hash: string };

/** Called with the entries in order; entries that `mayGovern` rejects may be left out. */
export type Visit = (rows: readonly Pick<AuditRow, 'seq' | 'body'>[]) => void | Promise<void>;

/** The result of one pass. */
export type ChainWalk = {
  readonly entries: number;
  readonly head: ChainHead;
  /** Tree heads at the requested sizes that were reached. */
  readonly trees: ReadonlyMap<number, TreeHead>;
};

/**
 * Reads the whole chain, reports its faults and passes each page on.
 *
 * An intact page costs one hash a row, and two more up to the largest of `sizes`. A page with a fault is read again by
 * `verifyChain`, together with the row before it, to name the fault.
 */
export async function walkChain(
  source: Pick<AuditSource, 'auditAfter'>,
  sizes: ReadonlySet<number>,
  report: Report,
  visit: Visit,
): Promise<ChainWalk> {
  const grow = treeGrower(sizes);
  let head: ChainHead = EMPTY_CHAIN;
  let previous: { readonly row: AuditRow; readonly after: ChainHead } | null = null;
  let entries = 0;
  for await (const rows of pages(source)) {
    entries += rows.length;
    if (!isIntact(head, rows)) diagnose(rows, head, previous, report);
    grow.add(rows);
    await visit(rows);
    const last = rows.at(-1);
    if (last === undefined) continue;
    const before = rows.at(-2);
    previous = { row: last, after: before ?? head };
    head = { seq: last.seq, hash: last.hash };
  }
  return { entries, head, trees: grow.trees };
}

/** All rows in order. Rows that share a number are all read, because a store without its constraints may contain such rows. */
async function* pages(
  source: Pick<AuditSource, 'auditAfter'>,
): AsyncGenerator<readonly AuditRow[]> {
  let after = BEFORE_ALL;
  let seen = 0;
  for (;;) {
    // One row back, so that duplicates of the last row are read too.
    const from = seen === 0 ? after : after - 1;
    const rows = await source.auditAfter(from, PAGE + seen);
    const fresh = rows.slice(seen);
    const last = fresh.at(-1);
    if (last === undefined) return;
    yield fresh;
    after = last.seq;
    seen = rows.length - rows.findIndex(({ seq }) => seq === after);
  }
}

/** Whether each row follows the one before, and the text of the last one has its number. */
function isIntact(after: ChainHead, rows: readonly AuditRow[]): boolean {
  let { seq, hash } = after;
  for (const row of rows) {
    seq += 1;
    if (row.seq !== seq || !continuesChain(hash, row)) return false;
    hash = row.hash;
  }
  const last = rows.at(-1);
  return last === undefined || readNumber(last.body) === seq;
}

/** Reports the faults of a page. */
function diagnose(
  rows: readonly AuditRow[],
  head: ChainHead,
  previous: { readonly row: AuditRow; readonly after: ChainHead } | null,
  report: Report,
): void {
  const read = previous === null ? rows : [previous.row, ...rows];
  const links = read.map(renumbered);
  const { faults } = verifyChain(links, { after: previous?.after ?? head });
  for (const fault of faults) {
    const known = previous !== null && fault.seq <= previous.row.seq && fault.kind !== 'edited';
    if (!known) report(fault.kind, fault.seq, describeFault(fault));
  }
  if (faults.length > 0) return;
  for (const [index, row] of read.entries()) {
    if (links[index]?.seq !== row.seq) {
      report(
        'reordered',
        row.seq,
        `the entry in row ${row.seq} states the seq ${links[index]?.seq}`,
      );
    }
  }
}

function describeFault(fault: ReturnType<typeof verifyChain>['faults'][number]): string {
  switch (fault.kind) {
    case 'edited':
      return 'the entry differs from the one that was chained';
    case 'missing':
      return fault.through === fault.seq
        ? 'the entry is missing'
        : `the entries up to ${fault.through} are missing`;
    case 'duplicate':
      return 'a second entry with this number';
    case 'fork':
      return `a second entry that continues entry ${fault.after}`;
    case 'reordered':
      return 'the entry follows one with a higher number';
    default:
      return fault satisfies never;
  }
}

/** A row under the number in its hashed text, so that moved rows are reported as moved. */
function renumbered(row: AuditRow): ChainLink {
  return { ...row, seq: readNumber(row.body) ?? row.seq };
}

function treeGrower(sizes: ReadonlySet<number>): {
  readonly add: (rows: readonly AuditRow[]) => void;
  readonly trees: ReadonlyMap<number, TreeHead>;
} {
  const largest = Math.max(0, ...sizes);
  const range = openCompactRange();
  const trees = new Map<number, TreeHead>();
  let size = 0;
  return {
    trees,
    add: (rows) => {
      for (const row of rows) {
        if (size >= largest) return;
        size += 1;
        range.append(leafHash(row.body.toWellFormed()));
        if (sizes.has(size)) trees.set(size, { root: range.root(), hash: row.hash });
      }
    },
  };
}
