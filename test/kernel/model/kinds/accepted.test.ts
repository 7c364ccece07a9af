/** @module laws of planning: what is accepted can be built, replayed and taken back. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Model } from '../../../../kernel/model/model.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import { World } from '../../../servers/building/world.ts';

const GRID = fc.integer({ min: -3, max: 3 }).map((n) => n * 1000);
const FINE = fc.integer({ min: -3_000_000, max: 3_000_000 }).map((um) => um / 1000);
const EDGE = fc.constantFrom(1e7, 1e7 - 100, -1e7, 100 - 1e7);
const COORDINATE = fc.oneof(
  { weight: 12, arbitrary: GRID },
  { weight: 3, arbitrary: FINE },
  { weight: 1, arbitrary: EDGE },
);
const POINT = fc.record({ x: COORDINATE, y: COORDINATE });
const OUTLINE = fc.array(POINT, { minLength: 3, maxLength: 6 });
const OFFSET = fc.integer({ min: 0, max: 6_000_000 }).map((um) => um / 1000);
const SIZE = fc.oneof(
  fc.constantFrom(200, 900, 1000, 2100, 3000),
  fc.integer({ min: 1, max: 4000 }),
);
const WHICH = fc.nat(1000);

/** A call whose ids are chosen, when it is made, among those there are. */
type Step = { tool: string; which: number; other: number; args: Record<string, unknown> };

function step(tool: string, args: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Step> {
  return fc.record({ tool: fc.constant(tool), which: WHICH, other: WHICH, args: fc.record(args) });
}

const STEPS = fc.oneof(
  step('create_level', { name: fc.constantFrom('a', 'b'), elevation: COORDINATE }),
  step('create_wall', { start: POINT, end: POINT, thickness: fc.constantFrom(100, 200, 400) }),
  step('create_wall', { start: POINT, end: POINT, height: SIZE }),
  step('create_floor', { boundary_points: OUTLINE }),
  step('create_roof', {
    boundary_points: OUTLINE,
    roof_type: fc.constantFrom('flat', 'shed', 'gable', 'hip'),
    slope: fc.integer({ min: 0, max: 85 }),
    overhang: fc.constantFrom(0, 300, 2000),
  }),
  step('create_column', { location: POINT, profile: fc.constantFrom('300x300', 'HEA200', 'x') }),
  step('create_beam', {
    start: POINT,
    end: POINT,
    profile: fc.constantFrom('circle 300', 'IPE80'),
  }),
  step('create_ramp', { start: POINT, end: POINT, width: SIZE, rise: SIZE }),
  step('create_railing', { path: fc.array(POINT, { minLength: 2, maxLength: 4 }) }),
  step('create_room', { point: POINT }),
  step('create_stair', {
    start: POINT,
    direction_deg: fc.integer({ min: 0, max: 360 }),
    width: SIZE,
  }),
  step('place_door', { offset: OFFSET, width: SIZE, height: SIZE }),
  step('place_window', { offset: OFFSET, width: SIZE, height: SIZE, sill_height: SIZE }),
  step('create_opening', { offset: OFFSET, width: SIZE, height: SIZE }),
  step('create_opening', { location: POINT, width: SIZE, height: SIZE }),
  step('move_element', { delta: fc.record({ x: COORDINATE, y: COORDINATE }) }),
  step('rotate_element', { angle_deg: fc.constantFrom(90, 45, 33.3, -180) }),
  step('copy_element', {
    delta: fc.record({ x: COORDINATE, y: COORDINATE }),
    count: fc.constantFrom(1, 3),
  }),
  step('modify_parameter', {
    parameter_name: fc.constantFrom(
      'height',
      'end',
      'start',
      'elevation',
      'offset',
      'width',
      'thickness',
      'boundary_points',
    ),
    value: fc.oneof(POINT, SIZE, OUTLINE),
  }),
  step('delete_elements', {}),
);

/** Fills in the ids that the tool needs. */
function withIds({ tool, which, other, args }: Step, world: World): Record<string, unknown> {
  const pick = (ids: readonly string[], n: number): string =>
    ids[n % Math.max(1, ids.length)] ?? 'none';
  const all = [...world.view.elements()];
  const of = (...kinds: string[]): string[] =>
    all.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
  const level_id = pick(of('level'), which);
  const any = pick(
    all.map(({ id }) => id),
    which,
  );
  switch (tool) {
    case 'create_level':
      return args;
    case 'create_stair':
      return { ...args, base_level_id: level_id, top_level_id: pick(of('level'), other) };
    case 'place_door':
    case 'place_window':
      return { ...args, wall_id: pick(of('wall'), which) };
    case 'create_opening':
      return { ...args, host_id: pick(of('wall', 'floor', 'roof'), which) };
    case 'move_element':
    case 'rotate_element':
    case 'copy_element':
    case 'modify_parameter':
      return { ...args, element_id: any };
    case 'delete_elements':
      return { element_ids: [any] };
    default:
      return { ...args, level_id };
  }
}

async function run(steps: readonly Step[]): Promise<{ world: World; accepted: number }> {
  const world = await World.create();
  await world.do('create_level', { name: 'Ground', elevation: 0 });
  await world.do('create_level', { name: 'First', elevation: 3000 });
  let accepted = 0;
  for (const one of steps) {
    const input = withIds(one, world);
    const refused = await world.plan(one.tool, input).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal) return error.body.name;
        throw error;
      },
    );
    if (refused !== null) continue;
    // INVARIANT: what is planned without a refusal is carried out without one.
    await world.do(one.tool, input);
    accepted += 1;
  }
  return { world, accepted };
}

describe('an accepted plan', () => {
  it('never fails to regenerate, is read back as planned, and replays to the same model', async () => {
    let total = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(STEPS, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { world, accepted } = await run(steps);
        total += accepted;
        const replayed = new Model({});
        replayed.applyAll(world.log.all);
        expect([...(replayed.view('main')?.elements() ?? [])]).toEqual([...world.view.elements()]);
      }),
      { numRuns: 60, seed: 20_260_101 },
    );
    expect(total).toBeGreaterThan(100);
  });
  it('taken back newest first, leaves nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEPS, { minLength: 3, maxLength: 15 }), async (steps) => {
        const { world } = await run(steps);
        for (const { event_id } of operations(world).toReversed())
          await world.do('undo', { event_id });
        expect([...world.view.elements()]).toEqual([]);
      }),
      { numRuns: 30, seed: 7 },
    );
  });
});

function operations(world: World): { event_id: string }[] {
  const first = new Map<string, { event_id: string }>();
  for (const event of world.log.all)
    if (!first.has(event.operation_id)) first.set(event.operation_id, event);
  return [...first.values()];
}
