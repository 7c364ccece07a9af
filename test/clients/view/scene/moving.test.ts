import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openBrowser } from '../browser.ts';
import { type MadeBuilding, madeParts } from './made-part.ts';
import { openScene, type ScenePage } from './open-scene.ts';

/** More triangles than a software renderer draws as they are while the camera moves: 105,600. */
const BUILDING: MadeBuilding = { storeys: 3, fields: [20, 20], windows: true };

let browser: Browser;
let scene: ScenePage;

beforeAll(async () => {
  browser = await openBrowser();
  scene = await openScene(browser, madeParts(BUILDING));
  await scene.run('load(3)');
});
afterAll(async () => {
  await scene.close();
  await browser.close();
});

test('while the camera moves, a quick picture is like the full one that follows', async () => {
  // The same camera again and again counts as a movement.
  await scene.run(
    'globalThis.moving = setInterval(() => scene.set({ camera: scene.state.camera }), 30); 0',
  );
  const drawn = await scene.run<number>('seen.drawn');
  await scene.page.waitForTimeout(600);
  expect(await scene.run('seen.drawn')).toBe(drawn);
  scene.offer('moving', new Uint8Array(await scene.page.screenshot()).buffer);
  await scene.run('clearInterval(moving), scene.settled()');
  const difference = await scene.run<number>("differenceFrom('moving', 60)");
  // Boxes have no windows.
  expect(difference).toBeGreaterThan(0);
  expect(difference).toBeLessThan(0.25);
  const paper = 'countOf((r, g, b) => r > 225 && g > 225 && b > 225)';
  expect(await scene.run<number>(paper)).toBeLessThan(0.75 * 640 * 400);
});

test('a disposed picture leaves nothing in the page, and another one can be made', async () => {
  await scene.run('scene.dispose()');
  expect(await scene.run('document.querySelectorAll("canvas").length')).toBe(0);
  await scene.run('globalThis.scene = makeScene(); load(1)');
  expect(await scene.run<number>('scene.ids.size')).toBe(801);
  expect(scene.complaints.filter((line) => !/GPU stall/.test(line))).toEqual([]);
});
