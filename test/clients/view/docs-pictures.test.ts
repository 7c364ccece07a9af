/** @module docs-pictures.test: the pictures of docs/view.md match the page; UPDATE_SNAPSHOTS=1 draws them again. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openBrowser } from './browser.ts';
import { buildHouse } from './build-house.ts';
import { openPageHub, type PageHub } from './open-page.ts';

/** Share of pixels that may differ: times and ids in the pictures are those of the run. */
const DIFFERENT = 0.03;
/** A pixel differs if one of its colours differs by more than this, of 255. */
const COLOUR = 40;
/** Longest wait for a picture that stays the same, s. */
const TRIES = 6;
const SIZE = { width: 1280, height: 800 };

let browser: Browser;
let hub: PageHub;
let page: Page;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  [browser, hub] = await Promise.all([openBrowser(), openPageHub()]);
  ids = await buildHouse(hub);
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.goto(hub.link());
  await page.getByRole('treeitem').first().waitFor();
});
afterAll(async () => {
  await browser.close();
  await hub.close();
});

/** The page at an address, when everything is loaded and drawn. */
async function picture(fragment: string): Promise<Buffer> {
  await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
  await page.locator('.plan-view svg, .plan svg').first().waitFor();
  await page.waitForTimeout(1500);
  let before: Uint8Array = new Uint8Array();
  let now = await page.screenshot();
  // A countdown changes every second
  for (let tries = 0; tries < TRIES && !now.equals(before); tries += 1) {
    before = now;
    await page.waitForTimeout(1000);
    now = await page.screenshot();
  }
  return await sharp(now).png({ palette: true, colours: 128 }).toBuffer();
}

async function expectPicture(name: string, bytes: Buffer): Promise<void> {
  const file = new URL(`../../../docs/pictures/${name}.png`, import.meta.url);
  if (process.env['UPDATE_SNAPSHOTS'] === '1') writeFileSync(file, bytes);
  const [expected, actual] = await Promise.all(
    [readFileSync(file), bytes].map(async (one) => await sharp(one).removeAlpha().raw().toBuffer()),
  );
  expect(actual?.length).toBe(expected?.length);
  let different = 0;
  for (let at = 0; at < (actual?.length ?? 0); at += 3) {
    const far = [0, 1, 2].some(
      (n) => Math.abs((actual?.[at + n] ?? 0) - (expected?.[at + n] ?? 0)) > COLOUR,
    );
    if (far) different += 1;
  }
  expect(different / (SIZE.width * SIZE.height)).toBeLessThan(DIFFERENT);
}

test('the model with a selected element', async () => {
  await expectPicture('view-model', await picture(`element=${ids.get('g_kitchen')}`));
});

test('a moved wall with what follows it', async () => {
  const seq = await hub.world.gates.reader.headSeq();
  await hub.done('move_element', {
    element_id: ids.get('g_kitchen'),
    delta: { x: 0, y: -300, z: 0 },
    dry_run: false,
    reasoning: 'the family wants a table for six in the kitchen',
  });
  await expectPicture('view-changes', await picture(`from=main&from_seq=${seq}&panel=changes`));
});

test('a pending deletion', async () => {
  const { approval_id } = await hub.ask('delete_elements', {
    element_ids: [ids.get('g_hall_west')],
    dry_run: false,
    reasoning: 'the family would like to see the garden from the hall',
  });
  const fragment = `plan=${approval_id}&from_plan=${approval_id}&from_before=1&panel=approvals`;
  await expectPicture('view-approval', await picture(fragment));
});
