/** @module preview.test: the preview in a host of MCP Apps, in a browser. */
import { readFileSync } from 'node:fs';

import { AxeBuilder } from '@axe-core/playwright';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { EnvelopeBody } from '../../../../schemas/envelope.ts';
import { openBrowser } from '../browser.ts';
import { openPageHub, type PageHub } from '../open-page.ts';
import { clientOf, openPreview, type PreviewHost, type Shown } from './open-preview.ts';

let browser: Browser;
let hub: PageHub;
let client: Client;
let level_id: string;
const walls: string[] = [];

const HOSTILE = '<img src=x onerror=alert(1)>\u202E\u0007name';

beforeAll(async () => {
  [browser, hub] = await Promise.all([openBrowser(), openPageHub()]);
  client = await clientOf(hub.world);
  const level = await hub.done('create_level', {
    name: 'Ground',
    elevation: 0,
    height: 3000,
    dry_run: false,
  });
  level_id = String(level['level_id']);
  for (let k = 0; k < 14; k += 1) {
    const wall = await hub.done('create_wall', {
      level_id,
      start: { x: 0, y: 3000 * k },
      end: { x: 6000, y: 3000 * k },
      thickness: 200,
      height: 3000,
      dry_run: false,
    });
    walls.push(String(wall['wall_id']));
  }
});
afterAll(async () => {
  await browser.close();
  await hub.close();
});

/** Calls a tool and shows its answer. */
async function called(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  more: Partial<Shown> = {},
): Promise<PreviewHost & { readonly envelope: EnvelopeBody }> {
  const given = { reasoning: 'test', ...input };
  const result = await client.callTool({ name: tool, arguments: given });
  const host = await openPreview(browser, client, { tool, input: given, result, ...more });
  return { ...host, envelope: result.structuredContent as EnvelopeBody };
}

/** Two walls that meet at a corner. */
async function cornerWalls(): Promise<readonly string[]> {
  const corner = { x: 20_000, y: 0 };
  const ids: string[] = [];
  for (const other of [
    { x: 26_000, y: 0 },
    { x: 20_000, y: 5000 },
  ]) {
    const size = { level_id, thickness: 200, height: 3000, dry_run: false };
    const made = await hub.done('create_wall', { ...size, start: corner, end: other });
    ids.push(String(made['wall_id']));
  }
  return ids;
}

/** Nothing is loaded, and the policy is not violated. */
function expectQuiet({ requested, complaints }: PreviewHost): void {
  expect(requested).toEqual([]);
  expect(complaints).toEqual([]);
}

test('a dry run shows its counts and rows, and asks for the rest and the picture on request', async () => {
  const host = await called('delete_elements', { element_ids: walls, dry_run: true });
  const { preview, asked } = host;
  await preview.getByRole('heading', { name: 'What would change' }).waitFor();
  expect(await preview.locator('.change-counts').innerText()).toMatch(/14 deleted/);
  const rows = preview.locator('.change-row');
  expect(await rows.count()).toBe(10);
  expect(await preview.getByText('10 of 14 changes are listed.').count()).toBe(1);
  expect(asked).toEqual([]);
  await preview.getByRole('button', { name: 'Show more changes' }).click();
  await expect.poll(() => rows.count()).toBe(14);
  expect(await preview.getByRole('button', { name: 'Show more changes' }).count()).toBe(0);
  await preview.getByRole('button', { name: /Show the plan/ }).click();
  const picture = preview.getByRole('img', { name: /The plan/ });
  await picture.waitFor();
  await expect.poll(async () => (await picture.boundingBox())?.height ?? 0).toBeGreaterThan(100);
  expect(asked.map((one) => (JSON.parse(one) as { name: string }).name)).toEqual([
    'preview_operation',
    'preview_operation',
  ]);
  expectQuiet(host);
  await host.close();
});

test('a pending approval shows the command that shows it, and has nothing that approves', async () => {
  const host = await called('delete_elements', { element_ids: [walls[0]], dry_run: false });
  const { preview, envelope } = host;
  await preview.getByRole('heading', { name: 'A change needs an approval' }).waitFor();
  expect(await preview.locator('.command code').innerText()).toBe(
    `plumbline approvals show ${envelope.approval_id}`,
  );
  expect(await preview.getByText(/signs nothing/).count()).toBe(1);
  expect(await preview.getByText(/workspace has no approver/).count()).toBe(1);
  const buttons = await preview.getByRole('button').allInnerTexts();
  expect(buttons.filter((text) => /approv|sign/i.test(text))).toEqual([]);
  expectQuiet(host);
  await host.close();
});

