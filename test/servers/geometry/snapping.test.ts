/** @module walls that nearly meet: what snaps, what causes only a warning, and gaps around a point. */
import { beforeEach, describe, expect, it } from 'vitest';

import type { ParamsOf } from '../../../kernel/building/kinds/elements.ts';
import { snappedParams } from '../../../kernel/building/model/plan/snap.ts';
import { created, make } from '../../kernel/building/model/build.ts';
import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let level_id: string;
/** 6 × 4 m between axes, 300 mm thick: below, right, above, left. */
let walls: string[];

async function wall(more: Record<string, unknown>): Promise<string> {
  return await world.make('create_wall', { level_id, thickness: 300, ...more });
}

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  walls = await rectangle(world, level_id, [0, 0, 6000, 4000]);
  for (const element_id of walls) {
    await world.do('modify_parameter', { element_id, parameter_name: 'thickness', value: 300 });
  }
});

async function roomOnTheLeft(): Promise<unknown> {
  const made = await world.do('create_room', { level_id, point: P(1000, 2000) });
  return made['area_mm2'];
}

/** Warnings of the last change, including those of its effect. */
async function warnings(tool: string, input: Record<string, unknown>): Promise<readonly string[]> {
  const plan = await world.plan(tool, input);
  return [...(plan.warnings ?? []), ...world.effect(plan.events).warnings];
}

describe('a partition that misses a face', () => {
  it.each([
    [150.001, 0.001],
    [155, 5],
    [170, 20],
  ])('by a few mm (%f) snaps to it, and the answer reports it', async (y, by) => {
    const start = P(3000, y);
    await wall({ start, end: P(3000, 3850) });
    expect(world.warnings).toEqual([
      `start of the wall moved by ${by} mm onto a face of wall \`${walls[0]}\`: from (3000, ${y}) to (3000, 150)`,
    ]);
    // 10.36 m² minus the part of the partition: 2.7 × 3.7 m, and 20.72 m² before the repair.
    expect(await roomOnTheLeft()).toBe(2700 * 3700);
  });

  it.each([170.001, 200, 450])(
    'by more (start at %f) is reported with both walls and the gap',
    async (y) => {
      const input = {
        level_id,
        thickness: 300,
        start: P(3000, y),
        end: P(3000, 3850),
        name: 'Party',
      };
      const report = await warnings('create_wall', input);
      expect(report).toHaveLength(1);
      expect(report[0]).toContain(
        `(Party) stops ${Math.round((y - 150) * 1000) / 1000} mm short of wall \`${walls[0]}\``,
      );
      expect(report[0]).toContain('end it at (3000, 0) if it should');
    },
  );

  it('on the other side of a wall that it crosses is reported as beyond it', async () => {
    // The axis of the host is y = 0 with faces at 150 mm: the end is 240 mm beyond one of them.
    const report = await warnings('create_wall', {
      level_id,
      thickness: 120,
      start: P(3000, -390),
      end: P(3000, 3850),
      name: 'Party',
    });
    expect(report.filter((text) => text.startsWith('start of'))).toEqual([
      expect.stringMatching(
        /^start of wall `\w+` \(Party\) is 240 mm beyond wall `\w+`.*, which it crosses, and does not join it: end it at \(3000, 0\) if it should$/,
      ),
    ]);
  });

  it('causes no warning for a gap of more than 300 mm', async () => {
    const input = { level_id, thickness: 300, start: P(3000, 450.001), end: P(3000, 3850) };
    expect(await warnings('create_wall', input)).toEqual([]);
  });

  it('snaps within the distance of the policy', async () => {
    world.snap_mm = 0.5;
    await wall({ start: P(3000, 150.5), end: P(3000, 3850) });
    expect(world.warnings).toHaveLength(1);
    const wide = { level_id, start: P(1000, 150.501), end: P(1000, 3850) };
    expect((await warnings('create_wall', wide))[0]).toContain('stops 0.501 mm short');
    world.snap_mm = 50;
    await wall({ start: P(1000, 200), end: P(1000, 3850) });
    expect(world.warnings.join()).toContain('moved by 50 mm');
  });
});

