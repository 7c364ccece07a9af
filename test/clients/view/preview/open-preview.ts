/** @module open-preview: the preview in a host of MCP Apps with the official bridge, under the policy that the preview declares. */
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import * as z from 'zod';

import { connectionOf, principalOf } from '../../../../governance/access/principal.ts';
import { mcpServer } from '../../../../servers/host/mcp-server.ts';
import { Gates } from '../../../../servers/world/gates.ts';
import type { World } from '../../../../servers/world/world.ts';

/** Address of the preview. */
const PREVIEW = 'ui://plumbline/preview.html';

/** A connected client of all tools. */
export async function clientOf(world: World, agent = 'agent'): Promise<Client> {
  const record = world.gates.directory.agent(agent);
  if (record === undefined) throw new Error(`expected an agent ${agent}`);
  const gates = new Gates(world, { toolsets: ['all'], readOnly: false });
  const connection = connectionOf(principalOf(record, `ses_${agent}`));
  const about = { name: 'all', title: 'All', version: '0', instructions: '' };
  const server = mcpServer(gates.service('all', connection), about);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test host', version: '0' });
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

const Meta = z.object({
  ui: z.object({
    csp: z.object({
      connectDomains: z.array(z.string()),
      resourceDomains: z.array(z.string()),
      frameDomains: z.array(z.string()),
      baseUriDomains: z.array(z.string()),
    }),
  }),
});

/** The policy that a host builds from the declaration of a page, as the extension says. */
function policyOf(meta: unknown): string {
  const { csp } = Meta.parse(meta).ui;
  const resources = csp.resourceDomains.join(' ');
  const orNone = (domains: readonly string[]): string =>
    domains.length === 0 ? "'none'" : domains.join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${resources}`,
    `style-src 'self' 'unsafe-inline' ${resources}`,
    `img-src 'self' data: ${resources}`,
    `media-src 'self' data: ${resources}`,
    `font-src 'self' ${resources}`,
    `connect-src ${orNone(csp.connectDomains)}`,
    `frame-src ${orNone(csp.frameDomains)}`,
    "object-src 'none'",
    `base-uri ${orNone(csp.baseUriDomains)}`,
  ].join('; ');
}

/** What the host can do and what it shows. */
export type Shown = {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The result of the call; undefined: none has come yet. */
  readonly result?: unknown;
  /** Whether the page may call tools and read resources. Default: true. */
  readonly isOpen?: boolean;
  /** Whether the host names the tool. Default: true. */
  readonly isNamed?: boolean;
  readonly theme?: 'light' | 'dark';
};

/** The open host. */
export type PreviewHost = {
  readonly page: Page;
  /** The preview in it. */
  readonly preview: FrameLocator;
  /** Everything that the preview asked of the host, as JSON. */
  readonly asked: readonly string[];
  /** Addresses that were requested, except those of the host and of the preview itself. */
  readonly requested: readonly string[];
  /** Messages of the console that are errors or warnings, such as violations of the policy. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
};

let bundled: Promise<string> | null = null;

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: { host: join(import.meta.dirname, 'host-page.js') },
    platform: 'browser',
  });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  return output[0].code;
}

/** Shows an answer in a host whose server is `client`. */
export async function openPreview(
  browser: Browser,
  client: Client,
  { tool, input, result, isOpen = true, isNamed = true, theme = 'light' }: Shown,
): Promise<PreviewHost> {
  bundled ??= bundle();
  const script = await bundled;
  const [content] = (await client.readResource({ uri: PREVIEW })).contents;
  if (content === undefined || !('text' in content)) throw new Error('expected the page as a text');
  const viewport = { width: 720, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme: theme });
  const page = await context.newPage();
  const [asked, requested, complaints]: [string[], string[], string[]] = [[], [], []];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url === 'http://host.test/') {
      const html = `<!doctype html><title>host</title><link rel="icon" href="data:,"><style>body{margin:8px;background:light-dark(#fff,#111);color-scheme:light dark}iframe{width:100%;height:300px;border:0}</style><iframe sandbox="allow-scripts"></iframe><script type="module">${script.replaceAll('</script', '<\\/script')}</script>`;
      await route.fulfill({ contentType: 'text/html', body: html });
    } else if (url === 'http://app.test/') {
      await route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: content.text,
        headers: { 'content-security-policy': policyOf(content._meta) },
      });
    } else {
      requested.push(url);
      await route.abort();
    }
  });
  await page.exposeFunction('callTool', async (params: { name: string; arguments: object }) => {
    asked.push(JSON.stringify(params));
    return await client.callTool({ name: params.name, arguments: { ...params.arguments } });
  });
  await page.exposeFunction('readResource', async (params: { uri: string }) => {
    asked.push(JSON.stringify(params));
    return await client.readResource(params);
  });
  await page.goto('http://host.test/');
  const toolInfo = { tool: { name: tool, inputSchema: { type: 'object' } } };
  const shown = {
    can: isOpen ? { serverTools: {}, serverResources: {} } : {},
    context: { theme, ...(isNamed ? { toolInfo } : {}) },
    input,
    result,
  };
  await page.waitForFunction('globalThis.show !== undefined');
  await page.evaluate(`globalThis.show(${JSON.stringify(shown)})`);
  return {
    page,
    preview: page.frameLocator('iframe'),
    asked,
    requested,
    complaints,
    close: async () => await context.close(),
  };
}
