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
  expect(await scene.run('[...scene.drawn.keys()].join()')).toBe('wall_0_1_0_s');
  await shown('{ isolated: null }');
});

test('a delta replaces one wall, removes another, and keeps all other buffers', async () => {
  const before = await scene.run<SceneStats>('scene.settled()');
  const change = { id: 'wall_0_1_0_s', move: [0, -1, 0], removed: ['wall_0_2_0_s'] } as const;
  scene.offer('delta', changedPart(BUILDING, change));
  const after = await scene.run<SceneStats>(
    "bytesOf('delta').then((part) => (scene.applyDelta(part), scene.settled()))",
  );
  // A shape of the same size is written into its old place.
  expect(after.buffers_made).toBe(before.buffers_made);
  expect(after.elements).toBe(before.elements - 1);
  expect((await scene.run<number[]>("scene.boxOf('wall_0_1_0_s')"))[1]).toBe(-1);
  expect(await scene.run("scene.boxOf('wall_0_2_0_s')")).toBeNull();
  await scene.run("scene.fit(null, 'south')");
  const drawn = await scene.run<string[]>('scene.settled().then(() => [...scene.drawn.keys()])');
  expect(drawn).toContain('wall_0_1_0_s');
  expect(drawn).not.toContain('wall_0_2_0_s');
});

test('after a delta, the changed wall is drawn first, and the complete picture is as one from nothing', async () => {
  const camera =
    'scene.set({ camera: { position: [6, -20, 1.5], target: [6, 0, 1.5], fov: null, height: 8 } })';
  await scene.run(camera);
  await scene.run('scene.settled()');
  await scene.run(
    '(() => { const type = WebGL2RenderingContext.prototype; const own = type.drawElements; globalThis.calls = 0; type.drawElements = function (...args) { calls += 1; own.apply(this, args); }; })()',
  );
  scene.offer('up', changedPart(BUILDING, { id: 'wall_0_1_0_s', move: [0, -1, 2] }));
  await scene.run("bytesOf('up').then((part) => (scene.applyDelta(part), scene.settled()))");
  const calls = await scene.run<number>('calls');
  scene.offer('after', new Uint8Array(await scene.picture()).buffer);
  // Without a new element there is nothing to draw first.
  scene.offer(
    'none',
    changedPart(BUILDING, { id: '', move: [0, 0, 0], removed: ['wall_0_2_0_s'] }),
  );
  await scene.run('calls = 0');
  await scene.run("bytesOf('none').then((part) => (scene.applyDelta(part), scene.settled()))");
  expect(calls).toBeGreaterThan(await scene.run<number>('calls'));
  await scene.run("scene.fit(null, 'north')");
  await scene.run('scene.settled()');
  await scene.run(camera);
  await scene.run('scene.settled()');
  expect(await scene.run("differenceFrom('after', 2)")).toBeLessThan(0.001);
  await scene.run("bytesOf('delta').then((part) => (scene.applyDelta(part), scene.settled()))");
});

test('shapes that do not fit get buffers of their own, which are merged from time to time', async () => {
  const larger: MadeBuilding = { ...BUILDING, fields: [60, 1], rooms: false, windows: false };
  const before = await scene.run<SceneStats>('scene.settled()');
  for (let k = 10; k < 50; k += 1) {
    scene.offer('new', changedPart(larger, { id: `wall_0_${k}_0_s`, move: [0, -3, 0] }));
    await scene.run("bytesOf('new').then((part) => scene.applyDelta(part))");
  }
  const after = await scene.run<SceneStats>('scene.settled()');
  expect(after.elements).toBe(before.elements + 40);
  // 40 of their own, and after 16, 31 each a merged one.
  expect(after.buffers_made - before.buffers_made).toBe(42);
  await scene.run("scene.fit(['wall_0_10_0_s', 'wall_0_49_0_s'], 'south')");
  const drawn = await scene.run<string[]>('scene.settled().then(() => [...scene.drawn.keys()])');
  expect(drawn.filter((id) => /^wall_0_[1-4]\d_0_s$/.test(id)).length).toBe(40);
  const removed = Array.from({ length: 40 }, (_, k) => `wall_0_${k + 10}_0_s`);
  scene.offer('old', changedPart(larger, { id: '', move: [0, 0, 0], removed }));
  const last = await scene.run<SceneStats>(
    "bytesOf('old').then((part) => (scene.applyDelta(part), scene.settled()))",
  );
  expect(last.triangles).toBe(before.triangles);
});