describe('ends snap', () => {
  let partition: string;
  const ends = (): unknown => {
    const params = world.view.elementOf(partition, 'wall')?.params;
    return [params?.start, params?.end];
  };
  beforeEach(async () => {
    partition = await wall({ start: P(3000, 1000), end: P(3000, 2000) });
  });

  it('when one end is set, and the other stays', async () => {
    const set = { element_id: partition, parameter_name: 'end' };
    const data = await world.do('modify_parameter', { ...set, value: P(3000, 3840) });
    expect(data['to']).toEqual(P(3000, 3850));
    expect(world.warnings.join()).toContain(
      `end of wall \`${partition}\` moved by 10 mm onto a face`,
    );
    expect(ends()).toEqual([P(3000, 1000), P(3000, 3850)]);
  });

  it('when the wall is moved', async () => {
    await world.do('move_element', { element_id: partition, delta: { x: 0, y: -860, z: 0 } });
    expect(ends()).toEqual([P(3000, 150), P(3000, 1140)]);
    const plan = await world.plan('move_element', {
      element_id: partition,
      delta: { x: 100, y: 5, z: 0 },
    });
    // It may move slightly off the wall on which it ended.
    expect(plan.warnings).toEqual([]);
    await world.do('move_element', { element_id: partition, delta: { x: 0, y: 8, z: 0 } });
    expect(ends()).toEqual([P(3000, 158), P(3000, 1148)]);
  });

  it('of copies, and the plan relies on their targets', async () => {
    const delta = { x: 500, y: -860, z: 0 };
    const plan = await world.plan('copy_element', { element_id: partition, delta });
    expect(plan.relies_on).toContain(walls[0]);
    const copy = await world.make('copy_element', { element_id: partition, delta });
    expect(world.view.elementOf(copy, 'wall')?.params.start).toEqual(P(3500, 150));
    expect(world.warnings).toHaveLength(1);
  });

  it('in a composed change and in a script, each reported with its position', async () => {
    const operations = [
      {
        tool: 'create_wall',
        arguments: { level_id, start: P(1000, 140), end: P(1000, 2000) },
        as: 'w',
      },
      { tool: 'create_wall', arguments: { level_id, start: P(1015, 2000), end: P(1800, 2000) } },
    ];
    await world.do('apply_changes', { operations });
    expect(world.warnings).toEqual([
      expect.stringMatching(/^operation 0: start of the wall moved by 10 mm onto a face of /u),
      expect.stringMatching(/^operation 1: start of the wall moved by 15 mm onto an end of wall /u),
    ]);
    await world.do('run_script', {
      script: [
        'level "Upper" at 3 height 3 as u',
        'on $u',
        'wall (4, 2) to (5, 2)',
        'wall (4.006, 2.008) to (4, 4)',
        'wall (4.5, 2.01) to (4.5, 4)',
      ].join('\n'),
    });
    expect(world.warnings.map((text) => /by [0-9.]+ mm/u.exec(text)?.[0])).toEqual([
      'by 10 mm',
      'by 10 mm',
    ]);
  });
});

it('but not to a wall that an agent may not see, and without a warning about it', async () => {
  // The wall on the right is hidden; its inner face is at x = 5850.
  const sight = {
    place: ({
      boxes,
    }: {
      readonly boxes: readonly { readonly min: { readonly x: number } }[];
    }): boolean => boxes.every((box) => box.min.x < 5000),
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
  };
  const on = world.domain.callerView(world.view, sight);
  const seen = on.view;
  expect([walls[0], walls[1]].map((id) => seen.element(id ?? '')?.id)).toEqual([
    walls[0],
    undefined,
  ]);
  const to = (x: number): ParamsOf<'wall'> =>
    make('wall', '', { level_id, start: P(150, 2000), end: P(x, 2000) }).params;
  for (const [x, whole] of [
    [5840, 1],
    [5700, 0],
  ] as const) {
    expect(snappedParams(to(x), world.view, world).notes).toHaveLength(whole);
    expect(snappedParams(to(x), seen, world)).toEqual({ snapped: to(x), notes: [], wall_ids: [] });
  }
  const events = [created('wall', 'w', to(5700))];
  expect(world.effect(events).warnings.join()).toContain('stops 150 mm short');
  expect(world.domain.effect(on, events).warnings).toEqual([]);
});

