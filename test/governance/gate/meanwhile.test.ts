/** @module meanwhile.test: changes of the model by others between a request and its signature. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { EnvelopeBody } from '../../../schemas/envelope.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { approving, type Approving, type Voice } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

let harness: Harness;
let agent: Approving;
/** Needs approval to create or modify. */
let cautious: Voice;
/** May move levels, but nothing on them. */
let surveyor: Voice;

beforeEach(async () => {
  harness = await openHarness(geometryServer);
  const all = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
  agent = await approving(harness, {
    cautious: { permissions: all, requires_approval: ['element.created', 'element.modified'] },
    surveyor: { permissions: { ...all, MODIFY: { categories: ['Levels'] } } },
  });
  cautious = agent.other('cautious');
  surveyor = agent.other('surveyor');
});
afterEach(() => harness.close());

function idIn({ data }: EnvelopeBody, name: string): string {
  const id = data[name];
  if (typeof id !== 'string') throw new Error(`no ${name} in ${JSON.stringify(data)}`);
  return id;
}

async function level(name = 'Ground', elevation = 0): Promise<string> {
  return idIn(await agent.done('create_level', { name, elevation }), 'level_id');
}

async function wall(level_id: string, y = 0): Promise<string> {
  const line = { start: { x: 0, y }, end: { x: 5000, y } };
  return idIn(await agent.done('create_wall', { level_id, ...line }), 'wall_id');
}

/** The event of the change that a person has just approved. */
async function eventOf(approval_id: string): Promise<string> {
  expect(await agent.decide(approval_id)).toBe('executed');
  return (await harness.keeper.approval(approval_id))?.event_id ?? '';
}

const deletion = (...element_ids: readonly string[]): Promise<string> =>
  agent.held('delete_elements', { element_ids });

describe('a pending undo is stale', () => {
  test('a pending undo is stale when the level of the elements that it would restore is deleted', async () => {
    const level_id = await level();
    const wall_id = await wall(level_id);
    const event_id = await eventOf(await deletion(wall_id));
    const undoing = await cautious.held('undo', { event_id });
    await eventOf(await deletion(level_id));
    expect(await agent.decide(undoing)).toBe('stale');
  });

  test('a pending undo is stale when something is placed on the level that it would delete', async () => {
    const made = await agent.done('create_level', { name: 'Upper', elevation: 3000 });
    const undoing = await agent.held('undo', { event_id: made.event_id });
    await wall(idIn(made, 'level_id'));
    expect(await agent.decide(undoing)).toBe('stale');
  });

  test('a pending undo is stale when another opening takes its place in the wall', async () => {
    const wall_id = await wall(await level());
    const placed = await agent.done('place_door', { wall_id, offset: 1000 });
    const event_id = await eventOf(await deletion(idIn(placed, 'door_id')));
    const undoing = await cautious.held('undo', { event_id });
    await agent.done('place_door', { wall_id, offset: 1200 });
    expect(await agent.decide(undoing)).toBe('stale');
  });

  test('a pending undo is stale when a neighbour moves to the place of the door that it would restore', async () => {
    const wall_id = await wall(await level());
    const placed = await agent.done('place_door', { wall_id, offset: 500 });
    const other = await agent.done('place_door', { wall_id, offset: 2000 });
    const element_id = idIn(placed, 'door_id');
    const moved = await agent.done('move_element', { element_id, delta: { x: 2500, y: 0, z: 0 } });
    const undoing = await cautious.held('undo', { event_id: moved.event_id });
    const aside = { element_id: idIn(other, 'door_id'), delta: { x: -1400, y: 0, z: 0 } };
    await agent.done('move_element', aside);
    expect(await agent.decide(undoing)).toBe('stale');
  });

  test('a pending undo is executed when nothing that it concerns has changed', async () => {
    const level_id = await level();
    const wall_id = await wall(level_id);
    const event_id = await eventOf(await deletion(wall_id));
    const undoing = await cautious.held('undo', { event_id });
    await wall(level_id, 9000);
    expect(await agent.decide(undoing)).toBe('executed');
  });
});

