/** @module restore: returns a branch to an earlier state, for a person. */
import { branchOf, connected, outcomeOf, toolNamed } from '../calls/tool-call.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { misuse } from '../failure.ts';
import { parseInteger } from '../inputs/integer.ts';
import { ALL_SERVERS } from '../usages/options.ts';

const NEXT =
  'use the `seq` of an event of the branch; `plumbline call get_history` lists the events';

/**
 * Returns a branch to its state after the event of `--to`.
 *
 * @throws CliFailure with exit code 2 if that is missing or no positive number
 */
export async function restoreState(call: Call): Promise<Outcome> {
  const given = textOf(call, 'to');
  if (given === null) throw misuse('--to SEQ is missing', NEXT);
  const to_seq = parseInteger(given, '--to', Number.MAX_SAFE_INTEGER, NEXT);
  return await connected(call, ALL_SERVERS, async (connection, tools) =>
    outcomeOf(call, connection, {
      tool: toolNamed(tools, 'restore'),
      args: { to_seq, branch: branchOf(call) },
    }),
  );
}
