/** @module hidden-branches.test: checks and exports refuse a hidden branch in the same way as a missing one. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { listedTools } from '../../contract/listed.ts';
import { openFileWorld, type FileWorld } from './file-world.ts';
import { WRITING } from './path-cases.ts';

type Args = Readonly<Record<string, unknown>>;

let made: FileWorld;
beforeAll(async () => {
  made = await openFileWorld();
});
afterAll(async () => {
  await made.close();
});

/** Arguments for every job that reads a branch. */
const JOBS: Readonly<Record<string, Args>> = {
  ...WRITING,
  accessibility_check: {},
  audit_ids: { ids: 'none.ids' },
  check_ids: { ids: 'none.ids' },
  check_ifc: { path: 'none.ifc' },
  clash_detection: {},
  code_compliance: { standard: 'IBC-2021', severity_threshold: 'error' },
  data_completeness: { required_params: ['name'] },
  egress_analysis: {},
  estimate: { list: 'none.csv' },
  export_drawing: { view_id: 'none', format: 'png' },
  fire_rating_check: {},
  structural_check: {},
  validate_constraints: {},
};

test('the cases cover every check and export', () => {
  const jobs = listedTools().filter(
    ({ tool, type }) => type === 'job' && 'branch' in Object(tool.inputSchema['properties']),
  );
  expect(jobs.map(({ tool }) => tool.name).toSorted()).toEqual(Object.keys(JOBS).toSorted());
});

test.each(Object.entries(JOBS))(
  '%s refuses a hidden branch like a missing one and records nothing on it',
  async (tool, args) => {
    const before = (await made.done('owner', 'get_history', { branch: 'other/x' }))['events'];
    const answers: string[] = [];
    for (const branch of ['other/x', 'other/q']) {
      const { error } = await made.call('branch', tool, { ...args, branch });
      expect(error?.name).toBe('SCOPE_DENIED');
      answers.push(JSON.stringify(error).replaceAll(branch, '<branch>'));
    }
    expect(answers[0]).toBe(answers[1]);
    const after = (await made.done('owner', 'get_history', { branch: 'other/x' }))['events'];
    expect(after).toEqual(before);
  },
);

test('a check of a readable branch is recorded on this branch', async () => {
  const { event_id } = await made.call('branch', 'clash_detection', { branch: 'design/a' });
  const { events } = await made.done('owner', 'get_history', { branch: 'design/a' });
  expect(JSON.stringify(events)).toContain(event_id);
});
