import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Picked } from '../../../../clients/view/scene/scene-view.ts';
import { openBrowser } from '../browser.ts';
import { changedPart, type MadeBuilding, madeParts } from './made-part.ts';
import { openScene, type ScenePage } from './open-scene.ts';

const BUILDING: MadeBuilding = { storeys: 1, fields: [3, 1], windows: false };
/** Turquoise, and nothing else in this model is: the colour of what was moved. */
const TURQUOISE = '(r, g, b) => g > 70 && g > r + 35 && b > r + 35 && Math.abs(g - b) < 30';
const GREEN = '(r, g, b) => g > 70 && g > r + 30 && g > b + 20';

let browser: Browser;
let scene: ScenePage;

beforeAll(async () => {
  browser = await openBrowser();
  scene = await openScene(browser, madeParts(BUILDING));
  // One wall was 1.5 m higher, so that both of its places are seen from the south.
  scene.offer('before', changedPart(BUILDING, { id: 'wall_0_1_0_s', move: [0, -0.5, 3.2] }));
  await scene.run("load(1).then(async () => { globalThis.before = await bytesOf('before'); })");
  await scene.run(
    'scene.set({ camera: { position: [6, -20, 3], target: [6, 0, 3], fov: null, height: 10 } })',
  );
});
afterAll(async () => {
  await scene.close();
  await browser.close();
});

/** Shows the comparison in a mode and returns how much of the left and of the right half is turquoise. */
async function movedHalves(mode: string, at = 0.5, rest = 'ghost'): Promise<readonly number[]> {
  await scene.run(
    `(scene.compare({ classes: new Map([['wall_0_1_0_s', 'moved'], ['wall_0_2_0_s', 'created']]), before, mode: '${mode}', at: ${at}, rest: '${rest}' }), scene.settled().then(() => 0))`,
  );
  return [
    await scene.run(`countOf(${TURQUOISE}, 0, 0.5)`),
    await scene.run(`countOf(${TURQUOISE}, 0.5, 1)`),
  ];
}

async function clicked(x: number, y: number): Promise<Picked | null> {
  await scene.run('scene.settled()');
  await scene.page.mouse.click(x, y);
  return await scene.run<Picked | null>('seen.picked.at(-1)?.picked ?? null');
}

test('ghost: both places are shown, and each can be picked', async () => {
  await movedHalves('ghost');
  // 40 pixels are 1 m, and the middle of the picture is 3 m above the floor.
  expect(await clicked(320, 260)).toMatchObject({ id: 'wall_0_1_0_s', is_before: false });
  expect(await clicked(320, 150)).toMatchObject({ id: 'wall_0_1_0_s', is_before: true });
  // A wall that did not change is a ghost, which cannot be picked.
  expect(await clicked(320 - 150, 260)).toBeNull();
});

test('swipe: the earlier place is to the left of the line, the later one to the right', async () => {
  const middle = await movedHalves('swipe', 0.5);
  expect(await clicked(310, 150)).toMatchObject({ is_before: true });
  expect(await clicked(330, 150)).toBeNull();
  expect(await clicked(330, 260)).toMatchObject({ is_before: false });
  expect(await clicked(310, 260)).toBeNull();
  expect(middle[0]).toBeGreaterThan(1000);
  expect(middle[1]).toBeGreaterThan(1000);
  expect(await scene.run(`countOf(${GREEN}, 0, 0.5)`)).toBe(0);
});

test('side: two pictures with one camera, the created wall only in the later one', async () => {
  const halves = await movedHalves('side');
  expect(Math.abs((halves[0] ?? 0) - (halves[1] ?? 0))).toBeLessThan(0.2 * (halves[0] ?? 0));
  expect(await scene.run(`countOf(${GREEN}, 0, 0.5)`)).toBe(0);
  expect(await scene.run(`countOf(${GREEN}, 0.5, 1)`)).toBeGreaterThan(500);
  expect(await clicked(160, 180)).toMatchObject({ id: 'wall_0_1_0_s', is_before: true });
  expect(await clicked(480, 230)).toMatchObject({ id: 'wall_0_1_0_s', is_before: false });
});

test('blend: 0 is the earlier moment alone, 1 the later one', async () => {
  await movedHalves('blend', 0, 'off');
  const early = await scene.run<number[]>('colourAt(320, 150)');
  const none = await scene.run<number[]>('colourAt(320, 260)');
  await movedHalves('blend', 1, 'off');
  const late = await scene.run<number[]>('colourAt(320, 260)');
  expect(early[2]).toBeGreaterThan((early[0] ?? 0) + 50);
  expect(none[2]).toBeLessThan((none[0] ?? 0) + 20);
  expect(late[2]).toBeGreaterThan((late[0] ?? 0) + 50);
});

test('a comparison is still shown after a lost context', async () => {
  const before = await movedHalves('ghost');
  await scene.run(
    "globalThis.loss = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context'); loss.loseContext()",
  );
  await scene.page.waitForTimeout(50);
  await scene.run('loss.restoreContext()');
  await expect.poll(async () => await scene.run('seen.reloads')).toBe(1);
  await scene.run('scene.clear(), load(1)');
  expect(await scene.run(`countOf(${TURQUOISE}, 0, 0.5)`)).toBe(before[0]);
});

test('without a comparison the picture is as it was', async () => {
  await scene.run('scene.compare(null)');
  expect(await scene.run(`countOf(${TURQUOISE})`)).toBe(0);
  expect(await clicked(320 - 150, 260)).toMatchObject({ id: 'wall_0_0_0_s', is_before: false });
});
