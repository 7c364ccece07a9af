/**
 * @module check: says whether a model has solved an editing task. Exits with 1 if it has not.
 *
 *   node test/tasks/edits/check.ts TASK DIR
 */
import process from 'node:process';

import { readBuilding } from './building.ts';
import { markChecked } from './checked-mark.ts';
import { editOf } from './edits.ts';
import { faultsOfBest } from './expected.ts';
import { importedHouse } from './staged.ts';

const [, , name = '', dir = '.'] = process.argv;
const task = editOf(name);
const house = await importedHouse(task.house);
if (house === null) throw new Error(`the file of the house \`${task.house}\` is not there`);
const faults = faultsOfBest(await readBuilding(house), await readBuilding(dir), task.results);
const verdict = [
  `${faults.length === 0 ? 'passed' : 'failed'} ${task.name} (${task.family})`,
  ...faults.map((fault) => `  ${fault}`),
  '',
].join('\n');
markChecked(dir, verdict);
process.stdout.write(verdict);
if (faults.length > 0) process.exitCode = 1;
