/** @module perform: makes the calls of a solution. */
import { connect, type Connected } from '../../e2e/connect.ts';
import { approveAsked } from '../stage.ts';
import type { ToolCall } from './edit-task.ts';

/** A server on a staged workspace. `perform` makes calls on a branch, with the approvals that they ask for. */
export type Performer = {
  readonly perform: (calls: readonly ToolCall[], branch: string) => Promise<void>;
  readonly close: Connected['close'];
};

/** Starts the server with which calls are made. */
export async function performerIn(dir: string): Promise<Performer> {
  const connected = await connect(dir, 'geometry');
  return {
    perform: async (calls, branch) => {
      for (const call of calls) {
        const answer = await connected.call(call.tool, {
          ...call.arguments,
          ...(branch === 'main' ? {} : { branch }),
          reasoning: 'an editing task',
          dry_run: false,
        });
        if (answer.error !== undefined && answer.error.name !== 'APPROVAL_PENDING') {
          throw new Error(`${call.tool}: ${answer.error.message}`);
        }
        await approveAsked(dir, answer);
      }
    },
    close: connected.close,
  };
}
