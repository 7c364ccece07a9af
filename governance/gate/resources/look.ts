/** @module look: the view of a branch for requests other than tool calls: completions and change notices. */
import { Refusal } from '../../../schemas/errors.ts';
import { activeAgent, type Connection } from '../../access/principal.ts';
import { branchFault } from '../../access/scope.ts';
import { callerView } from '../../engine/call/caller-view.ts';
import type { GateParts } from '../call/context.ts';
import { catchUpFor } from '../catch-up.ts';

/** Reads a branch for the principal of a connection. */
export type Look<View> = {
  /**
   * Returns the branch as the caller sees it now; null if it may read nothing there. `counted` is true if the request
   * counts towards the rate of the caller. No audit entry is written, since only names are returned.
   */
  readonly at: (from: Connection, branch: string, counted: boolean) => Promise<View | null>;
};

/** A reader with the same restrictions as the tools of a gate. */
export function branchReader<View>(parts: GateParts<View>): Look<View> {
  const { directory, limitRate, now } = parts;
  const catchUp = catchUpFor(parts);
  return {
    at: async (from, branch, counted) => {
      await catchUp();
      const { principal, refusal } = from.identify();
      if (refusal !== null) return null;
      const agent = activeAgent(directory, principal);
      const { policy } = directory.workspace();
      if (counted) await limitRate(agent.name, now().getTime(), policy.rate_limit_per_minute);
      const { READ } = agent.permissions.permissions;
      if (READ === undefined || branchFault(READ, branch) !== null) return null;
      const whole = openBranch(parts, branch);
      return whole === null ? null : callerView(parts, agent, whole, branch).view;
    },
  };
}

function openBranch<View>({ domain }: GateParts<View>, branch: string): View | null {
  try {
    return domain.view(branch);
  } catch (error) {
    if (error instanceof Refusal && error.body.name === 'BRANCH_NOT_FOUND') return null;
    throw error;
  }
}
