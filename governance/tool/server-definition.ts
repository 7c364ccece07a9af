/** @module server-definition: the tools of one server, in the order in which they are listed. */
import type { RunType } from '../../schemas/events.ts';
import type { ChangeChecks } from './change-checks.ts';
import type { ToolValue } from './define.ts';

/** One MCP server as a value. `instructions` is shown to the model when it connects; those of six servers share 2,000 characters. */
export type ServerDefinition<View> = {
  readonly name: string;
  readonly title: string;
  readonly instructions: string;
  readonly tools: readonly ToolValue<View>[];
  /** What its jobs are, for permissions and approvals; `tool.run` by default. */
  readonly runs?: RunType;
  /** What its commands can be asked to check beside a change; without it they take no `check`. */
  readonly checks?: ChangeChecks<View>;
};
