/** @module watch: `approvals watch`: a live list on a terminal, lines elsewhere. */
import process from 'node:process';

import { openDesk } from '../approvals/open-desk.ts';
import { type Call, type Outcome, textOf } from '../command.ts';
import { activeApprover } from '../registry-change.ts';
import { watchLines } from './watch-lines.ts';
import { watchTerminal } from './watch-terminal.ts';

/**
 * Shows approvals until the user quits: as a live list on a terminal, else as lines.
 *
 * @throws CliFailure if `--as` names no active approver
 */
export async function watchApprovals(call: Call): Promise<Outcome> {
  await using desk = await openDesk(call);
  const approver = textOf(call, 'as');
  if (approver !== null) activeApprover(await desk.people(), approver);
  const live = process.stdin.isTTY && process.stdout.isTTY && !call.json;
  await (live ? watchTerminal(desk, call) : watchLines(desk, call));
  return { json: undefined, lines: [] };
}
