/** @module authoring.test: an agent that sees walls and floors learns nothing about the hidden roof, stair and type that they depend on. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connectionOf } from '../../../../governance/access/principal.ts';
import type { GateAnswer } from '../../../../governance/gate/entered-answer.ts';
import { geometryServer } from '../../../../servers/geometry/server.ts';
import { spatialServer } from '../../../../servers/spatial/server.ts';
import { type Approving, approving } from '../approving.ts';
import { type Harness, openHarness } from '../harness.ts';
import { PICTURE_PLACE } from './normalised.ts';

type Args = Readonly<Record<string, unknown>>;
type Operation = { readonly tool: string; readonly arguments: Args; readonly as: string };

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const HOUSE = [P(0, 0), P(10_000, 0), P(10_000, 6000), P(0, 6000)];
const CATEGORIES = ['Levels', 'Walls', 'Floors', 'Rooms', 'Doors', 'Windows', 'Openings'];

/** The elements that everybody sees, with the same ids in both twins. */
const SEEN: readonly Operation[] = [
  { tool: 'create_level', arguments: { name: 'Ground', elevation: 0, height: 3000 }, as: 'ground' },
  { tool: 'create_level', arguments: { name: 'First', elevation: 3000 }, as: 'first' },
  ...HOUSE.map((start, i) => ({
    tool: 'create_wall',
    arguments: { level_id: '$ground', start, end: HOUSE[(i + 1) % 4], thickness: 300 },
    as: `wall${i}`,
  })),
  {
    tool: 'create_floor',
    arguments: { level_id: '$first', boundary_points: HOUSE, thickness: 250 },
    as: 'slab',
  },
  { tool: 'create_room', arguments: { level_id: '$ground', point: P(5000, 3000) }, as: 'room' },
  { tool: 'place_door', arguments: { wall_id: '$wall0', offset: 1000 }, as: 'door' },
];

/**
 * The hidden elements: in one twin a roof under which a wall ends, a stair that has cut the floor, and the types of a wall and
 * a door; in the other the same walls, floor and opening without them.
 */
const HIDDEN = {
  hidden: [
    {
      tool: 'create_roof',
      arguments: { level_id: '$first', boundary_points: HOUSE, name: 'Vault roof' },
      as: 'roof',
    },
    {
      tool: 'create_type',
      arguments: {
        name: 'Vault wall',
        for: 'wall',
        layers: [{ material: 'vault stone', thickness: 300, function: 'structure' }],
      },
      as: 'type',
    },
    {
      tool: 'create_stair',
      arguments: {
        base_level_id: '$ground',
        top_level_id: '$first',
        start: P(2000, 4500),
        direction_deg: 0,
        width: 1000,
        cut_floor: true,
        name: 'Vault stair',
      },
      as: 'stair',
    },
    { tool: 'create_material', arguments: { name: 'Vault stone', colour: '#102030' }, as: 'stone' },
    { tool: 'set_site', arguments: { true_north_deg: 33 }, as: 'site' },
  ],
  // 3,570 mm long: see the decision on stairs.
  plain: [
    {
      tool: 'create_opening',
      arguments: {
        host_id: '$slab',
        outline: [P(2910, 4000), P(6480, 4000), P(6480, 5000), P(2910, 5000)],
      },
      as: 'opening',
    },
  ],
} as const satisfies Record<string, readonly Operation[]>;

type Twin = {
  readonly harness: Harness;
  readonly owner: Approving;
  readonly ids: Readonly<Record<string, string>>;
  readonly secret: readonly string[];
};

