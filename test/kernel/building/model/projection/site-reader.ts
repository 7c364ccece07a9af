/** @module site reader: the ledger of a test's site in the form that a projection reads. */
import type { BranchReader } from '../../../../../kernel/building/model/projection/branch-reader.ts';
import type { Site } from '../build.ts';

export function siteReader({ ledger, model }: Site): BranchReader {
  return {
    branchHead: (branch) => model.branches().find(({ name }) => name === branch) ?? null,
    blobPart: () => null,
    eventsOfBranch: (branch, branch_seq, limit) =>
      ledger.events
        .filter((event) => event.branch === branch && event.branch_seq > branch_seq)
        .slice(0, limit),
  };
}