test('a pending approval is shown in 3D, with what is deleted in red, and with its consequences', async () => {
  const [corner, ...others] = await cornerWalls();
  const host = await called('delete_elements', { element_ids: [corner], dry_run: false });
  const { preview, asked, page } = host;
  await preview.getByRole('button', { name: 'Show before and after in 3D' }).click();
  const picture = preview.locator('.preview-space');
  await picture.waitFor();
  const reds = async (): Promise<number> => {
    const png = (await picture.screenshot()).toString('base64');
    const count = `globalThis.redsOf('data:image/png;base64,${png}')`;
    return Number(await page.evaluate(count));
  };
  await expect.poll(reds, { timeout: 20_000 }).toBeGreaterThan(1000);
  const rows = await preview.locator('.change-row').allInnerTexts();
  expect(rows.some((text) => text.includes(`follows wall “Wall ${corner?.slice(-4)}”`))).toBe(true);
  expect(rows.some((text) => others.some((id) => text.includes(`Wall ${id.slice(-4)}`)))).toBe(
    true,
  );
  const part = (name: string): string => `plumbline://preview/${host.envelope.approval_id}/${name}`;
  expect(asked.map((one) => (JSON.parse(one) as { uri: string }).uri)).toEqual([
    part('changes'),
    part('before'),
    part('after'),
  ]);
  await preview.getByRole('radio', { name: 'Side by side' }).click();
  expect(host.requested).toEqual([]);
  // A driver in software reports that it waits for pixels
  expect(host.complaints.filter((text) => !text.includes('GPU stall'))).toEqual([]);
  await host.close();
});

test.each(['light', 'dark'] as const)('the %s preview has no fault of access', async (theme) => {
  const input = { element_ids: walls, dry_run: false };
  const host = await called('delete_elements', input, { theme });
  await host.preview.locator('.change-row').first().waitFor();
  const { violations, passes } = await new AxeBuilder({ page: host.page })
    .include(['iframe', 'main'])
    .analyze();
  // Rules were applied within the frame
  const targets = passes.flatMap(({ nodes }) => nodes.map(({ target }) => target.length));
  expect(Math.max(...targets)).toBe(2);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await host.close();
});

test('answers next to the page have less than 8 KB', async () => {
  const script = readFileSync('examples/house.plumb', 'utf8');
  const calls = [
    ['run_script', { script, dry_run: true }],
    ['delete_elements', { element_ids: walls, dry_run: true }],
    ['delete_elements', { element_ids: walls, dry_run: false }],
  ] as const;
  for (const [name, input] of calls) {
    const result = await client.callTool({ name, arguments: { reasoning: 'test', ...input } });
    for (const part of [result.structuredContent, result.content]) {
      expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(8192);
    }
  }
});

test('without help of the host the page says how much it does not show', async () => {
  const host = await called(
    'delete_elements',
    { element_ids: walls, dry_run: true },
    { isOpen: false },
  );
  const { preview } = host;
  await preview.getByText(/4 more changes are not shown/).waitFor();
  expect(await preview.getByRole('button', { name: /Show/ }).count()).toBe(0);
  expectQuiet(host);
  await host.close();
});

test('names are text, with invisible characters as their numbers', async () => {
  const named = { code: 0, name: HOSTILE };
  const diff = {
    counts: { created: 1, modified: 1, deleted: 1 },
    created: [{ id: 'wall_1', kind: HOSTILE, level_id: null, params: { [HOSTILE]: HOSTILE } }],
    modified: [
      { id: 'wall_2', kind: 'wall', name: HOSTILE, params: { name: { from: HOSTILE, to: '' } } },
    ],
    deleted: [{ id: HOSTILE, kind: 'wall', name: null, cascade_of: HOSTILE }],
    next_cursor: null,
  };
  const data = { diff, approval_id: `x'; rm ${HOSTILE}` };
  const envelopes = [
    { success: true, dry_run: true, data, warnings: [HOSTILE] },
    { success: false, error: { ...named, message: HOSTILE, hint: HOSTILE }, warnings: [] },
    { success: false, error: { name: 'APPROVAL_PENDING', data }, warnings: [] },
  ];
  for (const structuredContent of envelopes) {
    const host = await openPreview(browser, client, {
      tool: HOSTILE,
      input: {},
      result: { content: [], structuredContent },
    });
    const { preview } = host;
    await preview.getByRole('heading').first().waitFor();
    const text = await preview.locator('main').innerText();
    expect(text).toContain('<img src=x onerror=alert(1)>');
    expect([text.includes('\u202E'), text.includes('\u0007')]).toEqual([false, false]);
    expect(await preview.locator('img').count()).toBe(0);
    expectQuiet(host);
    await host.close();
  }
});

test('answers without changes and answers of other shapes are shown as what they are', async () => {
  const nothing = await openPreview(browser, client, { tool: 'delete_elements', input: {} });
  await nothing.preview.getByText('Waiting for an answer').waitFor();
  await nothing.close();
  for (const structuredContent of [{}, { success: 'yes' }, { success: true, data: [] }]) {
    const result = { content: [], structuredContent };
    const host = await openPreview(browser, client, { tool: 'x', input: {}, result });
    await host.preview.getByText(/Done|no changes to show/).waitFor();
    expectQuiet(host);
    await host.close();
  }
  const refused = await called('delete_elements', { element_ids: ['wall_none'], dry_run: true });
  await refused.preview.getByRole('heading', { name: 'Refused' }).waitFor();
  expect(await refused.preview.getByRole('alert').innerText()).toMatch(/wall_none/);
  await refused.close();
});
