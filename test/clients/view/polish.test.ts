import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openBrowser } from './browser.ts';
import { buildHouse } from './build-house.ts';
import { openPageHub, type PageHub } from './open-page.ts';

/** Longest wait for a state of the page, ms. */
const WAIT_MS = 8000;

let browser: Browser;
let hub: PageHub;
let names: ReadonlyMap<string, string>;

beforeAll(async () => {
  [browser, hub] = await Promise.all([openBrowser(), openPageHub()]);
  names = await buildHouse(hub);
});
afterAll(async () => {
  await browser.close();
  await hub.close();
});

/** The page with this state. */
async function opened(state = '', viewport = { width: 1440, height: 900 }): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(state === '' ? hub.link() : `${hub.link()}&${state}`);
  await page.getByRole('treeitem').or(page.locator('.element-head')).first().waitFor();
  return page;
}

function idOf(name: string): string {
  return names.get(name) ?? '';
}

describe('plan', () => {
  test('a selected door is drawn blue, and the whole drawing is in sight', async () => {
    const page = await opened(`element=${idOf('front_door')}`);
    const line = page.locator(`.plan-host [data-id="${idOf('front_door')}"] path`).first();
    await expect
      .poll(() => line.evaluate('(one) => getComputedStyle(one).stroke'))
      .toBe('rgb(11, 107, 208)');
    const host = await page.locator('.plan-host').boundingBox();
    for (const text of await page.locator('.plan-host text').all()) {
      const box = await text.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(host?.x ?? Infinity);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(
        (host?.x ?? 0) + (host?.width ?? 0),
      );
    }
    await page.context().close();
  });

  test('two clicks measure between corners in mm, and Escape clears', async () => {
    const page = await opened();
    await page.keyboard.press('m');
    const wall = page.locator(`.plan-host [data-layer="PICK"][data-id="${idOf('g_study')}"]`);
    await wall.waitFor();
    const { x = 0, y = 0, width = 0, height = 0 } = (await wall.boundingBox()) ?? {};
    await page.mouse.click(x + 1, y + height);
    await page.keyboard.down('Shift');
    await page.mouse.click(x + width, y + 2);
    await page.keyboard.up('Shift');
    const label = page.locator('.plan-measure text');
    await expect.poll(() => label.textContent()).toBe('3790 mm');
    await page.getByRole('status').filter({ hasText: '3790 mm' }).first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => label.count()).toBe(0);
    await page.context().close();
  });
});
