/** Pictures compared with stored ones; `UPDATE_SNAPSHOTS=1` writes them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openBrowser } from '../browser.ts';
import { changedPart, type MadeBuilding, madeParts } from './made-part.ts';
import { openScene, type ScenePage } from './open-scene.ts';

const GOLDEN = join(import.meta.dirname, 'views');
const BUILDING: MadeBuilding = { storeys: 2, fields: [4, 3], windows: true, rooms: true };
/** Largest share of pixels that may differ: other processors round edges in another way. */
const TOLERANCE = 0.01;

const CLASSES =
  "new Map([['wall_1_1_0_s', 'moved'], ['wall_1_2_0_s', 'created'], ['wall_1_3_0_s', 'modified'], ['wall_0_2_0_s', 'deleted'], ['wall_0_3_0_s', 'follows']])";
const VIEWS: Readonly<Record<string, string>> = {
  corner: "scene.fit(null, 'corner')",
  dark: 'scene.appearance(true)',
  selected:
    "scene.appearance(false); scene.set({ selected: new Set(['wall_1_1_0_s', 'wall_0_2_0_s']) })",
  xray: "scene.set({ selected: new Set(), xray: true, isolated: new Set(['wall_1_2_1_s', 'slab_0']) })",
  rooms:
    "scene.set({ xray: false, isolated: null, spaces: true, colours: [{ label: 'office', colour: 0xd08020, ids: ['room_1_0_0', 'room_1_1_1'] }] })",
  exploded: "scene.set({ spaces: false, colours: null, explode: 1 }); scene.fit(null, 'corner')",
  section:
    "scene.set({ explode: 0, section: { kind: 'box', box: [2, 2, 0.5, 12, 9, 4.5] } }); scene.fit(null, 'corner')",
  plan: "scene.set({ section: { kind: 'plane', normal: [0, 0, 1], offset: 4.5 } }); scene.fit(null, 'top')",
  ghost: `scene.set({ section: { kind: 'none' } }); scene.fit(null, 'corner'); scene.compare({ classes: ${CLASSES}, before, mode: 'ghost', at: 0, rest: 'ghost' })`,
  swipe: `scene.compare({ classes: ${CLASSES}, before, mode: 'swipe', at: 0.4, rest: 'ghost' })`,
};

let browser: Browser;
let scene: ScenePage;

beforeAll(async () => {
  browser = await openBrowser();
  scene = await openScene(browser, madeParts(BUILDING), { width: 480, height: 300 });
  scene.offer('before', changedPart(BUILDING, { id: 'wall_1_1_0_s', move: [0, -2.5, 0] }));
  await scene.run("load(2).then(async () => { globalThis.before = await bytesOf('before'); })");
});
afterAll(async () => {
  await scene.close();
  await browser.close();
});

for (const [name, code] of Object.entries(VIEWS)) {
  test(`the view \`${name}\` looks as stored`, async () => {
    await scene.run(`(() => { ${code} })()`);
    const path = join(GOLDEN, `${name}.png`);
    if (process.env['UPDATE_SNAPSHOTS'] === '1') {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(path, await scene.picture());
    }
    scene.offer(name, new Uint8Array(readFileSync(path)).buffer);
    expect(await scene.run<number>(`differenceFrom('${name}')`)).toBeLessThan(TOLERANCE);
  });
}

test('a picture with another wall is not within the tolerance of the stored one', async () => {
  await scene.run(
    "(() => { scene.compare(null); scene.set({ hidden: new Set(['wall_1_3_0_s']) }); scene.fit(null, 'corner'); })()",
  );
  expect(await scene.run<number>("differenceFrom('corner')")).toBeGreaterThan(2 * TOLERANCE);
});

test('without WebGL there is no picture, and the page still runs', async () => {
  const plain = await openBrowser({ webgl: false });
  const page = await openScene(plain, []);
  expect(await page.run('scene')).toBeNull();
  await page.close();
  await plain.close();
});
