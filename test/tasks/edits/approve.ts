/**
 * @module approve: the person who approves everything that a model asks for in a workspace.
 *
 *   node test/tasks/edits/approve.ts DIR            approves all pending approvals
 *   node test/tasks/edits/approve.ts DIR MINUTES    goes on for so long, or until the workspace is checked or removed
 */
import { existsSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

import { workspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import { approveWaiting } from '../stage.ts';
import { isChecked } from './checked-mark.ts';

/** Time between two looks, ms. */
const LOOK_MS = 2000;

const [, , dir, minutes = '0'] = process.argv;
if (dir === undefined || !existsSync(workspacePaths(dir).store)) {
  process.stderr.write(`got ${dir ?? 'no folder'}, want the folder of a workspace\n`);
  process.exitCode = 2;
} else {
  const end = Date.now() + Number(minutes) * 60_000;
  do {
    try {
      for (const id of await approveWaiting(dir)) process.stdout.write(`approved ${id}\n`);
    } catch (error) {
      // Such as an approval that became stale meanwhile.
      process.stderr.write(`${String(error)}\n`);
    }
    if (Date.now() < end) await delay(LOOK_MS);
  } while (Date.now() < end && existsSync(workspacePaths(dir).store) && !isChecked(dir));
}
