/** @module session: who looks, and at what. */
import { branchFault } from '../../../governance/access/scope.ts';
import { ASKS } from '../protocol/asks.ts';
import { jsonAnswer } from './answer.ts';

/** The person, and the branches that they may read. */
export const sessionAnswer = jsonAnswer('session', ASKS.session, async (_asked, looking) => {
  const { viewer, sees_all, reader, workspace, now } = looking;
  const { READ } = viewer.permissions.permissions;
  const readable = (await reader.branches()).filter(
    ({ branch }) => READ !== undefined && branchFault(READ, branch) === null,
  );
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
