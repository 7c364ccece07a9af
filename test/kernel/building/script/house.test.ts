/** @module house.test: the example house: its elements, and that its openings are inside their walls. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { parseScript } from '../../../../kernel/building/script/parse-script.ts';

const text = readFileSync(new URL('../../../../examples/house.plumb', import.meta.url), 'utf8');
const result = parseScript(text);
const calls = result.ok ? result.calls : [];

test('the house has between 60 and 100 elements on two storeys and the eaves', () => {
  const count: Record<string, number> = {};
  for (const { tool } of calls) count[tool] = (count[tool] ?? 0) + 1;
  expect(count).toEqual({
    create_level: 3,
    create_floor: 4,
    create_wall: 17,
    place_door: 11,
    place_window: 17,
    create_opening: 1,
    create_room: 11,
    create_stair: 1,
    create_column: 2,
    create_beam: 3,
    create_roof: 2,
    modify_parameter: 3,
    set_site: 1,
  });
});

test('every opening is inside its wall, clear of other openings and of adjoining walls', () => {
  type Point = { x: number; y: number };
  const walls = new Map(
    calls
      .filter(({ tool }) => tool === 'create_wall')
      .map((call) => [
        `$${call.as ?? ''}`,
        call.arguments as unknown as {
          start: Point;
          end: Point;
          level_id: string;
          thickness: number;
        },
      ]),
  );
  const taken = new Map<string, [number, number][]>();
  for (const [id, wall] of walls) {
    const along = wall.start.y === wall.end.y ? 'x' : 'y';
    const across = along === 'x' ? 'y' : 'x';
    const meets = [...walls]
      .filter(([other, { level_id }]) => other !== id && level_id === wall.level_id)
      .flatMap(([, other]) =>
        [other.start, other.end]
          .filter((end) => end[across] === wall.start[across])
          .map(
            (end) =>
              [
                end[along] - wall.start[along] - other.thickness / 2,
                end[along] - wall.start[along] + other.thickness / 2,
              ] as [number, number],
          ),
      );
    taken.set(id, meets);
  }
  for (const call of calls) {
    const { wall_id, host_id, offset, width } = call.arguments as Record<string, unknown> as {
      wall_id?: string;
      host_id?: string;
      offset?: number;
      width?: number;
    };
    const host = wall_id ?? host_id ?? '';
    const wall = walls.get(host);
    if (wall === undefined || offset === undefined || width === undefined) continue;
    const length = Math.abs(wall.end.x - wall.start.x) + Math.abs(wall.end.y - wall.start.y);
    expect(offset + width).toBeLessThanOrEqual(length);
    for (const [from, to] of taken.get(host) ?? []) {
      expect(offset >= to || offset + width <= from, `line ${call.line}`).toBe(true);
    }
    taken.get(host)?.push([offset, offset + width]);
  }
  expect([...taken.values()].flat().length).toBeGreaterThan(28);
});
