import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openBrowser } from './browser.ts';
import { buildHouse } from './build-house.ts';
import { openPageHub, type PageHub } from './open-page.ts';
import { openState, WAIT_MS } from './open-state.ts';

/** Names that a page must not run, and that would mislead a reader. */
const SCRIPT = '<img src=x onerror="window.ran=1">';
const BIDI = 'Wall \u202Egnp.exe';

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

/** The page of a new person. `state`: fragment of the address. */
async function opened(state = '', options: BrowserContextOptions = {}): Promise<Page> {
  return await openState(browser, hub, state, options);
}

async function axeFindings(page: Page): Promise<readonly string[]> {
  // The drawing of the plan is hidden from screen readers. Legacy mode runs in the page itself, which has no frames.
  const axe = new AxeBuilder({ page }).exclude('.plan-host svg').setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

function addressPart(page: Page, name: string): string | null {
  return new URLSearchParams(new URL(page.url()).hash.slice(1)).get(name);
}

describe('tree', () => {
  test('a row of the tree selects the element in both views, and the address names it', async () => {
    const page = await opened();
    await page
      .getByRole('treeitem', { name: /^Walls/ })
      .first()
      .click();
    const wall = page.getByRole('treeitem', { level: 3 }).first();
    await wall.click();
    await expect.poll(() => wall.getAttribute('aria-selected')).toBe('true');
    const id = addressPart(page, 'element') ?? '';
    expect(id).toMatch(/^wall_/);
    await page.locator(`.plan-host [data-id="${id}"].is-selected`).first().waitFor();
    await page.context().close();
  });

  test('every element of a storey can be hidden and shown by key', async () => {
    const page = await opened();
    await page.getByRole('tree').focus();
    await page.keyboard.press('h');
    const storey = page.getByRole('treeitem', { level: 1 }).first();
    await expect.poll(() => storey.textContent()).toMatch(/hidden$/);
    await page.keyboard.press('u');
    await expect.poll(() => storey.textContent()).not.toMatch(/hidden$/);
    await page.context().close();
  });
});

describe('address', () => {
  test('a link restores the selection, the panels, the storey and the section', async () => {
    const first = await opened();
    await first.keyboard.press('/');
    await first.keyboard.type('kitchen');
    await first.keyboard.press('Enter');
    await expect.poll(() => addressPart(first, 'element')).not.toBeNull();
    await first.getByRole('button', { name: 'Section' }).click();
    await first.getByRole('radio', { name: 'Box' }).check({ force: true });
    await expect.poll(() => addressPart(first, 'section')).toMatch(/^box,/);
    await expect.poll(() => addressPart(first, 'camera')).not.toBeNull();
    const { hash } = new URL(first.url());
    await first.context().close();
    const context = await browser.newContext();
    const second = await context.newPage();
    second.setDefaultTimeout(WAIT_MS);
    await second.goto(`${hub.link()}&${hash.slice(1)}`);
    await second.getByRole('searchbox').or(second.getByRole('combobox')).first().waitFor();
    await expect.poll(() => second.locator('.element-head h3').textContent()).toMatch(/./);
    for (const name of ['element', 'panel', 'section', 'storey', 'branch']) {
      const kept = new URLSearchParams(hash.slice(1)).get(name);
      expect({ [name]: addressPart(second, name) }).toEqual({ [name]: kept });
    }
    await context.close();
  });

  test('Back and Forward step through selections', async () => {
    const page = await opened();
    await page.keyboard.press('/');
    const ids: (string | null)[] = [];
    for (const word of ['kitchen', 'hall']) {
      await page.getByRole('combobox', { name: /Search/ }).fill(word);
      await page.keyboard.press('Enter');
      await expect.poll(() => addressPart(page, 'element')).not.toBe(ids.at(-1) ?? null);
      ids.push(addressPart(page, 'element'));
    }
    await page.goBack();
    await expect.poll(() => addressPart(page, 'element')).toBe(ids[0]);
    await page.goForward();
    await expect.poll(() => addressPart(page, 'element')).toBe(ids[1]);
    await page.context().close();
  });

  test('an unknown branch, moment and element are refused with the next step', async () => {
    for (const state of ['branch=nowhere', 'branch=main&event=evt_nothing', 'plan=apr_nothing']) {
      const context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      await page.goto(`${hub.link()}&${state}`);
      const alert = page.locator('.model-state').getByRole('alert');
      await expect.poll(() => alert.textContent()).toMatch(/Next step: /);
      expect(await axeFindings(page)).toEqual([]);
      await context.close();
    }
    const page = await opened('element=wall_nothing');
    const alert = page.getByRole('complementary', { name: 'Element' }).getByRole('alert');
    await expect.poll(() => alert.textContent()).toMatch(/wall_nothing.*Next step: /);
    await page.context().close();
  });
});

describe('list', () => {
  test('the widest door of the first floor is the first row after three choices', async () => {
    const page = await opened();
    await page.keyboard.press('l');
    const list = page.getByRole('complementary', { name: 'List' });
    await list
      .getByRole('combobox', { name: 'Kind', exact: true })
      .selectOption({ label: 'Doors (11)' });
    await list
      .getByRole('combobox', { name: 'Storey', exact: true })
      .selectOption({ label: 'First floor' });
    const width = list.getByRole('columnheader', { name: /^Width/ });
    await width.getByRole('button').click();
    await width.getByRole('button').click();
    await expect.poll(() => width.getAttribute('aria-sort')).toBe('descending');
    const column = await width.evaluate((one) =>
      [...(one.parentElement?.children ?? [])].indexOf(one),
    );
    const widths = async (): Promise<readonly number[]> =>
      (await list.locator(`tbody tr > :nth-child(${column + 1})`).allTextContents()).map((text) =>
        Number(text.replaceAll(',', '')),
      );
    await expect.poll(async () => (await widths()).length).toBe(4);
    await expect
      .poll(async () => isDescending(await widths()), { message: 'the rows are sorted' })
      .toBe(true);
    await list.locator('tbody tr').first().click();
    await expect.poll(() => addressPart(page, 'element')).toMatch(/^door_/);
    await page.context().close();
  });
});

describe('tools', () => {
  test('a click in the plan selects the wall there, in the tree and the panel, too', async () => {
    const page = await opened();
    const id = names.get('g_study') ?? '';
    const shape = page.locator(`.plan-host [data-layer="PICK"][data-id="${id}"]`);
    await shape.click();
    await expect.poll(() => addressPart(page, 'element')).toBe(id);
    await expect.poll(() => page.locator('.element-head h3').textContent()).toBe('Study south');
    await page.getByRole('treeitem', { name: 'Study south', selected: true }).waitFor();
    await page.context().close();
  });

  test('an inner wall that is found by name is seen through the facade, also if it was cut away', async () => {
    const page = await opened('section=plane,0,0,1,-3');
    await page.keyboard.press('/');
    await page.keyboard.type('study south');
    await page.keyboard.press('Enter');
    await expect.poll(() => addressPart(page, 'xray')).toBe('1');
    expect(addressPart(page, 'section')).toBeNull();
    await page.getByText('The rest is seen through').first().waitFor();
    // It ends with the selection.
    await page.locator('.space-host').focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => addressPart(page, 'xray')).toBeNull();
    await page.context().close();
  });

  test('a viewpoint brings back section and selection, also after the page was closed', async () => {
    const page = await opened(`element=${names.get('roof')}&section=plane,0,0,1,2`);
    await page.getByRole('button', { name: 'Viewpoints' }).click();
    await page.getByLabel('Name of the viewpoint').fill('Roof <b>');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Roof <b>', exact: true }).waitFor();
    await page.goto('about:blank');
    await page.goto(`${hub.link()}&branch=main`);
    await page.getByRole('treeitem').first().waitFor();
    expect(addressPart(page, 'section')).toBeNull();
    await page.getByRole('button', { name: 'Viewpoints' }).click();
    await page.getByRole('button', { name: 'Roof <b>', exact: true }).click();
    await expect.poll(() => addressPart(page, 'section')).toBe('plane,0,0,1,2');
    await expect.poll(() => addressPart(page, 'element')).toBe(names.get('roof'));
    await page.context().close();
  });

  test('an entry of the legend isolates its elements, and shows all again', async () => {
    const page = await opened('colour=kind');
    await page.keyboard.press('k');
    const entry = page.getByRole('button', { name: /^Stairs/ });
    await entry.click();
    await expect.poll(() => addressPart(page, 'only')).toMatch(/^stair_[^,]+$/);
    await entry.click();
    await expect.poll(() => addressPart(page, 'only')).toBeNull();
    await page.context().close();
  });

  test('the arrow keys move between the buttons of the toolbar', async () => {
    const page = await opened();
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.ariaLabel');
    await page.getByRole('button', { name: 'Orbit' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Walk');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('Plan');
    await page.context().close();
  });
});

describe('people', () => {
  test('the keyboard alone finds an element, selects it, and reaches its panel', async () => {
    const page = await opened();
    await page.keyboard.press('t');
    await page.locator('.tree:focus').waitFor();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', 'Enter']) {
      await page.keyboard.press(key);
    }
    await expect.poll(() => addressPart(page, 'element')).not.toBeNull();
    await page.keyboard.press('e');
    await expect
      .poll(() => page.evaluate("document.activeElement?.closest('aside')?.ariaLabel"))
      .toBe('Element');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    const tree = page.getByRole('complementary', { name: 'Tree' });
    const before = await tree.evaluate((one) => one.clientWidth);
    await page.getByRole('separator', { name: 'Size of Tree' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => tree.evaluate((one) => one.clientWidth)).toBe(before + 16);
    await page.context().close();
  });

  test.each(['light', 'dark'] as const)('axe has no finding in the %s theme', async (scheme) => {
    const page = await opened('', { colorScheme: scheme });
    expect(await axeFindings(page)).toEqual([]);
    await page
      .getByRole('treeitem', { name: /^Walls/ })
      .first()
      .click();
    await page.getByRole('treeitem', { level: 3 }).first().click();
    await page.keyboard.press('l');
    await page.getByRole('grid').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('/');
    await page.keyboard.type('window');
    expect(await axeFindings(page)).toEqual([]);
    for (const name of ['Section', 'Colours', 'Viewpoints', 'Standard views', 'Explode storeys']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('group', { name, exact: true }).waitFor();
      expect({ [name]: await axeFindings(page) }).toEqual({ [name]: [] });
    }
    await page.locator('#stage').focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.context().close();
  });

  test.each([320, 1280, 2560])('a page %d pixels wide does not scroll sideways', async (width) => {
    const page = await opened('', { viewport: { width, height: width === 320 ? 640 : 900 } });
    expect(await axeFindings(page)).toEqual([]);
    const isTooWide = 'document.documentElement.scrollWidth > innerWidth';
    expect(await page.evaluate(isTooWide)).toBe(false);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: /Search/ }).fill('kitchen');
    await page.locator('.result').first().click();
    await expect.poll(() => page.locator('.element-head h3').isVisible()).toBe(true);
    await page.context().close();
  });
});

