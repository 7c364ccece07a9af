/** @module call: one call that the gate has admitted, and the refusals of its tool. */
import { type ErrorName, Refusal } from '../../../schemas/errors.ts';
import type { Principal } from '../../../schemas/governance.ts';
import type { Refuse } from '../../../schemas/plan.ts';
import type { ActingAgent } from '../../access/principal.ts';
import type { ToolValue } from '../../tool/define.ts';
import type { SharedArguments } from '../../tool/registry.ts';

/** One call after the checks of its principal, arguments and permission class. */
export type GovernedCall<View> = {
  readonly tool: ToolValue<View>;
  readonly principal: Principal;
  readonly agent: ActingAgent;
  readonly own: Readonly<Record<string, unknown>>;
  readonly shared: SharedArguments;
  readonly branch: string;
  readonly timestamp: string;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
};

/** Returns the `refuse` function of a tool, which uses the hints of the tool's own list. */
export function refuseFor(tool: {
  readonly refusals: Readonly<Partial<Record<ErrorName, string>>>;
}): Refuse<ErrorName> {
  return (code, message, data) => {
    throw new Refusal(code, message, tool.refusals[code] ?? '', data);
  };
}
