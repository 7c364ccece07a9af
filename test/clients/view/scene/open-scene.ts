/** @module open-scene: a page with the picture in space alone, under the policy of the real page. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { rolldown } from 'rolldown';

/** The content security policy of `servers/view/http/view-service.ts`. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>scene</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script></head><body><div id="host"></div></body></html>`;
const CSS = 'html, body, #host { margin: 0; width: 100%; height: 100%; overflow: hidden }';

/** The open page. */
export type ScenePage = {
  readonly page: Page;
  /** The value of an expression in the page; `scene` is the picture, `seen` what its events reported. */
  readonly run: <T>(expression: string) => Promise<T>;
  /** Messages of the console that are errors or warnings, such as violations of the policy. */
  readonly complaints: readonly string[];
  /** Adds a file at `/data/NAME`. */
  readonly offer: (name: string, bytes: ArrayBuffer) => void;
  /** The picture as PNG. */
  readonly picture: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
};

/** `entry`: the script of the page. */
export type SceneOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly entry?: string;
};

const HARNESS = join(import.meta.dirname, 'harness-page.js');
const bundled = new Map<string, Promise<string>>();

async function bundle(entry: string): Promise<string> {
  const build = await rolldown({
    input: { page: entry },
    platform: 'browser',
    tsconfig: join(import.meta.dirname, '../../../../clients/view/tsconfig.json'),
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return output[0].code;
}

/** Opens the page with these parts as its data, not yet loaded. */
export async function openScene(
  browser: Browser,
  parts: readonly ArrayBuffer[],
  { width = 640, height = 400, entry = HARNESS }: SceneOptions = {},
): Promise<ScenePage> {
  const bundling = bundled.get(entry) ?? bundle(entry);
  bundled.set(entry, bundling);
  const code = await bundling;
  const files = new Map(parts.map((part, k) => [`part-${k}`, part]));
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    response.setHeader('content-security-policy', POLICY);
    const data = files.get(path.slice('/data/'.length));
    const send = (type: string, content: string | Uint8Array): void =>
      void response.setHeader('content-type', type).end(content);
    if (path === '/') send('text/html', HTML);
    else if (path === '/page.js') send('text/javascript', code);
    else if (path === '/page.css') send('text/css', CSS);
    else if (data === undefined) response.writeHead(404).end();
    else send(path.endsWith('.mjs') ? 'text/javascript' : '', new Uint8Array(data));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const page = await browser.newPage({ viewport: { width, height } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`http://localhost:${port}/`);
  const run = async <T>(expression: string): Promise<T> => await page.evaluate<T>(expression);
  return {
    page,
    run,
    complaints,
    offer: (name, bytes) => void files.set(name, bytes),
    picture: async () => {
      const base64 = await run<string>(
        `scene.screenshot().then((blob) => blob.arrayBuffer()).then((bytes) => new Uint8Array(bytes).toBase64())`,
      );
      return Buffer.from(base64, 'base64');
    },
    close: async () => {
      await page.close();
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
