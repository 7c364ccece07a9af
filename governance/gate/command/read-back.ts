/** @module read-back: compares the committed state with the plan before success is reported. */
import type { PlanReply } from '../../engine/protocol.ts';
import type { GateParts } from '../call/context.ts';

/**
 * INVARIANT: success is reported only for values read back from the committed state.
 *
 * @throws if an element differs from the plan and no later event explains it
 */
export async function assertReadBack<View>(
  { domain }: Pick<GateParts<View>, 'domain'>,
  { branch, expected }: Pick<PlanReply, 'branch' | 'expected'>,
  lastSeq: number,
): Promise<void> {
  await domain.catchUp();
  const differing = domain.readBack(branch, expected);
  if (differing.length === 0) return;
  const { of: versionOf } = domain.versions(domain.view(branch));
  const unexplained = differing.filter((id) => versionOf(id) <= lastSeq);
  if (unexplained.length > 0) {
    throw new Error(`committed, but read back differently: ${unexplained.join(', ')}`);
  }
}
