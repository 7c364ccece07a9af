/** @module answers about routes and rooms for a restricted READ scope follow only from its visible part. */
import { beforeAll, expect, test } from 'vitest';

import type { ModelView } from '../../../kernel/building/model/view.ts';
import { raycast } from '../../../kernel/building/spatial/bodies/raycast.ts';
import type { NoPath, Path } from '../../../kernel/building/spatial/paths.ts';
import { shortestPath } from '../../../kernel/building/spatial/paths.ts';
import { roomFacts } from '../../../kernel/building/spatial/room-facts.ts';
import { walkableLevel } from '../../../kernel/building/spatial/walkable.ts';
import type { World } from '../building/world.ts';
import { twoRooms } from './two-rooms.ts';

let world: World;
let id: Readonly<Record<string, string>>;
beforeAll(async () => {
  ({ world, id } = await twoRooms());
});

/** The building without these categories. */
function without(...hidden: readonly string[]): ModelView {
  return world.domain.callerView(world.view, {
    key: 'test',
    maker: 'maker',
    own: () => false,
    branch: () => true,
    place: ({ category }) => !hidden.includes(category),
  }).view;
}

function way(
  view: ModelView,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Path | NoPath {
  const [start, end] = [from, to].map((point) => ({ level_id: id['ground'] ?? '', point }));
  if (start === undefined || end === undefined) throw new Error('two places');
  return shortestPath(view, start, end, { clear_width_mm: 800 });
}

const [LEFT, RIGHT] = [
  { x: 5000, y: 2500 },
  { x: 9000, y: 2500 },
];

test('a hidden column does not affect routes, clear widths or rays', () => {
  expect(way(world.view, LEFT, RIGHT)).toMatchObject({ found: true });
  const seen = way(world.view, LEFT, RIGHT);
  expect(seen.found && seen.length_mm > 4000).toBe(true);
  expect(seen.found && seen.narrowest?.element_ids).toContain(id['column']);
  const view = without('Columns');
  const hidden = way(view, LEFT, RIGHT);
  expect(hidden).toMatchObject({ found: true, length_mm: 4000, points: [LEFT, RIGHT] });
  expect(JSON.stringify(hidden)).not.toContain(id['column']);
  const ray = {
    origin: { x: 5000, y: 2500, z: 1000 },
    direction: { x: 1, y: 0, z: 0 },
    max_mm: 10_000,
    limit: 5,
  };
  expect(raycast(view, ray).map(({ element_id }) => element_id)).not.toContain(id['column']);
});

test('a hidden door is no passage, and connects no rooms', () => {
  const view = without('Doors');
  expect(way(view, { x: 2000, y: 1450 }, { x: 6000, y: 1450 })).toMatchObject({
    found: false,
    because: 'way',
    element_ids: [],
  });
  const room = view.elementOf(id['A'] ?? '', 'room');
  const facts = room === undefined ? null : roomFacts(view, room);
  expect(facts?.neighbours.flatMap(({ holes }) => holes)).toEqual([]);
});

test('no route is found if the level of the room is hidden', () => {
  expect(walkableLevel(without('Levels'), id['ground'] ?? '')).toBeNull();
});
