/** @module session: who looks, and at what. */
import { branchFault } from '../../../governance/access/scope.ts';
import type { BranchHead } from '../../../kernel/ledger/ledger.ts';
import type { Looking } from '../looking/looking.ts';
import { ASKS } from '../protocol/asks.ts';
import { jsonAnswer } from './answer.ts';

/** The branches that the person may read, in order of creation. */
export async function readableBranches({
  viewer,
  reader,
}: Looking): Promise<readonly BranchHead[]> {
  const { READ } = viewer.permissions.permissions;
  if (READ === undefined) return [];
  return (await reader.branches()).filter(({ branch }) => branchFault(READ, branch) === null);
}

/** The person, and the branches that they may read. */
export const sessionAnswer = jsonAnswer('session', ASKS.session, async (_asked, looking) => {
  const { viewer, sees_all, workspace, now } = looking;
  const readable = await readableBranches(looking);
  const names = new Set(readable.map(({ branch }) => branch));
  return {
    person: viewer.name,
    whole: sees_all,
    workspace,
    branches: readable.map(({ branch, parent, status }) => ({
      name: branch,
      parent: parent !== null && names.has(parent) ? parent : null,
      status,
    })),
    now: now().toISOString(),
  };
});
