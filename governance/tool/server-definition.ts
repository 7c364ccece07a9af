/** @module server-definition: the tools of one server, in the order in which they are listed. */
import type { RunType } from '../../schemas/events.ts';
import type { ToolValue } from './define.ts';

/** One MCP server as a value. `instructions` is shown to the model when it connects, at most 2,000 characters. */
export type ServerDefinition<View> = {
  readonly name: string;
  readonly title: string;
  readonly instructions: string;
  readonly tools: readonly ToolValue<View>[];
  /** What its jobs are, for permissions and approvals; `tool.run` where it is not said. */
  readonly runs?: RunType;
};