describe('the move of a level', () => {
  test('the pending move of a level is stale when another element is placed on it', async () => {
    const level_id = await level();
    const up = { element_id: level_id, parameter_name: 'elevation', value: 3000 };
    const moves = [
      await cautious.held('modify_parameter', up),
      await cautious.held('move_element', { element_id: level_id, delta: { x: 0, y: 0, z: 500 } }),
    ];
    await wall(level_id);
    for (const moving of moves) expect(await agent.decide(moving)).toBe('stale');
  });

  test('the move of a level counts its dependants, so 50 walls need approval', async () => {
    const level_id = await level();
    const lines = Array.from({ length: 50 }, (_, index) => ({
      tool: 'create_wall',
      arguments: {
        level_id,
        start: { x: 0, y: index * 1000 },
        end: { x: 5000, y: index * 1000 },
      },
    }));
    await agent.done('apply_changes', { operations: lines.slice(0, 49) });
    const up = { element_id: level_id, delta: { x: 0, y: 0, z: 10 } };
    const moved = await agent.done('move_element', up);
    expect(moved.warnings).toEqual([
      expect.stringMatching(
        /^49 elements move along with their level: (`\w+`(, )?){5} and 44 more$/u,
      ),
    ]);
    await agent.done('apply_changes', { operations: lines.slice(49) });
    const waiting = await agent.ask('move_element', { ...up, dry_run: false });
    expect(waiting.error).toMatchObject({ name: 'APPROVAL_PENDING', data: { triggers: ['bulk'] } });
    // A change of a name moves nothing.
    const named = { element_id: level_id, parameter_name: 'name', value: 'Cellar' };
    expect((await agent.done('modify_parameter', named)).warnings).toEqual([]);
  });

  test('the move of a level must have all of its dependants inside the scope', async () => {
    const level_id = await level();
    const up = { element_id: level_id, delta: { x: 0, y: 0, z: 10 } };
    const wall_id = await wall(level_id);
    const { error } = await surveyor.ask('move_element', up);
    expect(error).toMatchObject({ name: 'SCOPE_DENIED', data: { faults: [{ id: wall_id }] } });
  });
});

describe('the pending deletion of a roof', () => {
  let level_id: string;
  let roof_id: string;
  beforeEach(async () => {
    level_id = await level();
    const [x, y] = [8000, 6000];
    const corners = [
      { x: 0, y: 0 },
      { x, y: 0 },
      { x, y },
      { x: 0, y },
    ];
    const roof = { level_id, boundary_points: corners, roof_type: 'gable', slope: 30 };
    roof_id = idIn(await agent.done('create_roof', roof), 'roof_id');
  });

  test('the pending deletion of a roof is executed after unrelated changes', async () => {
    const held = await deletion(roof_id);
    const wall_id = await wall(level_id, 3000);
    await agent.done('modify_parameter', {
      element_id: wall_id,
      parameter_name: 'name',
      value: 'Ridge',
    });
    expect(await agent.decide(held)).toBe('executed');
  });

  test.each(['set', 'made'])(
    'the pending deletion of a roof is stale when a wall (%s) ends under it',
    async (how) => {
      const wall_id = await wall(level_id, 3000);
      const held = await deletion(roof_id);
      if (how === 'set') {
        const under = { parameter_name: 'top_under', value: roof_id };
        await agent.done('modify_parameter', { element_id: wall_id, ...under });
      } else {
        const line = { start: { x: 4000, y: 500 }, end: { x: 4000, y: 5500 } };
        await agent.done('create_wall', { level_id, ...line, top_under: roof_id });
      }
      expect(await agent.decide(held)).toBe('stale');
    },
  );

  test('the deletion of a roof makes a pending wall that would end under it stale', async () => {
    const wall_id = await wall(level_id, 3000);
    const under = { parameter_name: 'top_under', value: roof_id };
    const held = await cautious.held('modify_parameter', { element_id: wall_id, ...under });
    await eventOf(await deletion(roof_id));
    expect(await agent.decide(held)).toBe('stale');
  });
});
