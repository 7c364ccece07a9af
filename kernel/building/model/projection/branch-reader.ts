/**
 * @module branch reader: the ledger queries of a projection, and the selection of the events that apply to one branch.
 */
import type { StoredEvent } from '../../../../schemas/events.ts';
import type { BlobSource } from '../state/manifests.ts';

/** Returns synchronously or asynchronously, like the store. */
export interface BranchReader extends BlobSource {
  branchHead(branch: string): Later<{
    readonly parent: string | null;
    readonly from_seq: number;
  } | null>;
  /** Events of one branch after its event `branch_seq`, in order, without the events of its parent. */
  eventsOfBranch(branch: string, branch_seq: number, limit: number): Later<readonly StoredEvent[]>;
}
type Later<T> = T | Promise<T>;

/** A branch in a line of ancestors, with the last ledger seq that applies. */
type Stretch = { readonly branch: string; readonly until: number };

/** Returns the ancestors of a branch and the branch itself, oldest first; nothing after ledger seq `until` applies. */
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

/** The number of events read at once. */
const PAGE = 2000;

/** The last event that was read: its numbers on its branch and in the ledger. */
type Place = { readonly branch_seq: number; readonly seq: number };

/** The events of a stretch after a place in it, in order, page by page. */
export async function* pagesOf(
  reader: BranchReader,
  { branch, until }: Stretch,
  after: Place = { branch_seq: 0, seq: 0 },
): AsyncGenerator<readonly StoredEvent[]> {
  for (let { branch_seq, seq } = after; seq < until;) {
    // Each event has a ledger seq of its own, so that no more can follow up to `until`.
    const limit = Math.min(PAGE, until - seq);
    const page = await reader.eventsOfBranch(branch, branch_seq, limit);
    const last = page.at(-1);
    if (last === undefined) return;
    yield last.seq <= until ? page : page.filter((event) => event.seq <= until);
    if (page.length < limit) return;
    ({ branch_seq, seq } = last);
  }
}
