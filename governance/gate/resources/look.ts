/** @module look: the view of a branch for something that is no call of a tool: what may be written next, or whether it has changed. */
import { Refusal } from '../../../schemas/errors.ts';
import { activeAgent, type Connection } from '../../access/principal.ts';
import { branchFault } from '../../access/scope.ts';
import { catchingUp } from '../catch-up.ts';
import type { GateParts } from '../context.ts';
import { seenBy } from '../seen.ts';

/** Looks at a branch for whoever is connected. */
export type Look<View> = {
  /**
   * The view as the caller may see it now, null where it may read nothing there. `counted` takes it off the calls that
   * the caller may make. No entry is left: nothing but names goes back.
   */
  readonly at: (from: Connection, branch: string, counted: boolean) => Promise<View | null>;
};

/** Looks through the same restrictions as the tools of a gate. */
export function looking<View>(parts: GateParts<View>): Look<View> {
  const { directory, limitRate, now } = parts;
  const catchUp = catchingUp(parts);
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
      return whole === null ? null : seenBy(parts, agent, whole, branch);
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
