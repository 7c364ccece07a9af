/** @module the picture of a change in plan: colours of created, modified, deleted and following elements, only at their position. */
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';

import { World } from '../building/world.ts';

const P = (x: number, y: number): { x: number; y: number } => ({ x, y });
const GREEN = [21, 128, 61];
const AMBER = [217, 119, 6];
const RED = [220, 38, 38];
const GREY = [82, 82, 91];

let world: World;
let level_id: string;
let south: string;

beforeEach(async () => {
  world = await World.create();
  level_id = await world.make('create_level', { name: 'Ground', elevation: 0 });
  south = await world.make('create_wall', { level_id, start: P(0, 0), end: P(6000, 0) });
  await world.make('create_wall', { level_id, start: P(0, 9000), end: P(6000, 9000) });
});

/** Number of pixels of each colour in the left and the right half of the picture. */
async function dotsOf(tool: string, input: Record<string, unknown>) {
  const { events } = await world.plan(tool, input);
  const png = await world.effect(events).picture();
  if (png === null) return null;
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const count = (colour: readonly number[], half: 0 | 1): number => {
    let dots = 0;
    for (let at = 0; at < info.width * info.height; at += 1) {
      const side = at % info.width < info.width / 2 ? 0 : 1;
      const isIt = colour.every((value, channel) => data[3 * at + channel] === value);
      if (side === half && isIt) dots += 1;
    }
    return dots;
  };
  const halves = (colour: readonly number[]): readonly number[] => [
    count(colour, 0),
    count(colour, 1),
  ];
  return {
    bytes: png.length,
    green: halves(GREEN),
    amber: halves(AMBER),
    red: halves(RED),
    grey: halves(GREY),
  };
}

it('shows created elements green, only after the change and only near it', async () => {
  const dots = await dotsOf('create_wall', { level_id, start: P(0, 1000), end: P(3000, 1000) });
  // 3 m by 0.2 m at 344 pixels for 6 m, and of the south wall what is within 1.5 m.
  const pixels_per_m = (400 - 56) / 6;
  const expected = 3 * 0.2 * pixels_per_m ** 2;
  expect(dots?.green[0]).toBe(0);
  expect(dots?.green[1]).toBeGreaterThan(0.7 * expected);
  expect(dots?.green[1]).toBeLessThan(1.5 * expected);
  expect(dots?.grey[0]).toBeGreaterThan(0);
  expect(dots?.bytes).toBeLessThan(20_000);
  const far = await dotsOf('create_wall', { level_id, start: P(0, 4000), end: P(3000, 4000) });
  expect(far?.grey).toEqual([0, 0]);
});

it('shows deleted elements red, only before the change', async () => {
  const dots = await dotsOf('delete_elements', { element_ids: [south] });
  expect(dots?.red[0]).toBeGreaterThan(0);
  expect(dots?.red[1]).toBe(0);
});

it('shows modified elements and their dependants amber', async () => {
  const joined = await world.make('create_wall', {
    level_id,
    start: P(3000, 0),
    end: P(3000, 3000),
  });
  const thicker = { element_id: south, parameter_name: 'thickness', value: 400 };
  const dots = await dotsOf('modify_parameter', thicker);
  expect(dots?.amber[1]).toBeGreaterThan(dots?.amber[0] ?? Infinity);
  const { events } = await world.plan('modify_parameter', thicker);
  expect(
    world
      .effect(events)
      .results()
      .map(({ id }) => id),
  ).toContain(joined);
  expect(dots?.grey).toEqual([0, 0]);
});

it('is missing if no element has a position in plan', async () => {
  expect(await dotsOf('create_level', { name: 'Upper', elevation: 3000 })).toBeNull();
});