async function openTwin(which: 'hidden' | 'plain'): Promise<Twin> {
  let count = 0;
  const randomId = (): string => {
    count += 1;
    return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  };
  const tools = [...geometryServer.tools, ...spatialServer.tools];
  const harness = await openHarness({ ...geometryServer, tools }, { randomId });
  const all = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
  const owner = await approving(harness, { reader: { permissions: all } });
  const ids: Record<string, string> = {};
  const make = async (operations: readonly Operation[]): Promise<readonly string[]> => {
    const known = operations.map(({ arguments: args, ...rest }) => ({
      ...rest,
      arguments: Object.fromEntries(
        Object.entries(args).map(([name, value]) => [
          name,
          typeof value === 'string' && value.startsWith('$')
            ? (ids[value.slice(1)] ?? value)
            : value,
        ]),
      ),
    }));
    const { data } = await owner.done('apply_changes', { operations: known });
    const results: { id: string; as?: string }[] = Object(data)['results'];
    for (const { id, as } of results) if (as !== undefined) ids[as] = id;
    return results.map(({ id }) => id);
  };
  await make(SEEN);
  const made = await make(HIDDEN[which]);
  // The id of the site is the same in every model, so it reveals nothing.
  const secret = which === 'plain' ? [] : made.filter((id) => id !== 'site');
  // The default agent may import more than the others.
  const { max_import_elements: _, ...limits } = harness.agent.permissions;
  await owner.narrowed('reader', {
    ...limits,
    permissions: { CREATE: {}, MODIFY: {}, DELETE: {}, READ: { categories: CATEGORIES } },
    requires_approval: [...limits.requires_approval],
  });
  return { harness, owner, ids, secret };
}

let a: Twin;
let b: Twin;
beforeAll(async () => {
  [a, b] = [await openTwin('hidden'), await openTwin('plain')];
});
afterAll(async () => {
  await a.harness.close();
  await b.harness.close();
});

async function answered({ owner, harness }: Twin, tool: string, args: Args): Promise<GateAnswer> {
  return await harness.gate.call(connectionOf(owner.other('reader').principal), {
    tool,
    arguments: { reasoning: 'a test', ...args },
    signal: new AbortController().signal,
    progress: () => {},
  });
}

const WORDS = /vault|#102030/iu;

/** The content of an answer, without random ids and times. Throws if it names a hidden element. */
function said({ envelope, content }: GateAnswer, args: Args, secret: readonly string[]): string {
  const { timestamp: _timestamp, audit: _audit, ...rest } = envelope;
  const text = JSON.stringify([rest, content]);
  const given = JSON.stringify(args);
  const named = secret.find((id) => text.includes(id) && !given.includes(id));
  if (named !== undefined) throw new Error(`names \`${named}\`: ${text}`);
  const word = WORDS.exec(text)?.[0];
  if (word !== undefined && !WORDS.test(given)) throw new Error(`says \`${word}\`: ${text}`);
  const known = new Set([...SEEN.map(({ as }) => b.ids[as] ?? ''), ...(given.match(ID) ?? [])]);
  const fresh = new Map<string, string>();
  return text
    .replaceAll(PICTURE_PLACE, '"<pictures>/')
    .replaceAll(CONCERNED, '')
    .replaceAll(',]', ']')
    .replaceAll(ID, (id) => {
      if (known.has(id)) return id;
      fresh.set(id, fresh.get(id) ?? `<new ${fresh.size}>`);
      return fresh.get(id) ?? '';
    })
    .replaceAll(UUID, '<uuid>')
    .replaceAll(TIME, '<time>');
}
/** An answer may say that a change affects something hidden, and that an opening belongs to something, but not what it is. */
const CONCERNED = /"it also concerns something that you may not see",?|,"stair_id":null/gu;
const ID = /\b[a-z]+_[0-9a-z]{12}\b/gu;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/gu;

