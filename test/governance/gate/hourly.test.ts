/** @module hourly.test: the hourly limit as previews predict it, and repeated answers while a plan is pending. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { WorkspaceRecord } from '../../../schemas/governance.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { openHarness, type Harness } from './harness.ts';

type Envelope = Awaited<ReturnType<Harness['call']>>['envelope'];

let harness: Harness;
let walls: readonly string[];

const call = async (tool: string, input: object, dry_run = false): Promise<Envelope> =>
  (await harness.call(tool, { ...input, dry_run, reasoning: 'because' })).envelope;
const preview = async (tool: string, input: object): Promise<Envelope> => {
  const args = { tool, arguments: input, reasoning: 'look' };
  return (await harness.call('preview_operation', args)).envelope;
};
const height = (element_id: string | undefined, value: number): object => ({
  element_id,
  parameter_name: 'height',
  value,
});
const needOf = (data: Envelope['data'] | undefined): unknown => data?.['approval'];

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  const level = await call('create_level', { name: 'L', elevation: 0 });
  const { level_id } = level.data;
  const made = [0, 1, 2, 3].map((row) => ({
    tool: 'create_wall',
    arguments: { level_id, start: { x: 0, y: row * 2000 }, end: { x: 4000, y: row * 2000 } },
  }));
  await call('apply_changes', { operations: made });
  walls = harness.reader.eventsAfter(1, 4).map(({ aggregate_id }) => aggregate_id);
  const rows = harness.reader.registryAll('workspace');
  const { policy } = WorkspaceRecord.parse(JSON.parse(rows[0]?.record ?? ''));
  const stricter = { ...policy, max_unapproved_elements_per_hour: 2 };
  await harness.keeper.registry({ change: 'policy', policy: stricter, signed: null });
});
afterAll(() => harness.close());

const WAITS = { needed: true, because: ['unapproved_per_hour'], approvers_required: 1 };
const FREE = { needed: false, because: [], approvers_required: 0 };
const WHY = expect.stringMatching(
  /would have changed 3 existing elements .* more than 2 need the approval/,
);

test('a preview predicts that a change needs approval by the changes of the last hour', async () => {
  const [a, b, c] = walls;
  // The first preview reads the last hour, later ones continue from there.
  expect(needOf((await call('modify_parameter', height(a, 2500), true)).data)).toEqual(FREE);
  await call('modify_parameter', height(a, 2500));
  await call('modify_parameter', height(b, 2500));
  const previews = await Promise.all([
    call('modify_parameter', height(c, 2500), true),
    call('modify_parameter', height(b, 2600), true),
    preview('modify_parameter', height(c, 2500)),
  ]);
  expect(previews.map(({ data }) => needOf(data))).toEqual([WAITS, FREE, WAITS]);
  expect(previews[0]?.warnings).toEqual([WHY]);
  const waits = await call('modify_parameter', height(c, 2500));
  expect(needOf(waits.error?.data)).toEqual(WAITS);
  expect(waits.warnings).toEqual([expect.stringContaining('no decision is possible'), WHY]);
});

test('a repeated call gets the diff and the warnings of the first answer', async () => {
  const [, , , d] = walls;
  const once = { ...height(d, 2700), idempotency_key: 'once' };
  const { timestamp, ...first } = await call('modify_parameter', once);
  const { timestamp: later, ...again } = await call('modify_parameter', once);
  expect(first.error?.data).toMatchObject({
    repeated: false,
    diff: { modified: [{ id: d, params: { height: { from: 3000, to: 2700 } } }] },
  });
  const { error } = first;
  expect(again).toEqual({
    ...first,
    error: { ...error, data: { ...error?.data, repeated: true } },
  });
  expect(later >= timestamp).toBe(true);
});

test('a repeated call reports that its pending plan no longer fits the current state', async () => {
  const [, , , wall_id] = walls;
  const low = { ...height(wall_id, 1500), idempotency_key: 'low' };
  const first = await call('modify_parameter', low);
  expect(first.error?.data).toMatchObject({ diff: { counts: { modified: 1 } } });
  const window = { wall_id, offset: 500, width: 900, sill_height: 900, height: 1200 };
  expect(await call('place_window', window)).toMatchObject({ success: true });
  const again = await call('modify_parameter', low);
  expect(again.approval_id).toBe(first.approval_id);
  expect(again.error?.data['diff']).toBeUndefined();
  expect(again.warnings.at(-1)).toContain('its preview can no longer be computed');
});
