/** @module open-state: the page as a new person opens it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import type { PageHub } from './open-page.ts';

/** Longest wait for a state of the page, ms; a failure is known sooner than by default. */
export const WAIT_MS = 8000;

/** Opens the page in a context of its own with this state, the fragment of its address, and waits for the model. */
export async function openState(
  browser: Browser,
  hub: PageHub,
  state = '',
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(state === '' ? hub.link() : `${hub.link()}&${state}`);
  await page.getByRole('treeitem').or(page.locator('.element-head')).first().waitFor();
  return page;
}
