/** @module snapping-order.test: wall ends that just miss a wall that is drawn after them. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { World } from '../building/world.ts';

type Point = { readonly x: number; readonly y: number };
type Line = readonly [from: Point, to: Point];
type Drawn = { readonly name: string; readonly line: Line } & Readonly<Record<string, unknown>>;

const P = (x: number, y: number): Point => ({ x, y });

const LEVEL = { name: 'Ground', elevation: 0, height: 3000 };

function call({ line: [start, end], ...more }: Drawn): Readonly<Record<string, unknown>> {
  return { tool: 'create_wall', arguments: { level_id: '$g', start, end, ...more } };
}

/** Builds walls, and other operations, by one change. */
async function builtAtOnce(
  walls: readonly Drawn[],
  others: readonly unknown[] = [],
): Promise<World> {
  const world = await World.create();
  const level = { tool: 'create_level', arguments: LEVEL, as: 'g' };
  await world.do('apply_changes', { operations: [level, ...walls.map(call), ...others] });
  return world;
}

/** The ends and the outline of each wall, by name. */
function geometryOf({ view }: World): Readonly<Record<string, unknown>> {
  const walls = [...view.elementsOf('wall')].map(({ id, params }) => {
    const { name, start, end } = params;
    return [name, { start, end, outline: view.footprint(id)?.ring }] as const;
  });
  return Object.fromEntries(walls.toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)));
}

const HOST: Drawn = { name: 'host', line: [P(0, 0), P(6000, 0)], thickness: 200 };

/** A wall of 100 from above, which stops at a height over the axis of the host. */
const stem = (x: number, y: number): Drawn => ({
  name: 'stem',
  line: [P(x, 4000), P(x, y)],
  thickness: 100,
});

describe('an end that just misses a wall of the same change', () => {
  test.each([
    ['before its face', stem(3000, 110), P(3000, 100)],
    ['20 mm before its face', stem(3000, 120), P(3000, 100)],
    ['inside its face', stem(3000, 95), P(3000, 100)],
    ['before its axis', stem(3000, 10), P(3000, 0)],
    ['before its face at its corner', stem(0, 110), P(0, 100)],
    ['more than 20 mm before its face', stem(3000, 120.001), P(3000, 120.001)],
  ])('%s snaps in both orders', async (_, drawn, end) => {
    const [first, last] = [await builtAtOnce([drawn, HOST]), await builtAtOnce([HOST, drawn])];
    expect(geometryOf(first)).toEqual(geometryOf(last));
    expect(geometryOf(last)).toMatchObject({
      stem: { start: drawn.line[0], end },
      host: { start: HOST.line[0], end: HOST.line[1] },
    });
  });

  test('is named with both walls at the operation that draws the later one', async () => {
    const world = await builtAtOnce([stem(3000, 110), HOST]);
    const [own, host] = ['stem', 'host'].map(
      (name) => [...world.view.elementsOf('wall')].find(({ params }) => params.name === name)?.id,
    );
    expect(world.warnings).toEqual([
      `operation 2: end of wall \`${own}\` moved by 10 mm onto a face of wall \`${host}\` (host): from (3000, 110) to (3000, 100)`,
    ]);
  });

  test('snaps in a script too, with its door', async () => {
    const world = await World.create();
    const script =
      'level G at 0 height 3; wall (3, 4) to (3, 0.11) thickness 0.1 name "stem" as s; door in $s at 2 size 0.9 x 2.1; wall (0, 0) to (6, 0) thickness 0.2 name "host"';
    await world.do('run_script', { script });
    expect(geometryOf(world)).toMatchObject({ stem: { end: P(3000, 100) } });
    expect([...world.view.elementsOf('door')].map(({ params }) => params.offset)).toEqual([2000]);
  });

  test('stays if its wall has been changed meanwhile', async () => {
    const world = await World.create();
    const level = { tool: 'create_level', arguments: LEVEL, as: 'g' };
    const away = { element_id: '$s', parameter_name: 'end', value: P(3000, 500) };
    const back = { ...away, value: P(3000, 112) };
    await world.do('apply_changes', {
      operations: [
        level,
        { ...call(stem(3000, 110)), as: 's' },
        { tool: 'modify_parameter', arguments: away },
        { tool: 'modify_parameter', arguments: back },
        call(HOST),
      ],
    });
    expect(geometryOf(world)).toMatchObject({ stem: { end: P(3000, 112) } });
  });

  test('stays if a door would not fit any more', async () => {
    const world = await World.create();
    // 1015 long before, 1000 after: the door needs 1010.
    const script =
      'level G at 0 height 3; wall (3, 1.1) to (3, 0.085) thickness 0.1 name "stem" as s; door in $s at 0.05 size 0.96 x 2.1; wall (0, 0) to (6, 0) thickness 0.2 name "host"';
    await world.do('run_script', { script });
    expect(geometryOf(world)).toMatchObject({ stem: { end: P(3000, 85) } });
    expect(world.warnings).toEqual([]);
  });

  test('needs only the permission to create walls', async () => {
    const world = await World.create();
    const level = { tool: 'create_level', arguments: LEVEL, as: 'g' };
    const operations = [level, call(stem(3000, 110)), call(HOST)];
    const { events } = await world.plan('apply_changes', { operations });
    const { touches } = world.effect(events);
    expect(touches.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
      'CREATE level',
      'CREATE wall',
      'CREATE wall',
    ]);
  });

  test('snaps to the closest of several walls, in any order', async () => {
    // A lining of 12.5 stands before the face of the host: its own face is 107.5 from the axis of the host.
    const lining: Drawn = {
      name: 'lining',
      line: [P(0, 106.25), P(6000, 106.25)],
      thickness: 12.5,
    };
    const drawn = [stem(3000, 117.5), HOST, lining];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    const all = await Promise.all(
      orders.map(async (order) =>
        geometryOf(await builtAtOnce(order.flatMap((i) => drawn[i] ?? []))),
      ),
    );
    for (const one of all) expect(one).toEqual(all[0]);
    expect(all[0]).toMatchObject({ stem: { end: P(3000, 112.5) } });
  });
});

