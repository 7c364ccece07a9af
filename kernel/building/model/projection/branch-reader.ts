/** @module branch reader: what a projection reads of a ledger, and which of its events count for one branch. */
import type { StoredEvent } from '../../../schemas/events.ts';

/** Answers now or later, as the store does. */
export interface BranchReader {
  branchHead(branch: string): Later<{
    readonly parent: string | null;
    readonly from_seq: number;
  } | null>;
  /** Events of one branch after its event `branch_seq`, in order; not those of its parent. */
  eventsOfBranch(branch: string, branch_seq: number, limit: number): Later<readonly StoredEvent[]>;
}
type Later<T> = T | Promise<T>;

/** A branch of a line, with the last ledger seq that counts. */
type Stretch = { readonly branch: string; readonly until: number };

/** The ancestors of a branch and the branch itself, oldest first; nothing after ledger seq `until` counts. */
export async function lineOf(
  reader: BranchReader,
  branch: string,
  until: number,
): Promise<readonly Stretch[]> {
  const line = new Map<string, Stretch>();
  let last = until;
  for (let name: string | null = branch; name !== null && !line.has(name);) {
    line.set(name, { branch: name, until: last });
    const head = await reader.branchHead(name);
    last = Math.min(last, head?.from_seq ?? 0);
    name = head?.parent ?? null;
  }
  return [...line.values()].toReversed();
}

/** Events read at once. */
const PAGE = 2000;

/** The events of a stretch in order, page by page. */
export async function* pagesOf(
  reader: BranchReader,
  { branch, until }: Stretch,
): AsyncGenerator<readonly StoredEvent[]> {
  for (let read = 0; ;) {
    const page = await reader.eventsOfBranch(branch, read, PAGE);
    const last = page.at(-1);
    if (last === undefined) return;
    yield last.seq <= until ? page : page.filter(({ seq }) => seq <= until);
    if (last.seq >= until || page.length < PAGE) return;
    read = last.branch_seq;
  }
}
