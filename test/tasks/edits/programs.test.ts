/** @module tests of the programs with which a task is performed: stage, call, approve, check. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { ok, plumbline, type TestWorkspace, testWorkspace } from '../../e2e/connect.ts';
import { readBuilding } from './building.ts';

let workspace: TestWorkspace;
let dir: string;
beforeAll(() => {
  workspace = testWorkspace(false);
  dir = join(workspace.dir, 'task');
});
afterAll(() => workspace.remove());

const UTILITY = 'room_6d034016316e77c4';

/** Runs one of the programs. */
function run(program: string, ...words: readonly string[]): readonly [number | null, string] {
  const path = join(import.meta.dirname, `${program}.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...words], {
    encoding: 'utf8',
  });
  return [status, stdout + stderr];
}

test('without a task, stage lists all of them', () => {
  const [status, shown] = run('stage');
  expect(status).toBe(0);
  expect(shown.split('\n').filter((line) => line !== '')).toHaveLength(24);
});

test('a staged task is performed with calls, approved by itself, and checked', async () => {
  const [staged, briefing] = run('stage', 'give-up-a-room', dir);
  expect(staged).toBe(0);
  expect(briefing).toContain(
    'Request of the user: The room "Utility" of unit B (B205) is given up',
  );
  expect(run('stage', 'give-up-a-room', dir)[0]).toBe(2);

  const ids = `element_ids=["wall_bd8478f41d09ef30","${UTILITY}"]`;
  plumbline(dir, 'call', 'delete_elements', '--arg', ids, '--commit');
  await expect.poll(async () => (await readBuilding(dir)).has(UTILITY)).toBe(false);

  const outline = [
    [2506, -11_010],
    [4030, -11_010],
    [4030, -6850],
    [2506, -6850],
  ].map(([x, y]) => ({ x, y }));
  const room = ['element_id=room_a8df76245fd3e845', 'parameter_name=boundary_points'];
  const args = [...room, `value=${JSON.stringify(outline)}`].flatMap((arg) => ['--arg', arg]);
  ok(dir, 'call', 'modify_parameter', ...args, '--commit');
  expect(run('check', 'give-up-a-room', dir)).toEqual([0, 'passed give-up-a-room (topology)\n']);

  const [status, verdict] = run('check', 'rename-levels', dir);
  expect(status).toBe(1);
  expect(verdict).toContain('failed rename-levels (semantics)');
  expect(verdict).toContain('name must be "Ground Floor", is "Level 1"');
});
