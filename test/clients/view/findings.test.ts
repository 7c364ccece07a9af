/** @module tests of the panel of findings in a browser: a clash is listed, shown, drawn, fixed and stored as BCF. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { okHere } from '../../e2e/connect.ts';
import { partsOf } from '../../kernel/documents/bcf/read-bcf.ts';
import { openBrowser } from './browser.ts';
import { openPageHub, type PageHub } from './open-page.ts';

let browser: Browser;
let hub: PageHub;
let page: Page;
const walls: string[] = [];

const P = (x: number, y: number): object => ({ x, y });

beforeAll(async () => {
  hub = await openPageHub();
  const level_id = await made('create_level', { name: 'Ground', elevation: 0, height: 3000 });
  const ends = [
    [P(0, 0), P(6000, 0)],
    [P(1000, 100), P(5000, 100)],
    [P(0, 4000), P(6000, 4000)],
  ];
  for (const [start, end] of ends) {
    walls.push(await made('create_wall', { level_id, start, end, height: 2800 }));
  }
  browser = await openBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  page = await context.newPage();
  await page.goto(hub.link());
  await page.getByText('Signed in as').waitFor();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await hub.close();
});

/** Calls a tool that makes an element, and returns its id. */
async function made(tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const data = Object(await hub.done(tool, { ...args, dry_run: false }));
  return String(data.wall_id ?? data.level_id);
}

/** Stores a picture of the page in a folder, to be looked at. */
async function look(name: string): Promise<void> {
  const folder = process.env['PLUMBLINE_PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}

async function faults(): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

test('findings are listed, shown in the views, compared after a fix, and stored', async () => {
  await page.keyboard.press('n');
  await page.getByText('No check has run on this branch').waitFor();
  await look('findings-none');

  // A run appears without loading the page again.
  await hub.done('clash_detection', {});
  await hub.done('validate_constraints', {});
  await page.getByRole('heading', { name: 'Clash detection' }).waitFor();
  await look('findings-runs');
  expect(await faults()).toEqual([]);

  await page.getByRole('button', { name: /1 error/ }).click();
  const finding = page.locator('.finding-button');
  await finding.waitFor();
  expect(await finding.textContent()).toMatch(/^✕Error/);
  expect(await finding.textContent()).toMatch(/overlap by .* m³, 100 mm deep/);

  await finding.click();
  const picture = page.locator('.finding-picture img');
  await picture.waitFor();
  await expect
    .poll(async () => await picture.evaluate((image) => Object(image).naturalWidth))
    .toBeGreaterThan(100);
  expect(await picture.getAttribute('alt')).toMatch(/overlap by/);
  await expect
    .poll(() => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('element') ?? '')
    .toContain(',');
  const selected = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('element') ?? '';
  expect(selected.split(',').toSorted()).toEqual(walls.slice(0, 2).toSorted());
  await expect.poll(() => page.url()).toContain('xray=1');
  await look('findings-shown');
  expect(await faults()).toEqual([]);

  // A link restores the run and the finding.
  const other = await browser.newPage();
  await other.goto(`${hub.link()}&${new URL(page.url()).hash.slice(1)}`);
  await other.locator('.finding-picture img').waitFor();
  expect(await other.locator('.finding-button[aria-current]').textContent()).toMatch(/overlap by/);
  await other.close();

  // Another panel ends the ghosts; the finding that is still shown has them again.
  await page.getByRole('button', { name: 'Tree', exact: true }).click();
  await expect.poll(() => page.url()).not.toMatch(/xray=|only=/);
  await page.getByRole('button', { name: 'Findings', exact: true }).click();
  await expect.poll(() => page.url()).toMatch(/only=.*xray=1/);
  expect(await page.getByRole('checkbox', { name: 'Rest as ghosts' }).isChecked()).toBe(true);

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as BCF' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('clash_detection.bcf');
  const parts = await partsOf(readFileSync(await download.path()));
  const markup = [...parts].find(([name]) => name.endsWith('/markup.bcf'))?.[1].toString() ?? '';
  expect(markup).toContain('overlap by');

  // The fix, and the next run.
  await hub.done('move_element', { element_id: walls[1], delta: P(0, 1500), dry_run: false });
  await hub.done('clash_detection', {});
  await page.getByRole('button', { name: 'All runs' }).click();
  await expect.poll(() => page.url()).not.toMatch(/xray=|only=/);
  await page.getByRole('button', { name: /0 new, 1 resolved/ }).click();
  const resolved = page.locator('.finding.is-resolved');
  await resolved.waitFor();
  expect(await resolved.textContent()).toMatch(/^✓.*Resolved/);
  await look('findings-resolved');
});

test('arrow keys show the next finding, and filters list some', async () => {
  await page.getByRole('button', { name: 'All runs' }).click();
  const run = page.locator('.run-group', { hasText: 'Validate constraints' });
  await run.getByRole('button').click();
  const findings = page.locator('.finding-button');
  await findings.first().click();
  const count = await findings.count();
  expect(count).toBeGreaterThan(2);
  await page
    .locator('.plan-mark')
    .nth(count - 1)
    .waitFor();
  expect(await page.locator('.plan-mark').count()).toBe(count);
  await page.keyboard.press('ArrowDown');
  expect(await findings.nth(1).getAttribute('aria-current')).toBe('true');
  await expect
    .poll(async () => await page.evaluate("document.activeElement?.getAttribute('aria-current')"))
    .toBe('true');
  // Marks of the plan are places of findings.
  await page.locator('.plan-mark').first().click();
  await expect.poll(async () => await findings.first().getAttribute('aria-current')).toBe('true');
  await page.getByLabel('Of the selection').check();
  await expect.poll(async () => await findings.count()).toBeLessThan(count);
  await page.getByLabel('Of the selection').uncheck();
  await look('findings-list');
  await page.setViewportSize({ width: 320, height: 700 });
  await findings.nth(2).click();
  await page.locator('.finding-picture img').waitFor();
  await look('findings-narrow');
  expect(await faults()).toEqual([]);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(320);
});

test('elements that no longer exist are named as such', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'All runs' }).click();
  await page.getByRole('button', { name: /1 error/ }).click();
  const [, deleted = ''] = walls;
  await okHere(hub.dir, 'approver', 'add', 'alice');
  const asked = await hub.ask('delete_elements', { element_ids: [deleted], dry_run: false });
  const approval_id = String(asked.approval_id);
  const approval = await hub.world.gates.reader.approval(approval_id);
  const digest = ['--digest', approval?.plan_digest ?? ''];
  await okHere(hub.dir, 'approvals', 'approve', approval_id, '--as', 'alice', ...digest);
  await page.getByText(`${deleted} (no longer exists)`).waitFor();
  await look('findings-gone');
});
