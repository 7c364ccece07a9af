/** @module tests of pinned wall ends behind the gate: previews, signed plans and scopes cover each unpinned end. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';

import { defineCommand } from '../../../governance/tool/define.ts';
import type { ServerDefinition } from '../../../governance/tool/server-definition.ts';
import type { BuildingView } from '../../../kernel/building/view/view.ts';
import { PlanDocument } from '../../../schemas/governance.ts';
import { geometryServer } from '../../../servers/geometry/server.ts';
import { spatialServer } from '../../../servers/spatial/server.ts';
import { created } from '../../kernel/building/model/build.ts';
import { approving, type Approving } from './approving.ts';
import { openHarness, type Harness } from './harness.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });

/** Creates two walls with pinned ends at their corner, as an import does. */
const importWalls = defineCommand({
  name: 'import_walls',
  title: 'Import walls',
  description: 'Creates two walls that meet at (10000, 0).',
  action: 'CREATE',
  input: z.strictObject({ level_id: z.string().describe('Level.') }),
  output: z.object({ south: z.string(), east: z.string() }),
  refusals: {},
  plan({ level_id }, _view: BuildingView, { ids }) {
    const [south, east] = [ids.next('wall'), ids.next('wall')];
    const corner = [P(9900, 100), P(10_100, -100)];
    const common = { level_id, thickness: 200 };
    return {
      events: [
        created('wall', south, {
          ...common,
          start: P(0, 0),
          end: P(10_000, 0),
          pins: { start: null, end: corner.toReversed() },
        }),
        created('wall', east, {
          ...common,
          start: P(10_000, 0),
          end: P(10_000, 6000),
          pins: { start: corner, end: null },
        }),
      ],
      data: { south, east },
    };
  },
});

const SERVER: ServerDefinition<BuildingView> = {
  ...geometryServer,
  tools: [importWalls, ...geometryServer.tools, ...spatialServer.tools],
};
/** Around the east wall, not the south one. */
const EAST = {
  regions: [{ min: { x: 9000, y: -9000, z: -9000 }, max: { x: 12_000, y: 9000, z: 9000 } }],
};

let harness: Harness;
let owner: Approving;
let walls: { readonly south: string; readonly east: string };

beforeEach(async () => {
  harness = await openHarness(SERVER);
  owner = await approving(harness, {
    works_east: { permissions: { READ: {}, MODIFY: EAST } },
    sees_east: { permissions: { READ: EAST, MODIFY: EAST } },
  });
  const { data } = await owner.done('create_level', { name: 'Ground', elevation: 0 });
  const made = await owner.done('import_walls', { level_id: data['level_id'] });
  walls = z.object({ south: z.string(), east: z.string() }).parse(made.data);
});
afterEach(() => harness.close());

/** Ends the first warning. */
const PINNED =
  ' (an imported end is pinned: it keeps the shape of the file until its wall or a wall at it is edited)';

const thicker = () => ({ element_id: walls.east, parameter_name: 'thickness', value: 300 });

test('a dry run names each unpinned end with the change of its wall', async () => {
  const { warnings, data } = await owner.ask('modify_parameter', { ...thicker(), dry_run: true });
  const unpinned = warnings.filter((text) => text.includes('no longer pinned'));
  expect(unpinned[0]).toContain(PINNED);
  expect(unpinned.map((text) => text.replace(PINNED, '')).toSorted()).toEqual([
    `the end of wall \`${walls.south}\` is no longer pinned: its volume changes by 0 mm³, its box by up to 50 mm`,
    `the start of wall \`${walls.east}\` is no longer pinned: its volume changes by +1800000000 mm³, its box by up to 50 mm with the edit`,
  ]);
  expect(data).toMatchObject({
    diff: {
      modified: expect.arrayContaining([
        {
          id: walls.south,
          kind: 'wall',
          level_id: expect.any(String),
          params: { pinned: { from: ['end'], to: null } },
        },
      ]),
    },
  });
});

test('the plan that a person signs names the unpinned ends', async () => {
  const id = await owner.held('delete_elements', { element_ids: [walls.east] });
  const { warnings } = PlanDocument.parse(JSON.parse(harness.reader.approval(id)?.plan ?? ''));
  expect(warnings).toContain(
    `the end of wall \`${walls.south}\` is no longer pinned: its volume changes by 0 mm³, its box by up to 100 mm${PINNED}`,
  );
  expect(await owner.decide(id)).toBe('executed');
  const { data } = await owner.ask('get_element', { element_id: walls.south });
  expect(data['params']).not.toHaveProperty('pinned');
});

test('an agent may not unpin an end outside of its scope, and does not learn about a hidden wall', async () => {
  const { error } = await owner.other('works_east').ask('modify_parameter', thicker());
  expect(error?.name).toBe('SCOPE_DENIED');
  const hidden = await owner.other('sees_east').ask('modify_parameter', thicker());
  expect(hidden.error?.name).toBe('SCOPE_DENIED');
  expect(hidden.error?.message).toContain('you may not unpin the walls that meet it');
  expect(JSON.stringify(hidden)).not.toContain(walls.south);
});

test('a tool cannot pin an end of an existing wall', async () => {
  const set = { element_id: walls.east, parameter_name: 'pins' };
  const value = { start: null, end: [P(10_100, 6000), P(9900, 6000)] };
  expect((await owner.ask('modify_parameter', { ...set, value })).error?.name).toBe(
    'INVALID_ARGUMENT',
  );
  await owner.done('modify_parameter', { ...set, value: null });
});