test('a click reports the exact point, and a measurement snaps to corners', async () => {
  await scene.run(
    'scene.set({ camera: { position: [6, -20, 1.5], target: [6, 0, 1.5], fov: null, height: 4 } })',
  );
  // 100 pixels are 1 m.
  const picked = await clicked(320 - 170, 200);
  const [x, y, z] = picked?.point ?? [];
  expect([x?.toFixed(2), y?.toFixed(2), z?.toFixed(2)]).toEqual(['4.30', '-1.00', '1.50']);
  await scene.run('scene.measure(true)');
  await scene.page.mouse.click(320 - 200 + 5, 200 + 150 - 4);
  await scene.page.mouse.click(320 + 200 - 6, 200 - 130 + 5);
  const measured = await scene.run<{ from: number[]; to: number[] }>('seen.measured.at(-1)');
  expect([...measured.from, ...measured.to].map((value) => value.toFixed(2)).join(' ')).toBe(
    '4.00 -1.00 0.00 8.00 -1.00 2.80',
  );
  await scene.run('scene.measure(false)');
});

test('a section shows cut faces as hatched, of the wall that is cut, and hides what is beyond', async () => {
  await scene.run(
    'scene.set({ camera: { position: [6, 4, 30], target: [6, 4, 0], fov: null, height: 12 } })',
  );
  await shown("{ section: { kind: 'plane', normal: [0, 0, 1], offset: 1.5 } }");
  const drawn = await scene.run<string[]>('[...scene.drawn.keys()]');
  expect(drawn.filter((id) => id.startsWith('wall_1'))).toEqual([]);
  const cut = await clicked(320 - 200 + 15, 200 + 4 * 33.3 - 3);
  expect(cut?.id).toBe('wall_0_0_0_s');
  expect(cut?.point?.[2]?.toFixed(2)).toBe('1.50');
  const dark = await scene.run<number>('countOf((r, g, b) => r < 110 && g < 110 && b < 110)');
  await shown("{ section: { kind: 'none' } }");
  const without = await scene.run<number>('countOf((r, g, b) => r < 110 && g < 110 && b < 110)');
  expect(dark).toBeGreaterThan(without + 300);
});

test('storeys move apart, and the camera moves by keys, by the wheel and on foot', async () => {
  const box = await scene.run<number[]>("scene.boxOf('slab_1')");
  await shown('{ explode: 1 }');
  const lifted = await scene.run<number[]>("scene.boxOf('slab_1')");
  expect((lifted[2] ?? 0) - (box[2] ?? 0)).toBeCloseTo(3, 5);
  await shown('{ explode: 0 }');
  await scene.run("scene.fit(null, 'corner')");
  await scene.run("document.getElementById('host').focus()");
  const at = async (): Promise<number[]> =>
    await scene.run<number[]>('scene.state.camera.position');
  const first = await at();
  await scene.page.keyboard.press('ArrowLeft');
  const turned = await at();
  expect(turned).not.toEqual(first);
  expect(turned[2]).toBeCloseTo(first[2] ?? 0, 9);
  await scene.page.mouse.move(320, 200);
  await scene.page.mouse.wheel(0, -200);
  await expect.poll(at).not.toEqual(turned);
  await scene.run(
    'scene.set({ camera: { position: [6, -20, 1.5], target: [6, 2, 0.2], fov: 45, height: 4 } })',
  );
  await scene.run("scene.navigate('walk')");
  const eye = await at();
  expect(eye[2]).toBeCloseTo(1.6, 5);
  await scene.page.keyboard.down('KeyW');
  await expect.poll(async () => (await at())[1]).toBeGreaterThan((eye[1] ?? 0) + 0.3);
  await scene.page.keyboard.up('KeyW');
  await scene.run("scene.navigate('orbit')");
});

test('nothing is drawn while nothing changes', async () => {
  await scene.run('scene.settled()');
  await scene.run(
    '(() => { const type = WebGL2RenderingContext.prototype; const own = type.drawElements; globalThis.calls = 0; type.drawElements = function (...args) { calls += 1; own.apply(this, args); }; })()',
  );
  await scene.page.waitForTimeout(400);
  expect(await scene.run('calls')).toBe(0);
});

test('a lost context is restored: the shapes are asked for again, and the picture is the same', async () => {
  await scene.run(
    'scene.set({ camera: { position: [6, -20, 1.5], target: [6, 0, 1.5], fov: null, height: 4 } })',
  );
  scene.offer('stored', new Uint8Array(await scene.picture()).buffer);
  await scene.run(
    "globalThis.loss = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context'); loss.loseContext()",
  );
  await scene.page.waitForTimeout(50);
  await scene.run('loss.restoreContext()');
  await expect.poll(async () => await scene.run('seen.reloads')).toBe(1);
  await scene.run(
    "load(2).then(async () => { scene.applyDelta(await bytesOf('delta')); await scene.settled(); })",
  );
  expect(await scene.run("differenceFrom('stored', 2)")).toBeLessThan(0.001);
});
