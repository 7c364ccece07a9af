/** @module notice: marks of what the person sees, so that a page learns of changes without learning of hidden ones. */
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import { seenApprovals } from '../looking/seen-approvals.ts';
import { visibleHead } from '../looking/visible-head.ts';
import { ASKS } from '../protocol/asks.ts';
import { jsonAnswer } from './answer.ts';
import { readableBranches } from './session.ts';

/** What the person sees of each open branch, as texts that change with it, and the state of the approvals that they see. */
export const noticeAnswer = jsonAnswer('notice', ASKS.notice, async (_asked, looking) => {
  const branches: Record<string, string> = {};
  for (const { branch, status } of await readableBranches(looking)) {
    if (status === 'open') branches[branch] = await visibleHead(looking, branch);
  }
  const { seen } = await seenApprovals(looking, null);
  const states = seen.map(({ record: { approval_id, status, updated_at } }) => [
    approval_id,
    status,
    updated_at,
  ]);
  return { branches, approvals: sha256Hex(JSON.stringify(states)) };
});
