import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Picked, SceneStats } from '../../../../clients/view/scene/scene-view.ts';
import { openBrowser } from '../browser.ts';
import { changedPart, type MadeBuilding, madeParts } from './made-part.ts';
import { openScene, type ScenePage } from './open-scene.ts';

const BUILDING: MadeBuilding = { storeys: 2, fields: [3, 2], windows: true, rooms: true };
const OWN_NOISE = /GPU stall due to ReadPixels/;

let browser: Browser;
let scene: ScenePage;

beforeAll(async () => {
  browser = await openBrowser();
  scene = await openScene(browser, madeParts(BUILDING));
  await scene.run('load(2)');
});
afterAll(async () => {
  await scene.close();
  await browser.close();
});

/** The element at a point of the picture, by a click. */
async function clicked(x: number, y: number): Promise<Picked | null> {
  await scene.run('scene.settled()');
  await scene.page.mouse.click(x, y);
  return await scene.run<Picked | null>('seen.picked.at(-1)?.picked ?? null');
}

/** Sets a state and waits for its full picture. */
async function shown(state: string): Promise<SceneStats> {
  return await scene.run<SceneStats>(`(scene.set(${state}), scene.settled())`);
}

test('a click picks the wall under it, and nothing of the picture violates the policy', async () => {
  await scene.run("scene.fit(['wall_0_1_0_s'], 'south')");
  // Beside the window, which is in the middle.
  expect(await clicked(320 - 100, 200)).toMatchObject({ id: 'wall_0_1_0_s', is_before: false });
  expect(scene.complaints.filter((line) => !OWN_NOISE.test(line))).toEqual([]);
});

test('a hidden wall is neither picked nor drawn, and an isolated one is alone', async () => {
  await scene.run("scene.fit(['wall_0_1_0_s'], 'south')");
  await shown("{ hidden: new Set(['wall_0_1_0_s']) }");
  expect((await clicked(220, 200))?.id).not.toBe('wall_0_1_0_s');
  await shown("{ hidden: new Set(), isolated: new Set(['wall_0_1_0_s']) }");
  expect(await scene.run('[...scene.drawn].join()')).toBe('wall_0_1_0_s');
  await shown('{ isolated: null }');
});

test('a delta replaces one wall, removes another, and keeps all other buffers', async () => {
  const before = await scene.run<SceneStats>('scene.settled()');
  const change = { id: 'wall_0_1_0_s', move: [0, -1, 0], removed: ['wall_0_2_0_s'] } as const;
  scene.offer('delta', changedPart(BUILDING, change));
  const after = await scene.run<SceneStats>(
    "bytesOf('delta').then((part) => (scene.applyDelta(part), scene.settled()))",
  );
  expect(after.buffers_made - before.buffers_made).toBe(1);
  expect(after.elements).toBe(before.elements - 1);
  expect((await scene.run<number[]>("scene.boxOf('wall_0_1_0_s')"))[1]).toBe(-1);
  expect(await scene.run("scene.boxOf('wall_0_2_0_s')")).toBeNull();
  await scene.run("scene.fit(null, 'south')");
  const drawn = await scene.run<string[]>('scene.settled().then(() => [...scene.drawn])');
  expect(drawn).toContain('wall_0_1_0_s');
  expect(drawn).not.toContain('wall_0_2_0_s');
});
