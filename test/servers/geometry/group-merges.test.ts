/** @module merges of groups: two branches that change one group, merged in either order, and undo on a branch. */
import { beforeEach, describe, expect, test } from 'vitest';

import { rectangle, World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

let world: World;
let group_id: string;
let walls: string[];
let door: string;

/** Four walls of 6 x 4 m with a door in three placements, of which the second is mirrored and the third turned. */
beforeEach(async () => {
  world = await World.create();
  const ground = await world.make('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  walls = await rectangle(world, ground, [0, 0, 6000, 4000]);
  door = await world.make('place_door', { wall_id: walls[0], offset: 800, width: 900 });
  group_id = await world.make('create_group', {
    name: 'Flat',
    element_ids: [...walls, door],
    placements: [
      { mirror: { from: P(0, 0), to: P(0, 1000) }, move: P(20_000, 0) },
      { turn_deg: 90, about: P(0, 0), move: P(40_000, 0) },
    ],
  });
  await world.do('create_branch', { name: 'east' });
  await world.do('create_branch', { name: 'west' });
});

type Call = readonly [tool: string, input: Record<string, unknown>];
const set = (element_id: string | undefined, parameter_name: string, value: unknown): Call => [
  'modify_parameter',
  { element_id, parameter_name, value },
];

async function on(branch: string, ...calls: readonly Call[]): Promise<void> {
  world.branch = branch;
  await world.domain.catchUp();
  for (const [tool, input] of calls) await world.do(tool, input);
}

const rows = (): readonly (readonly string[])[] =>
  world.view.elementOf(group_id, 'group')?.params.members ?? [];
/** The counterpart of an element of the first placement in another one. */
const alike = (id: string | undefined, row: number): string =>
  rows()[row]?.[rows()[0]?.indexOf(id ?? '') ?? -1] ?? '';

/** Elements of the group on the branch, without the ids that depend on the order of merging. */
function shapes(): unknown {
  const names = new Map(rows().flatMap((row, i) => row.map((id, k) => [id, `${i}.${k}`])));
  return rows().map((row) =>
    row.map((id) => {
      const element = world.view.element(id);
      const params = Object.entries(element?.params ?? {}).map(([name, value]) => [
        name,
        typeof value === 'string' ? (names.get(value) ?? value) : value,
      ]);
      return [element?.kind, Object.fromEntries(params)];
    }),
  );
}

/** Fails if walls or doors of the placements have other sizes than those of the first. */
function expectAlike(): void {
  const sizes = rows().map((row) =>
    row.map((id) => {
      const { length_mm, area_mm2, volume_mm3 } = world.view.measures(id);
      return [length_mm, area_mm2, volume_mm3].map((value) => Math.round(value ?? 0));
    }),
  );
  for (const row of sizes) expect(row).toEqual(sizes[0]);
}

/** Independent changes of two branches, each in its own placement, by description. */
type Sides = () => readonly [east: readonly Call[], west: readonly Call[]];
const APART: readonly (readonly [string, Sides])[] = [
  [
    'values of different elements',
    () => [[set(walls[1], 'height', 2500)], [set(alike(walls[2], 2), 'thickness', 300)]],
  ],
  [
    'different values of one element',
    () => [[set(walls[0], 'height', 2600)], [set(alike(walls[0], 1), 'thickness', 240)]],
  ],
  [
    'a member and the position of a placement',
    () => [
      [set(door, 'width', 1010)],
      [
        [
          'transform_elements',
          { element_ids: [...(rows()[2] ?? [])], operation: 'move', delta: P(0, 9000) },
        ],
      ],
    ],
  ],
  [
    'a member and a further placement',
    () => [
      [set(walls[3], 'height', 2700)],
      [['create_group', { group_id, placements: [{ move: P(80_000, 0) }] }]],
    ],
  ],
];

/** Conflicting changes of two branches, by description. */
const CONFLICTS: readonly (readonly [string, string, Sides])[] = [
  [
    'one value, through different placements',
    'height',
    () => [[set(walls[0], 'height', 2500)], [set(alike(walls[0], 2), 'height', 2400)]],
  ],
  [
    'its members',
    'members',
    () => [
      [['place_window', { wall_id: walls[2], offset: 500 }]],
      [['place_window', { wall_id: alike(walls[1], 1), offset: 500 }]],
    ],
  ],
  [
    'an element that the other deletes',
    '',
    () => [[set(door, 'width', 1010)], [['delete_elements', { element_ids: [alike(door, 1)] }]]],
  ],
  [
    'further placements',
    'members',
    () => [
      [['create_group', { group_id, placements: [{ move: P(80_000, 0) }] }]],
      [['create_group', { group_id, placements: [{ move: P(90_000, 0) }] }]],
    ],
  ],
];

describe('two branches change a group:', () => {
  test.each(APART)('%s, and merge to the same state in either order', async (_, sides) => {
    const [east, west] = sides();
    await on('east', ...east);
    await on('west', ...west);
    const merged: unknown[] = [];
    for (const [name, order] of [
      ['one', ['east', 'west']],
      ['other', ['west', 'east']],
    ] as const) {
      await on('main', ['create_branch', { name }]);
      await on(name, ...order.map((source): Call => ['merge_branch', { source }]));
      expectAlike();
      merged.push(shapes());
    }
    expect(merged[1]).toEqual(merged[0]);
    // Each change is in both branches, and later changes are synchronised in all placements.
    await on('east', ['merge_branch', { source: 'west' }], set(walls[1], 'thickness', 150));
    expectAlike();
    expect(
      rows().map(
        (_row, row) => world.view.elementOf(alike(walls[1], row), 'wall')?.params.thickness,
      ),
    ).toEqual(rows().map(() => 150));
  });

  test.each(CONFLICTS)('%s, and conflict in either order', async (_, parameter, sides) => {
    const [east, west] = sides();
    await on('east', ...east);
    await on('west', ...west);
    for (const [source, target] of [
      ['east', 'west'],
      ['west', 'east'],
    ] as const) {
      world.branch = target;
      const before = shapes();
      const refused = await world.refusal('merge_branch', { source });
      expect(refused.name).toBe('MERGE_CONFLICT');
      expect(JSON.stringify(refused.data)).toContain(parameter);
      expect(shapes()).toEqual(before);
    }
  });

  test('in the same way, so that nothing is merged', async () => {
    const [east, west] = [set(walls[0], 'height', 2600), set(alike(walls[0], 1), 'height', 2600)];
    await on('east', east);
    await on('west', west);
    expect((await world.refusal('merge_branch', { source: 'east' })).name).toBe('NO_EFFECT');
    expectAlike();
  });

  test('after an undone merge, and merge their later changes', async () => {
    await on('east', set(walls[1], 'height', 2500));
    await on('main', ['merge_branch', { source: 'east' }]);
    const merged = world.log.all.at(-1)?.event_id;
    await on('main', set(alike(walls[2], 1), 'thickness', 300), ['undo', { event_id: merged }]);
    expectAlike();
    expect(heights(walls[1])).toEqual([3000, 3000, 3000]);
    await on('west', set(alike(walls[3], 2), 'height', 2700));
    await on('main', ['merge_branch', { source: 'west' }]);
    expectAlike();
    expect(heights(walls[1])).toEqual([3000, 3000, 3000]);
    expect(heights(walls[3])).toEqual([2700, 2700, 2700]);
  });
});

/** Heights of a wall of the first placement and its counterparts. */
function heights(id: string | undefined): readonly unknown[] {
  return rows().map((_, row) => world.view.elementOf(alike(id, row), 'wall')?.params.height);
}

describe('on a branch', () => {
  test('an undo reverts all placements of this branch and none of other branches', async () => {
    await on('main', set(walls[0], 'height', 2800));
    await on('east', set(alike(walls[0], 2), 'height', 2500));
    const event_id = world.log.all.at(-1)?.event_id;
    await on('east', ['place_window', { wall_id: alike(walls[2], 1), offset: 700, width: 800 }]);
    expect(rows().map((row) => row.length)).toEqual([6, 6, 6]);
    await on('east', ['undo', { event_id }]);
    expect(heights(walls[0])).toEqual([3000, 3000, 3000]);
    expect(rows().map((row) => row.length)).toEqual([6, 6, 6]);
    await on('east', ['undo', { event_id: placed() }]);
    expect(rows().map((row) => row.length)).toEqual([5, 5, 5]);
    expectAlike();
    await on('main');
    expect(heights(walls[0])).toEqual([2800, 2800, 2800]);
  });

  test('an undo of a placement, a release or the group itself restores the previous state', async () => {
    await on('east', ['create_group', { group_id, placements: [{ move: P(80_000, 0) }] }]);
    const further = world.log.all.at(-1)?.event_id;
    await on('east', ['create_group', { group_id, release: 2 }]);
    const release = world.log.all.at(-1)?.event_id;
    expect(rows()).toHaveLength(3);
    await on('east', ['undo', { event_id: release }]);
    expect(rows()).toHaveLength(4);
    await on('east', set(walls[1], 'thickness', 260));
    const wide = world.log.all.at(-1)?.event_id;
    expectAlike();
    // An element that was changed since is not reverted.
    const refused = await world.refusal('undo', { event_id: further });
    expect(refused.name).toBe('VERSION_CONFLICT');
    await on('east', ['undo', { event_id: wide }], ['undo', { event_id: further }]);
    expect(rows()).toHaveLength(3);
    expectAlike();
    await on('east', ['delete_elements', { element_ids: [group_id] }]);
    expect(world.view.element(group_id)).toBeUndefined();
    await on('east', ['undo', { event_id: world.log.all.at(-1)?.event_id }]);
    expect(rows()).toHaveLength(3);
    await on('east', set(walls[0], 'height', 2400));
    expect(heights(walls[0])).toEqual([2400, 2400, 2400]);
  });
});

/** An event of the operation that created the last window. */
function placed(): string | undefined {
  return world.log.all.findLast(
    ({ type, aggregate_id }) => type === 'element.created' && aggregate_id.startsWith('window'),
  )?.event_id;
}
