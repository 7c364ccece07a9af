/** @module warnings of sliding and pocket doors whose leaf has no space next to the opening. */
import { expect, test } from 'vitest';

import { World } from '../building/world.ts';

/** The warnings of the preview of a script that are about leaves that slide; the script is executed. */
async function warningsIn(world: World, script: string): Promise<readonly string[]> {
  const { events } = await world.plan('run_script', { script });
  const effect = world.effect(events);
  await world.do('run_script', { script });
  return effect.withNames(effect.warnings).filter((text) => text.includes('to slide'));
}

async function warningsOf(script: string): Promise<readonly string[]> {
  return await warningsIn(await World.create(), `level Ground at 0 height 3; ${script}`);
}

const DOOR = 'size 0.9 x 2.1 type';
/** A door of 900 mm in a niche between two walls: 1,100 mm between their axes. */
const niche = (type: string): string =>
  `walls path (0,2) (0,0) (1.1,0) (1.1,2) thickness 0.2 as n; door in $n.2 at 0.1 ${DOOR} ${type}`;
/** A door in the middle of a wall of 6 m along x, whose left face is at y = 100 mm. */
const wall = (type: string, length = 6, offset = 2.5): string =>
  `wall (0,0) to (${length},0) thickness 0.2 as w; door in $w at ${offset} ${DOOR} ${type}`;
const column = (x: number, y: number): string => `column at (${x},${y}) size 0.3 x 0.3`;

const wardrobe = (x: number): string => `furniture wardrobe at (${x},0.1) direction north`;
const pillar = (x: number): string => `column at (${x},0) size 0.15 x 0.15`;

test.each([
  ['between two corners', niche('sliding')],
  ['between two corners, in a pocket', niche('pocket')],
  // The leaf needs 900 mm from x = 2.5 m to the left, or from x = 3.4 m to the right.
  [
    'with columns on its face on both sides',
    `${wall('sliding')}; ${column(2, 0.25)}; ${column(4, 0.25)}`,
  ],
  [
    'with walls on its face on both sides',
    `${wall('sliding')}; wall (1.9,0) to (1.9,3) thickness 0.1; wall (4,0) to (4,3) thickness 0.1`,
  ],
  ['in a wall that is too short', wall('sliding', 2.4, 0.7)],
  ['in a wall that is too short for a pocket', wall('pocket', 2.4, 0.7)],
  // Wardrobes of 600 mm depth with their backs at the left face of the wall
  ['with wardrobes on both sides', `${wall('sliding')}; ${wardrobe(1.8)}; ${wardrobe(4.2)}`],
  [
    'with a stair and a wardrobe',
    `level First at 3 height 3; on @Ground; ${wall('sliding')}; ${wardrobe(1.8)}; stair at (3.9,0.55) direction east width 0.9 to @First`,
  ],
  // A leaf of 40 mm in the middle of the wall meets columns of 150 mm in it.
  ['with columns in both pockets', `${wall('pocket')}; ${pillar(2)}; ${pillar(4)}`],
  // Columns in the rear of the wall, from y = -135 mm to y = 15 mm, meet the rear of the leaf, from -20 mm.
  [
    'with columns in the rear of both pockets',
    `${wall('pocket')}; column at (2,-0.06) size 0.15 x 0.15; column at (4,-0.06) size 0.15 x 0.15`,
  ],
  [
    'with windows in both pockets',
    `${wall('pocket')}; window in $w at 1.7 size 0.6 x 1.2 sill 0.9; window in $w at 3.5 size 0.6 x 1.2 sill 0.9`,
  ],
  [
    'on a sill, with windows in both pockets',
    `${wall('pocket')} sill 0.5; window in $w at 1.7 size 0.6 x 0.5 sill 2.2; window in $w at 3.5 size 0.6 x 0.5 sill 2.2`,
  ],
  [
    'with a door in one pocket and a window in the other',
    `${wall('pocket')}; door in $w at 1.2 size 0.9 x 2.1; window in $w at 3.5 size 0.6 x 1.2 sill 0.9`,
  ],
])('a door %s has one warning', async (_, script) => {
  expect(await warningsOf(script)).toEqual([expect.stringContaining('900 mm free')]);
});

test.each([
  ['hinged, between two corners', niche('single')],
  ['with enough wall on both sides', wall('sliding')],
  ['in a pocket with enough wall on both sides', wall('pocket')],
  ['with a column on one side', `${wall('sliding')}; ${column(2, 0.25)}`],
  [
    'with columns on the other face',
    `${wall('sliding')}; ${column(2, -0.25)}; ${column(4, -0.25)}`,
  ],
  [
    'with columns beyond its leaf',
    `${wall('sliding')}; ${column(1.4, 0.25)}; ${column(4.5, 0.25)}`,
  ],
  [
    'with windows beside a leaf that slides over them',
    `${wall('sliding')}; window in $w at 1.7 size 0.6 x 1.2 sill 0.9; window in $w at 3.5 size 0.6 x 1.2 sill 0.9`,
  ],
  ['with a wardrobe on one side', `${wall('sliding')}; ${wardrobe(1.8)}`],
  ['with wardrobes in front of pockets', `${wall('pocket')}; ${wardrobe(1.8)}; ${wardrobe(4.2)}`],
  ['with a column in one pocket', `${wall('pocket')}; ${pillar(2)}`],
  ['with columns beyond its pockets', `${wall('pocket')}; ${pillar(1.4)}; ${pillar(4.5)}`],
  [
    'with columns on the face of its pockets',
    `${wall('pocket')}; ${column(2, 0.25)}; ${column(4, 0.25)}`,
  ],
  ['with a window in one pocket', `${wall('pocket')}; window in $w at 1.7 size 0.6 x 1.2 sill 0.9`],
  [
    'with windows above both pockets',
    `${wall('pocket')}; window in $w at 1.7 size 0.6 x 0.5 sill 2.2; window in $w at 3.5 size 0.6 x 0.5 sill 2.2`,
  ],
  [
    'on a sill above the windows in its pockets',
    `${wall('pocket')} sill 0.7; window in $w at 1.7 size 0.6 x 0.5 sill 0.2; window in $w at 3.5 size 0.6 x 0.5 sill 0.2`,
  ],
  [
    'at the end of a wall that another one continues',
    `${wall('sliding', 1, 0.05)}; wall (1,0) to (4,0) thickness 0.2`,
  ],
])('a door %s has no warning', async (_, script) => {
  expect(await warningsOf(script)).toEqual([]);
});

test('the warning comes with the element that takes the room, and only then', async () => {
  const world = await World.create();
  const first = `level Ground at 0 height 3; ${wall('sliding')}; ${column(2, 0.25)}`;
  expect(await warningsIn(world, first)).toEqual([]);
  expect(await warningsIn(world, `on @Ground; ${column(4, 0.25)}`)).toHaveLength(1);
  expect(await warningsIn(world, `on @Ground; ${column(0.4, 2)}`)).toEqual([]);
});

test('the warning comes with a wardrobe that takes the room, and with a column in the last pocket', async () => {
  const beside = await World.create();
  await warningsIn(beside, `level Ground at 0 height 3; ${wall('sliding')}; ${wardrobe(1.8)}`);
  expect(await warningsIn(beside, `on @Ground; ${wardrobe(4.2)}`)).toHaveLength(1);
  const within = await World.create();
  await warningsIn(within, `level Ground at 0 height 3; ${wall('pocket')}; ${pillar(2)}`);
  expect(await warningsIn(within, `on @Ground; ${pillar(4)}`)).toHaveLength(1);
});