describe('states', () => {
  test('an empty model says how elements get into it', async () => {
    await using empty = await emptyHub();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(empty.hub.link());
    await page.getByText('This model has no elements with a shape').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  });

  test('without WebGL, the page says why there is no 3D view, and the rest works', async () => {
    const context = await browser.newContext();
    await context.addInitScript(
      'HTMLCanvasElement.prototype.getContext = OffscreenCanvas.prototype.getContext = () => null',
    );
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    await page.goto(hub.link());
    await page.getByText('There is no 3D view, because').waitFor();
    await page
      .getByRole('treeitem', { name: /^Walls/ })
      .first()
      .click();
    await page.getByRole('treeitem', { level: 3 }).first().click();
    const id = addressPart(page, 'element') ?? '';
    await page.locator(`.plan-host [data-id="${id}"].is-selected`).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await context.close();
  });

  test('a signed-out page asks for a new link', async () => {
    const page = await opened();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.goto(hub.link());
    await page.getByRole('treeitem').first().waitFor();
    await page.context().close();
  });

  test('a lost connection is visible, and ends by itself', async () => {
    const page = await opened();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.route('**/view/live', (route) => route.abort());
    await page.reload();
    await page.getByText('Not live', { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.unroute('**/view/live');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().close();
  });

  test('a commit of an agent appears in the tree and the search', async () => {
    const page = await opened();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('Brand new wall');
    await page.getByText('No element matches').waitFor();
    await createWall('Brand new wall');
    await page.locator('.result', { hasText: 'Brand new wall' }).waitFor();
    await page.context().close();
  });

  test('names of elements are text, and their invisible characters are escaped', async () => {
    await createWall(SCRIPT);
    await createWall(BIDI);
    const page = await opened();
    await page.keyboard.press('/');
    await page.keyboard.type('onerror');
    const option = page.locator('.result').first();
    await expect.poll(() => option.textContent()).toContain(SCRIPT);
    await option.click();
    await expect.poll(() => page.locator('.element-head h3').textContent()).toBe(SCRIPT);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'ran'))).toBeUndefined();
    expect(await page.locator('#app img').count()).toBe(0);
    await page.getByRole('combobox', { name: /Search/ }).fill('gnp');
    await expect
      .poll(() => page.locator('.result').first().textContent())
      .toContain('Wall \\u{202e}gnp.exe');
    await page.context().close();
  });
});

async function emptyHub(): Promise<AsyncDisposable & { readonly hub: PageHub }> {
  const empty = await openPageHub();
  return { hub: empty, [Symbol.asyncDispose]: async () => await empty.close() };
}

let walls = 0;

/** An agent creates a wall with this name outside the house. */
async function createWall(name: string): Promise<void> {
  walls += 1;
  await hub.done('run_script', {
    script: `wall (20,${walls}) to (24,${walls}) on ${names.get('ground')} name ${JSON.stringify(name)}`,
    dry_run: false,
  });
}

function isDescending(values: readonly number[]): boolean {
  return values.every((value, index) => index === 0 || value <= (values[index - 1] ?? value));
}