/** Cases of authoring on visible elements between hidden ones. */
const CASES: readonly (readonly [tool: string, args: (ids: Twin['ids']) => Args])[] = [
  ['create_type', () => ({ name: 'Vault wall', for: 'wall', layers: layers() })],
  ['create_type', () => ({ name: 'Own wall', for: 'wall', layers: layers('vault stone') })],
  ['create_material', () => ({ name: 'Vault stone', colour: '#405060' })],
  ['set_site', () => ({ true_north_deg: 12 })],
  ['set_properties', ({ wall0 = '' }) => properties([wall0])],
  ['set_properties', ({ roof = 'roof_000000000000' }) => properties([roof])],
  ['set_properties', () => properties(['@Vault roof', '@Vault wall'])],
  ['create_wall', ({ ground }) => ({ level_id: ground, ...ACROSS, type_id: '@Vault wall' })],
  ['create_wall', ({ ground }) => ({ level_id: ground, ...ACROSS, top_under: '@Vault roof' })],
  ['create_wall', ({ ground }) => ({ level_id: ground, ...ACROSS, height: 9000 })],
  ['create_floor', ({ first }) => ({ level_id: first, boundary_points: HOUSE })],
  ['create_roof', ({ first }) => ({ level_id: first, boundary_points: HOUSE, name: 'Own' })],
  ['edit_walls', ({ wall1 }) => ({ operation: 'split', wall_id: wall1, distance: 2000 })],
  ['edit_walls', ({ wall1 }) => moveEnd(wall1, P(11_000, 6000))],
  ['edit_walls', ({ wall1 }) => ({ operation: 'offset', wall_id: wall1, distance: 1500 })],
  ['transform_elements', ({ wall1 }) => ({ ...MOVE, element_ids: [wall1] })],
  ['transform_elements', () => ({ ...MOVE, filter: {} })],
  // One new element per kind: answers list the elements of a kind by their random ids.
  ['transform_elements', ({ wall2 }) => ({ ...ALONG, element_ids: [wall2], copy: true })],
  ['transform_elements', () => ({ ...MOVE, filter: { categories: ['Roofs'] } })],
  ['transform_elements', () => ({ ...MOVE, filter: { names: ['Vault roof', 'Vault stair'] } })],
  ['transform_elements', ({ ground }) => ({ ...MOVE, filter: { level_id: ground } })],
  ['modify_parameter', ({ wall1 }) => set(wall1, 'type_id', '@Vault wall')],
  ['modify_parameter', ({ wall1 }) => set(wall1, 'top_under', '@Vault roof')],
  ['modify_parameter', ({ wall1 }) => set(wall1, 'thickness', 450)],
  ['modify_parameter', ({ door }) => set(door, 'type_id', '@Vault door')],
  ['run_script', () => ({ script: 'on @Ground\nwall (5, 0) to (5, 6) under @"Vault roof"' })],
  ['run_script', () => ({ script: 'on @Ground\nwall (5, 0) to (5, 6) type @"Vault wall"' })],
  ['run_script', () => ({ script: 'site north 20' })],
  ['move_element', ({ wall1 }) => ({ element_id: wall1, delta: { x: 500, y: 0, z: 0 } })],
  ['copy_element', ({ slab }) => ({ element_id: slab, delta: { x: 0, y: 9000, z: 0 } })],
  ['delete_elements', ({ wall1 = '' }) => ({ element_ids: [wall1] })],
];
const ACROSS = { start: P(5000, 0), end: P(5000, 6000) };
const MOVE = { operation: 'move', delta: { x: 200, y: 0 } };
/** Across the house: over the wall itself the room with the smaller id would be chosen, and new ids are random. */
const ALONG = { operation: 'move', delta: { x: 0, y: -1500 } };
const layers = (material = 'brick'): readonly object[] => [{ material, thickness: 240 }];
const moveEnd = (wall_id: unknown, to: object): Args => ({
  operation: 'move_end',
  wall_id,
  end: 'end',
  to,
});
const properties = (element_ids: readonly string[]): Args => ({
  element_ids,
  set: 'Own',
  properties: { Colour: 'red' },
});
const set = (element_id: unknown, parameter_name: string, value: unknown): Args => ({
  element_id,
  parameter_name,
  value,
});

describe('for an agent that sees neither roofs, stairs, types, materials nor the site', () => {
  test('both twins give the same answers', () => {
    const seen = SEEN.map(({ as }) => as);
    expect(seen.map((name) => b.ids[name])).toEqual(seen.map((name) => a.ids[name]));
    expect(a.secret).toHaveLength(4);
  });

  test.each(CASES.map(([tool, args], i) => [`${i} ${tool}`, tool, args] as const))(
    'case %s has the same answer and picture in both twins',
    async (_, tool, args) => {
      const given = args(a.ids);
      // The cut of the hidden stair in the floor is an opening of the floor, which is visible.
      const [of_a, of_b] = await Promise.all(
        [a, b].map(async (twin) => {
          const dry = await answered(twin, tool, given);
          const wrapped = { tool, arguments: given, preview: 'picture' };
          const drawn = await answered(twin, 'preview_operation', wrapped);
          return [said(dry, given, a.secret), said(drawn, given, a.secret)];
        }),
      );
      expect(of_b).toEqual(of_a);
    },
  );
});
