/**
 * @module stage: prepares the workspace of an editing task, and prints what a model needs to perform it.
 *
 *   node test/tasks/edits/stage.ts                list the tasks
 *   node test/tasks/edits/stage.ts TASK DIR       make the workspace, and start the person who approves
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import { LAUNCHER } from '../../e2e/connect.ts';
import { EDITS, editOf } from './edits.ts';
import { houseTitle } from './houses.ts';
import { stageIn } from './staged.ts';

/** The text for the model. */
function briefing(name: string, dir: string): string {
  const { request, house } = editOf(name);
  const call = `node ${LAUNCHER} call`;
  return [
    `The folder ${dir} is a workspace with an imported building (${houseTitle(house)}) on the branch main.`,
    '',
    `Request of the user: ${request}`,
    '',
    'Change the building on main with nothing but the tools, and change nothing else. Lengths must be right within 1 mm.',
    '',
    `  cd ${dir}`,
    `  ${call}                                     lists the tools`,
    `  ${call} TOOL --help                         lists the arguments of one`,
    `  ${call} TOOL --arg NAME=VALUE …             calls it; a change is only previewed`,
    `  ${call} TOOL --arg NAME=VALUE … --commit    executes a change`,
    '',
    'What needs an approval is approved by a person within seconds, and then executed. `get_operation` tells you.',
    '',
  ].join('\n');
}

const [, , name, dir] = process.argv;
if (name === undefined || dir === undefined) {
  for (const edit of EDITS) {
    process.stdout.write(`${edit.family.padEnd(10)} ${edit.house.padEnd(9)} ${edit.name}\n`);
  }
} else if (existsSync(dir)) {
  process.stderr.write(`${dir} is there already: name a folder that is not\n`);
  process.exitCode = 2;
} else {
  const place = resolve(dir);
  await stageIn(place, editOf(name).house);
  spawn(process.execPath, [join(import.meta.dirname, 'approve.ts'), place, '30'], {
    detached: true,
    stdio: 'ignore',
  }).unref();
  process.stdout.write(briefing(name, place));
}
