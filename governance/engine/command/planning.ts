/** @module planning: a command call during its planning. */
import type { WorkspaceRecord } from '../../../schemas/governance.ts';
import type { ChangeChecks } from '../../tool/change-checks.ts';
import type { CommandValue } from '../../tool/define.ts';
import type { EngineParts } from '../call/engine-parts.ts';
import type { GovernedCall } from '../call/governed-call.ts';

/**
 * A call of a command, with the checks of its server that a caller can request and the rules that apply at the time of
 * the call.
 */
export type CommandCall<View> = GovernedCall<View> & {
  readonly tool: CommandValue<View>;
  readonly checks: ChangeChecks<View> | undefined;
  readonly server: string;
  readonly workspace: WorkspaceRecord;
  /** As in `CallData`. */
  readonly id_secret: string;
};

/** The inputs of every planning step: the engine and the call. */
export type Planning<View> = {
  readonly parts: EngineParts<View>;
  readonly call: CommandCall<View>;
};
