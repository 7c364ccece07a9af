/** @module browser.test: a report as HTML in a real browser: nothing runs, nothing is fetched, anyone can read it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { reportDocument } from '../../../clients/plumbline/report/document/document.ts';
import { htmlReport } from '../../../clients/plumbline/report/print/html.ts';
import { openBrowser } from '../view/browser.ts';
import { exampleReport } from './example-report.ts';
import { hostileDocument } from './hostile-document.ts';

const dir = mkdtempSync(join(tmpdir(), 'plumbline-report-'));
let browser: Browser;

beforeAll(async () => {
  const example = htmlReport(reportDocument(await exampleReport()));
  writeFileSync(join(dir, 'example.html'), example);
  writeFileSync(join(dir, 'hostile.html'), htmlReport(hostileDocument));
  browser = await openBrowser({ webgl: false });
});
afterAll(async () => {
  await browser.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Uses a file in a browser window of its own. */
async function opened<T>(
  file: string,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(dir, file)).href);
    return await use(page);
  } finally {
    await context.close();
  }
}

describe.each(['example.html', 'hostile.html'])('%s', (file) => {
  test('runs nothing, fetches nothing, and has its style', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const [said, fetched]: [string[], string[]] = [[], []];
    page.on('console', (message) => said.push(message.text()));
    page.on('dialog', (dialog) => said.push(dialog.message()));
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto(pathToFileURL(join(dir, file)).href);
    expect(said).toEqual([]);
    expect(fetched.filter((url) => !/^(?:file:.*\.html|data:image\/)/.test(url))).toEqual([]);
    const border = "getComputedStyle(document.querySelector('h2')).borderTopWidth";
    expect(await page.evaluate(border)).toBe('2px');
    const drawn = '[...document.images].every((image) => image.complete && image.naturalWidth > 0)';
    expect(await page.evaluate(drawn)).toBe(true);
    await context.close();
  });

  test.each(['light', 'dark'] as const)('has no finding of axe in %s colours', async (scheme) => {
    const options = { bypassCSP: true, colorScheme: scheme };
    const found = await opened(file, options, async (page) => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      return violations.map(({ id }) => id);
    });
    expect(found).toEqual([]);
  });

  test('fits into a window of 320 pixels', async () => {
    const options = { viewport: { width: 320, height: 800 } };
    const width = await opened(file, options, (page) =>
      page.evaluate('document.documentElement.scrollWidth'),
    );
    expect(width).toBe(320);
  });
});
