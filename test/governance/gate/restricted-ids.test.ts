/** @module restricted-ids.test: ids that an agent with a restricted READ creates reveal no hidden changes, and none is used twice. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving, type Approving, type Voice } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
let owner: Approving;
/** Reads the level Ground. */
let low: Voice;
/** Has the same permissions as `low`. */
let twin: Voice;
let ground: string;
let upper: string;

const P = (x: number, y: number): object => ({ x, y });

beforeAll(async () => {
  harness = await openHarness(geometryServer);
  const permissions = {
    CREATE: {},
    MODIFY: {},
    DELETE: {},
    READ: { levels: ['Ground'] },
  };
  owner = await approving(harness, { low: { permissions }, twin: { permissions } });
  low = owner.other('low');
  twin = owner.other('twin');
  ground = await idOf(owner, 'create_level', { name: 'Ground', elevation: 0 });
  upper = await idOf(owner, 'create_level', { name: 'Upper', elevation: 3000 });
});
afterAll(() => harness.close());

/** Id of the first element that a call creates. */
async function idOf(voice: Voice, tool: string, args: object, dry_run = false): Promise<string> {
  const { success, data, error } = await voice.ask(tool, { ...args, dry_run });
  if (!success) throw new Error(`${tool}: ${JSON.stringify(error)}`);
  return String(Object.values(data)[0]);
}

/** Deletes an element, which a person approves. */
async function deleted(voice: Voice, id: string): Promise<void> {
  const approval = await voice.held('delete_elements', { element_ids: [id] });
  expect(await owner.decide(approval)).toBe('executed');
}

/** A wall on the ground level, at a distance from all others. */
const wallAt = (y: number): object => ({ level_id: ground, start: P(0, y), end: P(5000, y) });

/** A change on a level that `low` does not see. */
async function hiddenChange(y: number): Promise<void> {
  await idOf(owner, 'create_wall', { level_id: upper, start: P(0, y), end: P(5000, y) });
}

test('a preview with a restricted READ has the same ids after a hidden change', async () => {
  const before = await idOf(low, 'create_wall', wallAt(1000), true);
  await hiddenChange(1000);
  expect(await idOf(low, 'create_wall', wallAt(1000), true)).toBe(before);
});

test('a preview with a restricted READ and the commit after it have the same ids', async () => {
  const previewed = await idOf(low, 'create_wall', wallAt(2000), true);
  await hiddenChange(2000);
  expect(await idOf(low, 'create_wall', wallAt(2000))).toBe(previewed);
});

test('a call that re-creates a deleted element gives a new id each time', async () => {
  const given = new Set<string>();
  for (let nth = 0; nth < 4; nth += 1) {
    const previewed = await idOf(low, 'create_wall', wallAt(3000), true);
    const wall = await idOf(low, 'create_wall', wallAt(3000));
    expect(wall).toBe(previewed);
    given.add(wall);
    await deleted(low, wall);
  }
  expect(given.size).toBe(4);
});

test('equal concurrent calls create different elements', async () => {
  const column = { level_id: ground, location: P(2000, 40_000), profile: '300x300' };
  const made = await Promise.all(
    Array.from({ length: 3 }, async () => await idOf(low, 'create_column', column)),
  );
  expect(new Set(made).size).toBe(3);
});

test('agents with the same restricted READ get different ids for equal calls', async () => {
  const of_twin = await idOf(twin, 'create_wall', wallAt(5000), true);
  const before = await idOf(low, 'create_wall', wallAt(5000), true);
  expect(of_twin).not.toBe(before);
  const wall = await idOf(twin, 'create_wall', wallAt(5000));
  await deleted(twin, wall);
  expect(await idOf(low, 'create_wall', wallAt(5000), true)).toBe(before);
});

test('the id of an element that was moved out of view is not used again', async () => {
  const wall = await idOf(low, 'create_wall', wallAt(6000));
  await owner.done('modify_parameter', {
    element_id: wall,
    parameter_name: 'level_id',
    value: upper,
    dry_run: false,
  });
  const next = await idOf(low, 'create_wall', wallAt(6000));
  expect(next).not.toBe(wall);
});
