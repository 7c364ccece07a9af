/** @module related fields of rooms: hidden doors, windows, stairs and walls change no value and no selection. */
import { expect, test } from 'vitest';

import type { AgentPermissions } from '../../../../schemas/permissions.ts';
import { approving } from '../approving.ts';
import { openHarness } from '../harness.ts';
import { BUILDING_SERVERS } from './building-servers.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const CORNERS = [P(0, 0), P(8000, 0), P(8000, 5000), P(0, 5000)];

/** A room on the upper of two storeys; its north wall has the number 2. */
const SEEN = [
  { tool: 'create_level', arguments: { name: 'Ground', elevation: 0 }, as: 'ground' },
  { tool: 'create_level', arguments: { name: 'First', elevation: 3000 }, as: 'first' },
  ...CORNERS.map((start, i) => ({
    tool: 'create_wall',
    arguments: { level_id: '$first', start, end: CORNERS[(i + 1) % 4] },
    as: `wall${i}`,
  })),
  { tool: 'place_door', arguments: { wall_id: '$wall0', offset: 500 }, as: 'door' },
  { tool: 'create_room', arguments: { level_id: '$first', point: P(4000, 2500) }, as: 'room' },
];

/** Behind the room on the hidden storey: a wall as high as both, with a window and a door; in it, a stair to the room. */
const HIDDEN = [
  {
    tool: 'create_wall',
    arguments: { level_id: 'GROUND', start: P(8000, 0), end: P(0, 0), height: 6000 },
    as: 'high',
  },
  {
    tool: 'place_window',
    arguments: { wall_id: '$high', offset: 2000, sill_height: 4000, height: 1200, width: 900 },
  },
  {
    tool: 'create_stair',
    arguments: {
      base_level_id: 'GROUND',
      top_level_id: 'FIRST',
      start: P(1000, 3000),
      direction_deg: 0,
      width: 1000,
    },
  },
];

/** Hidden by their category, in a visible wall. */
const FITTINGS = [
  { tool: 'place_window', arguments: { wall_id: 'WALL2', offset: 3000, width: 1500 } },
  { tool: 'place_door', arguments: { wall_id: 'WALL1', offset: 500, width: 1200 } },
];

const FIELDS = [
  'windows',
  'window_count',
  'glazed_area_mm2',
  'daylight_ratio',
  'doors',
  'door_count',
  'door_widths',
  'narrowest_door_mm',
  'stairs',
  'exit_distance_mm',
  'wall_fire_ratings',
  'least_wall_fire_rating_min',
];

const READS: Readonly<Record<string, NonNullable<AgentPermissions['permissions']['READ']>>> = {
  storey: { levels: ['First'] },
  shell: { categories: ['Levels', 'Walls', 'Rooms'] },
  everything: {},
};

const ASKED = [
  { filter: { categories: ['Rooms'] }, fields: FIELDS },
  { filter: { where: [{ field: 'window_count', op: 'gt', value: 0 }] }, fields: [] },
  { filter: { where: [{ field: 'exit_distance_mm', op: 'lt', value: 1e6 }] }, fields: [] },
  { filter: { categories: ['Doors'] }, fields: ['rooms', 'room_ids', 'stairs', 'from_room'] },
];

/** The answers to each agent in a workspace with these further elements. */
async function answers(further: readonly object[]): Promise<Readonly<Record<string, unknown[]>>> {
  let count = 0;
  const randomId = (): string =>
    `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`;
  const harness = await openHarness(BUILDING_SERVERS, { randomId });
  const everything = { READ: {}, CREATE: {}, MODIFY: {}, DELETE: {} };
  const agents = Object.keys(READS).map((name) => [name, { permissions: everything }] as const);
  const owner = await approving(harness, Object.fromEntries(agents));
  const seen = await owner.done('apply_changes', { operations: SEEN, reasoning: 'a storey' });
  const [ground = '', first = '', , wall1 = '', wall2 = ''] = idsIn(JSON.stringify(seen));
  if (further.length > 0) {
    const text = JSON.stringify(further)
      .replaceAll('GROUND', ground)
      .replaceAll('FIRST', first)
      .replaceAll('WALL1', wall1)
      .replaceAll('WALL2', wall2);
    const operations: unknown = JSON.parse(text);
    await owner.done('apply_changes', { operations, reasoning: 'hidden' });
  }
  const { max_import_elements: _, ...permissions } = harness.agent.permissions;
  const all: Record<string, unknown[]> = {};
  for (const [agent, READ] of Object.entries(READS)) {
    await owner.narrowed(agent, { ...permissions, permissions: { ...everything, READ } });
    const own: unknown[] = [];
    for (const args of ASKED) {
      const { success, data, warnings } = await owner.other(agent).ask('query_elements', args);
      own.push({ success, data, warnings });
    }
    all[agent] = own;
  }
  await harness.close();
  return all;
}

function idsIn(text: string): readonly string[] {
  return [...new Set(text.match(/\b[a-z]+_[0-9a-z]{12}\b/gu))];
}

test('hidden elements on other storeys or of other categories change no field of visible rooms', async () => {
  const without = await answers([]);
  for (const [agent, further] of [
    ['storey', HIDDEN],
    ['shell', FITTINGS],
  ] as const) {
    const made = await answers(further);
    expect(made[agent]).toEqual(without[agent]);
    expect(made[agent]?.[0]).toMatchObject({ success: true, data: { total: 1 } });
    // An agent that sees them gets other values for the room.
    expect(made['everything']?.[0]).not.toEqual(without['everything']?.[0]);
  }
});
