/** @module operation-pages.test: get_operation for operations with more events than one answer shows. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { openHarness, type Harness } from './harness.ts';

/** Each door has two events: its creation and its place in the wall. */
const DOORS = 40;

let harness: Harness;
let operation_id: unknown;

const get = async (input: Readonly<Record<string, unknown>>) =>
  (await harness.call('get_operation', { reasoning: 'look', ...input })).envelope;

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  const doors = Array.from({ length: DOORS }, (_, at) => ({
    tool: 'place_door',
    arguments: { wall_id: '$wall', offset: at * 1000 },
  }));
  const [start, end] = [
    { x: 0, y: 0 },
    { x: DOORS * 1000, y: 0 },
  ];
  const operations = [
    { tool: 'create_level', as: 'level', arguments: { name: 'Ground', elevation: 0 } },
    { tool: 'create_wall', as: 'wall', arguments: { level_id: '$level', start, end } },
    ...doors,
  ];
  const made = await harness.call('apply_changes', { operations, dry_run: false, reasoning: 'b' });
  operation_id = made.envelope.event_id;
});
afterAll(() => harness.close());

test('get_operation lists the events of a large operation in pages, each once', async () => {
  const pages: unknown[][] = [];
  let data: Record<string, unknown> = { next_cursor: undefined };
  do {
    const { next_cursor: cursor } = data;
    ({ data } = await get({ operation_id, ...(cursor === undefined ? {} : { cursor }) }));
    const events = Array.isArray(data['events']) ? data['events'] : [];
    pages.push(events.map((event: { event_id: string }) => event.event_id));
  } while (data['next_cursor'] !== null && pages.length < DOORS);
  const seen = pages.flat();
  expect(pages.length).toBeGreaterThan(1);
  expect(seen.length).toBeGreaterThan(2 * DOORS);
  expect(seen).toHaveLength(Number(data['events_total']));
  expect(new Set(seen).size).toBe(seen.length);
});

test.each(['events.9999', 'events.', 'audit.50', 'events.50x'])(
  'get_operation refuses `%s`, which is not a cursor of the operation',
  async (cursor) => {
    const { error } = await get({ operation_id, cursor });
    expect(error).toMatchObject({ name: 'INVALID_ARGUMENT' });
    expect(error?.message).toContain(`\`${cursor}\` is not a cursor of its events`);
  },
);
