import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openBrowser } from './browser.ts';
import { buildHouse } from './build-house.ts';
import { openPageHub, type PageHub } from './open-page.ts';
import { openState } from './open-state.ts';

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
  return await openState(browser, hub, state, { viewport });
}

function idOf(name: string): string {
  return names.get(name) ?? '';
}

describe('plan', () => {
  test('a selected door is drawn blue, and the whole drawing is in sight', async () => {
    const page = await opened(`element=${idOf('front_door')}`);
    const line = page.locator(`.plan-host [data-id="${idOf('front_door')}"] path`).first();
    await expect
      .poll(() => line.evaluate((one) => Reflect.get(globalThis, 'getComputedStyle')(one).stroke))
      .toBe('rgb(11, 107, 208)');
    // In one step: the drawing can be replaced while the model arrives.
    const outside = `(() => {
      const { left, right } = document.querySelector('.plan-host').getBoundingClientRect();
      const boxes = [...document.querySelectorAll('.plan-host text')].map((text) => text.getBoundingClientRect());
      return boxes.length < 20 ? -1 : boxes.filter((box) => box.left < left || box.right > right).length;
    })()`;
    await expect.poll(() => page.evaluate(outside)).toBe(0);
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

describe('toolbar', () => {
  test('a button says its name below it when the keyboard reaches it', async () => {
    const page = await opened();
    await page.getByRole('button', { name: 'Orbit' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.tip').textContent()).toBe('Walk (w)');
    await page.keyboard.press('r');
    await page.getByText('11 rooms are drawn; walls and roofs may hide them').first().waitFor();
    await page.context().close();
  });
});

describe('a reduced picture', () => {
  test('has a lit button of the cut, and one button ends cut, x-ray, hiding and isolation', async () => {
    const [wall, door] = [idOf('g_study'), idOf('front_door')];
    const page = await opened(
      `section=plane,0,0,1,1.2&xray=1&hide=${wall}&only=${door}&explode=1.00`,
    );
    const section = page.getByRole('button', { name: 'Section', exact: true });
    await expect.poll(() => section.getAttribute('aria-pressed')).toBe('true');
    const showAll = page.getByRole('button', { name: 'Show all', exact: true });
    await showAll.getByText('Show all').click();
    await expect.poll(() => section.getAttribute('aria-pressed')).toBe('false');
    await expect
      .poll(() => new URL(page.url()).hash)
      .not.toMatch(/[#&](?:section|xray|hide|only|explode)=/);
    expect(await showAll.isDisabled()).toBe(true);
    await page.context().close();
  });
});

describe('tree', () => {
  test('doors without a name are called by the rooms next to them, and a click moves no row', async () => {
    const page = await opened();
    await page
      .getByRole('treeitem', { name: /^Doors/ })
      .first()
      .click();
    const door = page.getByRole('treeitem', { name: 'Door Hall–outside' });
    const before = await door.boundingBox();
    await door.click();
    await expect
      .poll(() => page.locator('.element-head h3').textContent())
      .toBe('Door Hall–outside');
    expect((await door.boundingBox())?.y).toBe(before?.y);
    expect(await page.locator('.element-head code').first().textContent()).toBe(idOf('front_door'));
    await page.context().close();
  });

  test('an isolated room is drawn, and the rows of all others are marked as hidden', async () => {
    const page = await opened();
    await page
      .getByRole('treeitem', { name: /^Rooms/ })
      .first()
      .click();
    await page.getByRole('treeitem', { name: 'Kitchen' }).click();
    const camera = (): string => /camera=[^&]*/.exec(page.url())?.[0] ?? '';
    await expect.poll(camera).not.toBe('');
    const before = camera();
    await page.keyboard.press('i');
    await expect.poll(() => new URL(page.url()).hash).toMatch(/spaces=1/);
    await expect.poll(camera).not.toBe(before);
    const walls = page.getByRole('treeitem', { name: /^Walls/ }).first();
    await expect.poll(() => walls.textContent()).toMatch(/hidden$/);
    await page.context().close();
  });
});

describe('time', () => {
  test('an element of the compared moment alone shows what it was, and the present ends it', async () => {
    const first = await opened(`element=${idOf('front_door')}`);
    await first.getByRole('button', { name: 'Show the model after this change' }).click();
    const event = /[#&]event=([^&]+)/;
    await expect.poll(() => first.url()).toMatch(event);
    const [, then = ''] = event.exec(first.url()) ?? [];
    // The banner and the slider name the same change, which has many events.
    await first.keyboard.press('g');
    const step = first.locator('.time-step');
    await step.waitFor();
    const slider = first.getByRole('slider', { name: 'Moment of the log' });
    expect(await slider.inputValue()).not.toBe(await slider.getAttribute('max'));
    const label = (await step.textContent())?.replace(/^.*\d\d:\d\d(?::\d\d)? /, '');
    await expect
      .poll(() => first.locator('.moment-chip').textContent())
      .toContain(`After: ${label}`);
    await first.context().close();
    const state = `branch=main&event=${then}&from=main&element=${idOf('roof')}`;
    const page = await opened(state);
    await page.getByText('Deleted; as it was before').waitFor();
    await page.locator('.element-head h3', { hasText: 'Roof' }).waitFor();
    await page.getByRole('button', { name: 'Back to the present' }).click();
    await expect.poll(() => page.locator('.moment-chip').count()).toBe(0);
    await page.context().close();
    const later = await opened(`branch=main&from=main&from_event=${then}`);
    const chip = later.locator('.moment-chip').first();
    await expect
      .poll(() => chip.textContent())
      .toMatch(/^Compared with: After: creates .*, \d+ \w+ \d{4}, \d\d:\d\d/);
    await later.keyboard.press('g');
    await later.getByRole('button', { name: 'Show the model after this' }).nth(1).click();
    await expect
      .poll(() => chip.locator('span').first().getAttribute('title'))
      .toMatch(/^After: creates .*, \d+ \w+ \d{4}, \d\d:\d\d/);
    await later.context().close();
  });
});

describe('phone', () => {
  test('every panel has its button in sight, and a selection brings its panel to the front', async () => {
    const page = await opened('', { width: 360, height: 640 });
    for (const button of await page.locator('.rail-button').all()) {
      const { x = -1, width = 0 } = (await button.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(360);
    }
    // Rows move while the model arrives
    const walls = page.getByRole('treeitem').filter({ hasText: /^Walls\s*9 elements/u });
    await walls.first().click();
    await page.getByRole('treeitem', { name: 'Study south' }).click();
    await page.locator('.element-head h3').waitFor();
    await page.context().close();
  });
});
