/** @module notice: marks of what the person sees, so that a page learns of changes without learning of hidden ones. */
import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';
import type { Looking } from '../looking/looking.ts';
import { seenApprovals } from '../looking/seen-approvals.ts';
import { ASKS } from '../protocol/asks.ts';
import { jsonAnswer } from './answer.ts';
import { readableBranches } from './session.ts';

/** The newest event that the person sees of each branch, and the state of the approvals that they see. */
export const noticeAnswer = jsonAnswer('notice', ASKS.notice, async (_asked, looking) => {
  const branches: Record<string, string> = {};
  for (const { branch, status } of await readableBranches(looking)) {
    if (status === 'open') branches[branch] = await newestEvent(looking, branch);
  }
  const seen = await seenApprovals(looking, null);
  const states = seen.map(({ record: { approval_id, status, updated_at } }) => [
    approval_id,
    status,
    updated_at,
  ]);
  return { branches, approvals: sha256Hex(JSON.stringify(states)) };
});

async function newestEvent(looking: Looking, branch: string): Promise<string> {
  const { view } = await looking.at({ branch });
  const [newest] = await view.history({ element_id: null, limit: 1 });
  return newest?.event_id ?? '';
}
