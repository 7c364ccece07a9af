/** @module server-definition: the tools of one server, in the order in which they are listed. */
import type { RunType } from '../../schemas/events.ts';
import type { ChangeChecks } from './change-checks.ts';
import type { Staging, ToolValue } from './define.ts';

/** One MCP server as a value. `instructions` are sent when a client connects; those of all servers together have at most 2,000 characters, which hosts show. */
export type ServerDefinition<View> = {
  readonly name: string;
  readonly title: string;
  readonly instructions: string;
  readonly tools: readonly ToolValue<View>[];
  /** Event type of its jobs without `records`, for permissions and approvals. Null for a server without such jobs. */
  readonly runs: RunType | null;
  /** Checks that its commands can run on a change; without it they accept no `check`. */
  readonly checks?: ChangeChecks<View>;
  /** The tool that runs calls of other tools as parts of one change, and the names of those tools. */
  readonly composed?: { readonly by: string; readonly parts: ReadonlySet<string> };
  /** The place where its jobs stage files; without it they stage none. */
  readonly staging?: Staging;
};
