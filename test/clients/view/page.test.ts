import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openBrowser } from './browser.ts';
import { openPageHub, type PageHub } from './open-page.ts';

let browser: Browser;
let hub: PageHub;

beforeAll(async () => {
  [browser, hub] = await Promise.all([openBrowser(), openPageHub()]);
});
afterAll(async () => {
  await browser.close();
  await hub.close();
});

test('a link signs in once, and its secret does not stay in the address', async () => {
  const link = hub.link();
  const page = await browser.newPage();
  await page.goto(link.replace('localhost', '127.0.0.1'));
  await page.getByText('Signed in as').waitFor();
  const { origin, pathname, hash } = new URL(page.url());
  expect(`${origin}${pathname}`).toBe(`${hub.origin}/view`);
  expect(hash).not.toMatch(/\bin=/);
  const other = await browser.newPage();
  await other.goto(link);
  await expect.poll(() => other.getByRole('alert').textContent()).toMatch('a link works once');
  expect(other.url()).toBe(`${hub.origin}/view`);
  await page.close();
  await other.close();
});
