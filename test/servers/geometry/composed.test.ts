/** @module many changes as one: apply_changes and run_script. */
import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { wallsAround } from '../../../kernel/building/kinds/room/room.ts';
import type { RefusalBody } from '../../../schemas/errors.ts';
import { applyChanges } from '../../../servers/geometry/tools/apply-changes.ts';
import { withWall, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

describe('apply_changes', () => {
  it('creates a wall, its door and a copy in one plan, by names', async () => {
    const { world, level_id } = await withWall();
    const wall = { level_id, start: P(0, 9000), end: P(4000, 9000) };
    const call = {
      operations: [
        { tool: 'create_wall', arguments: wall, as: 'w' },
        { tool: 'place_door', arguments: { wall_id: '$w', offset: 100 }, as: 'd' },
        { tool: 'place_window', arguments: { wall_id: '$d.wall_id', offset: 1000 } },
        { tool: 'copy_element', arguments: { element_id: '$w', delta: { x: 0, y: 5000 } } },
      ],
    };
    // Elements that the plan itself creates cannot change meanwhile.
    expect((await world.plan('apply_changes', call)).relies_on).toEqual([level_id]);
    const data = await world.do('apply_changes', call);
    expect(data).toMatchObject({ operation_count: 4, event_count: 10 });
    expect(world.view.count('wall')).toBe(3);
    expect(world.view.count('door')).toBe(2);
  });
  it('plans each operation on the result of the previous one, and nothing if one is refused', async () => {
    const { world, wall_id } = await withWall();
    const door = (offset: number): unknown => ({
      tool: 'place_door',
      arguments: { wall_id, offset },
    });
    const body = await world.refusal('apply_changes', { operations: [door(0), door(500)] });
    expect(body).toMatchObject({
      name: 'OPENING_OVERLAP',
      data: { operation: 1, tool: 'place_door' },
    });
    expect(body.message).toContain('operation 1 (place_door)');
    expect(world.view.count('door')).toBe(0);
  });
  it.each([
    ['UNKNOWN_TOOL', { tool: 'place_dor', arguments: {} }],
    ['UNKNOWN_TOOL', { tool: 'apply_changes', arguments: {} }],
    ['UNKNOWN_TOOL', { tool: 'merge_branch', arguments: {} }],
    ['INVALID_ARGUMENT', { tool: 'place_door', arguments: { wall_id: '$w', offset: 0 } }],
    ['UNKNOWN_ARGUMENT', { tool: 'place_door', arguments: { wall_id: 'w', ofset: 0 } }],
    ['OUT_OF_RANGE', { tool: 'place_door', arguments: { wall_id: 'w', offset: -1 } }],
    ['ELEMENT_NOT_FOUND', { tool: 'place_door', arguments: { wall_id: 'w', offset: 0 } }],
  ])('refuses with %s: %j', async (name, operation) => {
    const { world } = await withWall();
    const body = await world.refusal('apply_changes', { operations: [operation] });
    expect(body).toMatchObject({ name, data: { operation: 0, tool: operation.tool } });
  });
  it('names the closest tool and argument, and arguments of the whole change', async () => {
    const { world, level_id, wall_id } = await withWall();
    const refusalOf = async (tool: string, args: object): Promise<RefusalBody> =>
      world.refusal('apply_changes', { operations: [{ tool, arguments: args }] });
    const line = { level_id, start: { x: 0, y: 9000 }, end: { x: 1000, y: 9000 } };
    expect(await refusalOf('create_wal', line)).toMatchObject({
      name: 'UNKNOWN_TOOL',
      data: { nearest: 'create_wall' },
    });
    expect(await refusalOf('create_wall', { ...line, heigth: 2500 })).toMatchObject({
      name: 'UNKNOWN_ARGUMENT',
      message: expect.stringContaining('has no argument `heigth`, expected height'),
      data: { nearest: 'height', operation: 0, tool: 'create_wall' },
    });
    const window = { wall_id, offset: 500, sill: 900 };
    expect(await refusalOf('place_window', window)).toMatchObject({
      data: { nearest: 'sill_height' },
    });
    const deep = { ...line, start: { x: 0, y: 0, z: 0 } };
    expect(await refusalOf('create_wall', deep)).toMatchObject({
      name: 'UNKNOWN_ARGUMENT',
      message: expect.stringContaining('has no argument `z` in `start`'),
    });
    for (const shared of ['dry_run', 'reasoning', 'branch', 'idempotency_key']) {
      expect(await refusalOf('create_wall', { ...line, [shared]: 'x' })).toMatchObject({
        name: 'UNKNOWN_ARGUMENT',
        message: expect.stringContaining('applies to the whole change'),
      });
    }
  });

  it('reminds to write the name of an earlier result with a $', async () => {
    const { world, level_id } = await withWall();
    const line = { level_id, start: P(0, 9000), end: P(4000, 9000) };
    const operations = [
      { tool: 'create_wall', as: 'north', arguments: line },
      { tool: 'place_door', arguments: { wall_id: 'north', offset: 500 } },
    ];
    const body = await world.refusal('apply_changes', { operations });
    expect(body).toMatchObject({ name: 'ELEMENT_NOT_FOUND', data: { operation: 1 } });
    expect(body.message).toContain('write `$north`');
  });

  it('accepts 2,000 operations and refuses 2,001', () => {
    const operations = Array.from({ length: 2001 }, () => ({
      tool: 'create_level',
      arguments: {},
    }));
    expect(applyChanges.input.safeParse({ operations }).success).toBe(false);
    expect(applyChanges.input.safeParse({ operations: operations.slice(1) }).success).toBe(true);
  });

  it('plans 150 operations as one change', async () => {
    const { world, level_id } = await withWall();
    const operations = Array.from({ length: 150 }, (_, i) => ({
      tool: 'create_wall',
      arguments: { level_id, start: P(0, 1000 + i * 100), end: P(50, 1000 + i * 100) },
    }));
    const plan = await world.plan('apply_changes', { operations });
    expect(plan.events).toHaveLength(150);
    expect(new Set(plan.events.map(({ aggregate_id }) => aggregate_id)).size).toBe(150);
    expect(plan.relies_on).toEqual([level_id]);
  });

  it('reads `$$` as a text that starts with `$`', async () => {
    const { world } = await withWall();
    const level = { tool: 'create_level', arguments: { name: '$$5', elevation: 9000 } };
    await world.do('apply_changes', { operations: [level] });
    expect(world.view.levels().map(({ params }) => params.name)).toContain('$5');
  });
  it('plans the same ids on the same head', async () => {
    const { world, wall_id } = await withWall();
    const call = { operations: [{ tool: 'place_door', arguments: { wall_id, offset: 0 } }] };
    expect(await world.plan('apply_changes', call)).toEqual(
      await world.plan('apply_changes', call),
    );
  });
  it('is exclusive if it deletes a level', async () => {
    const { world, level_id } = await withWall();
    const call = {
      operations: [{ tool: 'delete_elements', arguments: { element_ids: [level_id] } }],
    };
    expect((await world.plan('apply_changes', call)).exclusive).toBe(true);
  });
});

const SCRIPT = `level "Ground" at 0 height 3 as ground
on $ground
walls rect (0, 0) to (8, 6) thickness 0.3 as shell
door in $shell.south at 1
window in $shell.north at 2
`;

describe('run_script', () => {
  it('reports line, column and what was expected', async () => {
    const world = await World.create();
    const body = await world.refusal('run_script', { script: 'wal (0,0) (1,0)' });
    expect(body).toMatchObject({ name: 'SCRIPT_SYNTAX', data: { line: 1, column: 1 } });
    expect(body.data['expected']).not.toEqual([]);
    expect((await world.refusal('run_script', { script: '# nothing' })).name).toBe('NO_EFFECT');
  });
  it('builds in one plan, or names the refused line', async () => {
    const world = await World.create();
    await world.do('run_script', { script: SCRIPT });
    expect(world.view.count('wall')).toBe(4);
    expect(world.view.count('door')).toBe(1);
    const again = await world.refusal('run_script', { script: SCRIPT });
    expect(again).toMatchObject({ name: 'LEVEL_EXISTS', data: { line: 1, column: 1 } });
    const script = `${SCRIPT.replace('"Ground" at 0', '"Upper" at 3')}door in $shell.south at 7.5\n`;
    const body = await world.refusal('run_script', { script });
    expect(body).toMatchObject({ name: 'OPENING_EXCEEDS_HOST', data: { line: 6, column: 1 } });
    expect(world.view.count('wall')).toBe(4);
  });
  it('builds the example house in one plan', async () => {
    const world = await World.create();
    const script = readFileSync(new URL('../../../examples/house.plumb', import.meta.url), 'utf8');
    const { operation_count } = await world.do('run_script', { script });
    expect(operation_count).toBeGreaterThanOrEqual(60);
    expect(world.view.count()).toBeGreaterThanOrEqual(60);
    const rooms = [...world.view.elementsOf('room')];
    expect(rooms.filter((room) => wallsAround(room, world.view).length === 0)).toEqual([]);
  });
});
