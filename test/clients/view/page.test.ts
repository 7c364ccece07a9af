import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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

test('a page of another port of this host can neither read nor call the page, nor frame it', async () => {
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(hub.link());
  await own.getByText('Signed in as').waitFor();
  const other = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>other</title><iframe src="${hub.origin}/view"></iframe>`);
  });
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(`http://localhost:${port}/`);
  await expect.poll(() => said.join(' ')).toContain('frame');
  const answers = await page.evaluate(`Promise.all(
    ['session', 'approvals'].flatMap((name) =>
      ['text/plain', 'application/json'].map(async (type) => {
        try {
          const response = await fetch('${hub.origin}/view/api/' + name, {
            method: 'POST',
            credentials: 'include',
            headers: { 'content-type': type },
            body: '{}',
          });
          return response.status + (await response.text());
        } catch (error) {
          return error.name;
        }
      }),
    ),
  )`);
  expect(answers).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError']);
  expect(await page.evaluate(`sessionStorage.length + localStorage.length`)).toBe(0);
  await context.close();
  other.close();
  other.closeAllConnections();
});