/** Between two long walls: stems that miss their faces by -15 to 20, at any angle, drawn by any line. */
const plan = fc
  .record({
    thickness: fc.constantFrom(100, 200, 300),
    mirrored: fc.boolean(),
    stems: fc.array(
      fc.record({
        low: fc.integer({ min: -15, max: 20 }),
        high: fc.integer({ min: -15, max: 20 }),
        slant: fc.constantFrom(0, 0, 400, -700),
        thickness: fc.constantFrom(100, 140),
        location_line: fc.constantFrom('centre', 'left', 'right'),
        upwards: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ thickness, mirrored, stems }): readonly Drawn[] => {
    const move = ({ x, y }: Point): Point => ({ x: mirrored ? 0 - x : x, y });
    const hosts = [0, 4000].map((y) => ({
      name: `host${y}`,
      line: [move(P(0, y)), move(P(9000, y))] as const,
      thickness,
    }));
    const between = stems.map(({ low, high, slant, upwards, ...more }, i) => {
      const x = 2000 + 2500 * i;
      const ends = [P(x, thickness / 2 + low), P(x + slant, 4000 - thickness / 2 - high)].map(move);
      const [from, to] = upwards ? ends : ends.toReversed();
      if (from === undefined || to === undefined) throw new Error('two ends');
      return { name: `stem${i}`, line: [from, to] as const, ...more };
    });
    return [hosts, between].flat();
  });

test('the same walls in any order of one change have the same geometry', async () => {
  await fc.assert(
    fc.asyncProperty(
      plan.chain((walls) =>
        fc.tuple(
          fc.constant(walls),
          fc.shuffledSubarray([...walls], { minLength: walls.length, maxLength: walls.length }),
        ),
      ),
      async ([walls, shuffled]) => {
        const [first, other] = [await builtAtOnce(walls), await builtAtOnce(shuffled)];
        expect(geometryOf(other)).toEqual(geometryOf(first));
      },
    ),
    { numRuns: 40 },
  );
});

describe('an end that just misses a wall of a later change', () => {
  test.each([
    ['before its face', stem(3000, 110)],
    ['before its face at its corner', stem(0, 110)],
  ])('%s stays, and the preview names it and where to end it', async (_, drawn) => {
    const world = await builtAtOnce([drawn]);
    const [level] = [...world.view.elementsOf('level')];
    const [own] = [...world.view.elementsOf('wall')];
    if (level === undefined || own === undefined) throw new Error('no wall');
    const [start, end] = HOST.line;
    const input = { level_id: level.id, start, end, thickness: 200, name: 'host' };
    const { events, warnings } = await world.plan('create_wall', input);
    const [host] = events.map(({ aggregate_id }) => aggregate_id);
    const { x } = drawn.line[1];
    expect([...(warnings ?? []), ...world.effect(events).warnings]).toEqual([
      `end of wall \`${own.id}\` (stem) stops 10 mm short of wall \`${host}\` (host) and does not join it: end it at (${x}, 0) if it should`,
    ]);
    await world.do('create_wall', input);
    expect(geometryOf(world)).toMatchObject({ stem: { end: drawn.line[1] } });
    const fix = { element_id: own.id, parameter_name: 'end', value: P(x, 0) };
    await world.do('modify_parameter', fix);
    // As if it had been drawn to the axis
    const [from] = drawn.line;
    const right = await builtAtOnce([HOST, { ...drawn, line: [from, P(x, 0)] }]);
    expect(geometryOf(world)).toEqual(geometryOf(right));
  });
});