describe('a room that is not enclosed', () => {
  const refusal = async (): Promise<{ message: string; gaps: unknown }> => {
    const { name, message, data } = await world.refusal('create_room', {
      level_id,
      point: P(1000, 1000),
    });
    expect(name).toBe('ROOM_NOT_ENCLOSED');
    return { message, gaps: data['gaps'] };
  };

  it('is refused with the gap, its position and how to close it', async () => {
    const shorten = { element_id: walls[0], parameter_name: 'end', value: P(5600, 0) };
    await world.do('modify_parameter', shorten);
    const { message, gaps } = await refusal();
    // The end is 250 mm short of the inner face of the wall on the right; on its axis it would join.
    const gap = {
      wall_id: walls[0],
      end: 'end',
      from: P(5600, 0),
      other_id: walls[1],
      to: P(6000, 0),
      gap_mm: 250,
    };
    expect(gaps).toEqual([gap]);
    expect(message).toContain(
      `there is a gap of 250 mm between the end of wall \`${walls[0]}\` at (5600, 0) and wall \`${walls[1]}\`; a wall from there to (6000, 0), or \`end\` of \`${walls[0]}\` set to that point, closes it`,
    );
    await world.do('modify_parameter', { ...shorten, value: gap.to });
    await world.make('create_room', { level_id, point: P(1000, 1000) });
  });

  it('is refused with a missing wall, or with every gap', async () => {
    await world.do('delete_elements', { element_ids: [walls[1]] });
    await world.do('modify_parameter', {
      element_id: walls[3],
      parameter_name: 'end',
      value: P(0, 1000),
    });
    const { gaps } = await refusal();
    expect(gaps).toEqual([
      expect.objectContaining({ wall_id: walls[3], end: 'end', to: P(0, 0), gap_mm: 850 }),
      expect.objectContaining({ gap_mm: 3850 }),
    ]);
  });

  it('is refused if the point is inside a wall, or no nearby wall would close the space', async () => {
    const inside = { level_id, point: P(3000, 100) };
    expect((await world.refusal('create_room', inside)).message).toContain(
      `the point lies in wall \`${walls[0]}\``,
    );
    const outside = await world.refusal('create_room', { level_id, point: P(30_000, 0) });
    expect(outside.data['gaps']).toEqual([]);
  });
});

describe('an end that stops just before a face at the corner of its wall', () => {
  const GAPS = [1, 5, 10, 19, 20];
  const along = { start: P(0, 0), end: P(5000, 0), thickness: 200 };
  const up = (x: number, gap: number): object => ({
    start: P(x, 100 + gap),
    end: P(x, 4000),
    thickness: 200,
  });
  /** Plan area of all walls, m²: walls are 3 m high. */
  const area = (): number =>
    [...world.view.elementsOf('wall')].reduce(
      (sum, { id }) => sum + (world.view.measures(id).volume_mm3 ?? 0) / 3e9,
      0,
    );

  it.each(GAPS)('snaps onto it from %d mm, and makes the corner', async (gap) => {
    for (const x of [5000, 5050, 5100]) {
      world = await World.create();
      level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
      await world.make('create_wall', { level_id, ...along });
      const id = await world.make('create_wall', { level_id, ...up(x, gap) });
      expect(world.view.elementOf(id, 'wall')?.params.start).toEqual(P(x, 100));
      // To the outer corner at x + 100, and from the inner face at 100 up.
      expect(area()).toBeCloseTo((x + 100) * 200e-6 + 3900 * 200e-6, 9);
    }
  });

  it.each(GAPS)('is named, and no other end, if the face is drawn after it: %d mm', async (gap) => {
    for (const x of [4950, 5000, 5050]) {
      world = await World.create();
      level_id = await world.make('create_level', { name: 'G', elevation: 0, height: 3000 });
      const id = await world.make('create_wall', { level_id, ...up(x, gap) });
      const plan = await world.plan('create_wall', { level_id, ...along });
      const found = world.effect(plan.events).warnings.filter((text) => text.includes('short of'));
      expect(found).toHaveLength(1);
      const beyond = Math.max(0, x - 5000);
      const mm = Math.round(Math.hypot(gap, beyond) * 1000) / 1000;
      expect(found[0]).toContain(`start of wall \`${id}\` stops ${mm} mm short of wall`);
      expect(found[0]).toContain(`end it at (${x}, 0)`);
    }
  });
});
