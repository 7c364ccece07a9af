/** @module check tasks: the tests of editing tasks; those of one house share a workspace, each on branches of its own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type TestWorkspace, testWorkspace } from '../../e2e/connect.ts';
import { readBuilding } from './building.ts';
import type { EditTask, ToolCall } from './edit-task.ts';
import { faultsOfBest } from './expected.ts';
import { houseFile } from './houses.ts';
import { type Performer, performerIn } from './perform.ts';
import { stageIn } from './staged.ts';

/** Registers the tests of tasks; those of a house whose file is not there are skipped. */
export function checkTasks(tasks: readonly EditTask[]): void {
  for (const house of new Set(tasks.map((task) => task.house))) {
    const isThere = houseFile(house) !== null;
    describe.runIf(isThere)(`in the house ${house}`, () => {
      let workspace: TestWorkspace | undefined;
      let performer: Performer | undefined;
      beforeAll(async () => {
        workspace = testWorkspace(false);
        await stageIn(workspace.dir, house);
        performer = await performerIn(workspace.dir);
      });
      afterAll(async () => {
        await performer?.close();
        workspace?.remove();
      });
      const on = async (branch: string, calls: readonly ToolCall[]): Promise<void> => {
        await performer?.perform(calls, branch);
      };
      const faults = async (task: EditTask, branch: string): Promise<readonly string[]> => {
        const dir = workspace?.dir ?? '';
        return faultsOfBest(await readBuilding(dir), await readBuilding(dir, branch), task.results);
      };
      for (const task of tasks.filter((one) => one.house === house)) checkTask(task, on, faults);
    });
  }
}

function checkTask(
  task: EditTask,
  on: (branch: string, calls: readonly ToolCall[]) => Promise<void>,
  faults: (task: EditTask, branch: string) => Promise<readonly string[]>,
): void {
  const fork = (name: string): ToolCall => ({ tool: 'create_branch', arguments: { name } });
  const stray: ToolCall = {
    tool: 'modify_parameter',
    arguments: { element_id: STRAY[task.house], parameter_name: 'name', value: 'Stray' },
  };

  test(`${task.name}: fails if nothing was done, and after a mistake`, async () => {
    expect(await faults(task, 'main')).not.toEqual([]);
    const branch = `${task.name}/mistake`;
    await on('main', [fork(branch)]);
    await on(branch, task.mistake);
    expect(await faults(task, branch)).not.toEqual([]);
  });

  test(`${task.name}: passes when it is solved, and fails if something else changes, too`, async () => {
    const branch = `${task.name}/solved`;
    await on('main', [fork(branch)]);
    await on(branch, task.solution);
    expect(await faults(task, branch)).toEqual([]);
    await on(branch, [stray]);
    expect(await faults(task, branch)).toEqual([expect.stringContaining(STRAY[task.house])]);
  });
}

/** Walls that no task changes. */
const STRAY: Readonly<Record<EditTask['house'], string>> = {
  fzk: 'wall_58f9724eac25a572',
  duplex: 'wall_07cdf691243684f2',
  niedriha: 'wall_3b6f6a39640b4ad7',
};
