/** @module groups.test: groups behind the gate: dependent changes are previewed, counted, signed and kept within permissions. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { approving, type Approving } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const CHANGES = { CREATE: {}, MODIFY: {}, DELETE: {} };
/** Positions of two of the three placements. */
const REGION = { min: { x: -9000, y: -9000, z: -9000 }, max: { x: 9000, y: 30_000, z: 9000 } };
const SERVER: ServerDefinition<BuildingView> = {
  ...geometryServer,
  tools: [...geometryServer.tools, ...spatialServer.tools],
};

let harness: Harness;
let owner: Approving;
let walls: string[];
let group_id: string;

/** Three placements of two walls, the third far away. */
beforeEach(async () => {
  harness = await openHarness(SERVER);
  owner = await approving(harness, {
    near: { permissions: { ...CHANGES, READ: { regions: [REGION] } } },
    few: { permissions: { ...CHANGES, READ: {} }, max_elements_per_operation: 2 },
    asking: {
      permissions: { ...CHANGES, READ: {} },
      requires_approval: ['element.modified'],
    },
  });
  const { data } = await owner.done('apply_changes', {
    operations: [
      { tool: 'create_level', arguments: { name: 'Ground', elevation: 0 }, as: 'g' },
      {
        tool: 'create_wall',
        arguments: { level_id: '$g', start: P(0, 0), end: P(5000, 0) },
        as: 'a',
      },
      {
        tool: 'create_wall',
        arguments: { level_id: '$g', start: P(0, 0), end: P(0, 4000) },
        as: 'b',
      },
    ],
  });
  walls = Array.isArray(data['results'])
    ? data['results'].slice(1).map((one: unknown) => String(Object(one).id))
    : [];
  const made = await owner.done('create_group', {
    name: 'Flat',
    element_ids: walls,
    placements: [{ move: P(0, 10_000) }, { move: P(100_000, 0) }],
  });
  group_id = String(made.data['group_id']);
});
afterEach(async () => {
  await harness.close();
});

/** Elements of the placements, as an answer reports them. */
async function rows(): Promise<readonly (readonly string[])[]> {
  const { data } = await owner.ask('get_element', { element_id: group_id });
  const placements: unknown = data['placements'];
  return Array.isArray(placements) ? placements.map((one: unknown) => Object(one).element_ids) : [];
}

async function heights(): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const [id] of await rows()) {
    const { data } = await owner.ask('get_element', { element_id: id });
    found.push(Object(data['params']).height);
  }
  return found;
}

const heightOf = (height: number) => ({
  element_id: walls[0],
  parameter_name: 'height',
  value: height,
});

test('a preview lists the changes of other placements, and the commit makes exactly these', async () => {
  const preview = await owner.ask('modify_parameter', { ...heightOf(2500), dry_run: true });
  expect(preview.data['diff']).toMatchObject({ counts: { created: 0, modified: 3, deleted: 0 } });
  expect(preview.warnings.join()).toMatch(/group `group_\w+` \(Flat\): 2 of 3 placements follow/u);
  const placed = await owner.ask('place_door', { wall_id: walls[0], offset: 500, dry_run: true });
  expect(placed.data['diff']).toMatchObject({ counts: { created: 3, modified: 1, deleted: 0 } });
  await owner.done('place_door', { wall_id: walls[0], offset: 500 });
  const doors = (await rows()).map((ids) => ids[2]);
  expect(new Set(doors)).toEqual(new Set(idsIn(placed.data['diff'])));
  expect(doors).toHaveLength(3);
});

/** Ids of the elements that a diff creates. */
function idsIn(diff: unknown): readonly string[] {
  const created: unknown = Object(diff).created;
  return Array.isArray(created) ? created.map((one: unknown) => String(Object(one).id)) : [];
}

test('a deletion requests approval for everything that it deletes, and is executed as signed', async () => {
  const approval = await owner.ask('delete_elements', { element_ids: [walls[0]], dry_run: false });
  expect(approval.error?.data['diff']).toMatchObject({ counts: { deleted: 3 } });
  expect(await owner.decide(approval.approval_id ?? '')).toBe('executed');
  expect((await rows()).map((ids) => ids.length)).toEqual([1, 1, 1]);
});

test('changes of other placements count against the limits of an agent', async () => {
  const refused = await owner.other('few').ask('modify_parameter', heightOf(2500));
  expect(refused.error?.message).toContain('3');
});

test('an agent that sees one placement changes no other and learns nothing of it', async () => {
  const near = owner.other('near');
  for (const [tool, args] of [
    ['modify_parameter', heightOf(2500)],
    ['place_door', { wall_id: walls[0], offset: 500 }],
    ['delete_elements', { element_ids: [walls[0]] }],
    ['create_group', { group_id, placements: [{ move: P(0, 20_000) }] }],
    ['apply_changes', { operations: [{ tool: 'modify_parameter', arguments: heightOf(2500) }] }],
  ] as const) {
    const refused = await near.ask(tool, args);
    const text = JSON.stringify(refused);
    expect([tool, refused.success]).toEqual([tool, false]);
    expect([tool, text.includes('Flat'), text.includes('100000')]).toEqual([tool, false, false]);
    // The id of the group is returned only to callers that named it.
    expect([tool, text.includes(group_id)]).toEqual([tool, tool === 'create_group']);
  }
  const { error } = await near.ask('modify_parameter', heightOf(2500));
  expect(error).toMatchObject({ name: 'SCOPE_DENIED' });
  expect(error?.message).toContain('its copies elsewhere');
  // Elements without a hidden counterpart are changed as before.
  const other = await owner.done('create_wall', {
    level_id: '@Ground',
    start: P(1000, 1000),
    end: P(2000, 1000),
  });
  const own = { element_id: other.data['wall_id'], parameter_name: 'height', value: 2500 };
  expect((await near.ask('modify_parameter', own)).success).toBe(true);
});

test.each([[0], [1]])(
  'a change of a member and a concurrent placement give the same result, %i of them first',
  async (first) => {
    const calls = [
      (): Promise<unknown> => owner.done('modify_parameter', heightOf(2600)),
      (): Promise<unknown> =>
        owner.done('create_group', { group_id, placements: [{ move: P(0, 20_000) }] }),
    ];
    await Promise.all((first === 0 ? calls : calls.toReversed()).map((call) => call()));
    expect(await heights()).toEqual([2600, 2600, 2600, 2600]);
  },
);

describe('a group with one placement', () => {
  beforeEach(async () => {
    for (const release of [3, 2]) await owner.done('create_group', { group_id, release });
  });
  const place = { move: P(0, 20_000) };

  test.each([[0], [1]])(
    'a change and a placement of a group with one placement give the same result, %i of them first',
    async (first) => {
      expect(await rows()).toHaveLength(1);
      const calls = [
        (): Promise<unknown> => owner.done('modify_parameter', heightOf(2600)),
        (): Promise<unknown> => owner.done('create_group', { group_id, placements: [place] }),
      ];
      await Promise.all((first === 0 ? calls : calls.toReversed()).map((call) => call()));
      expect(await heights()).toEqual([2600, 2600]);
    },
  );

  test('a signed change is void if the group is placed in the meantime', async () => {
    const asked = await owner
      .other('asking')
      .ask('modify_parameter', { ...heightOf(2600), dry_run: false });
    await owner.done('create_group', { group_id, placements: [place] });
    expect(await owner.decide(asked.approval_id ?? '')).toBe('stale');
    expect(await heights()).toEqual([3000, 3000]);
  });
});
