/** @module page-files: the files of the page and of the preview: in a package as built, in a clone bundled from their sources. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file of the page. */
export type PageFile = { readonly media_type: string; readonly bytes: Uint8Array };

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

let files: Promise<ReadonlyMap<string, PageFile>> | null = null;
let preview: Promise<Uint8Array> | null = null;

/** The files by name, read once. Throws if the page cannot be bundled. */
export async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  files ??= readFiles();
  return await files;
}

/** The preview of changes in hosts of MCP Apps, one HTML file, read once. Throws if it cannot be bundled. */
export async function previewFile(): Promise<Uint8Array> {
  preview ??= readPreview();
  return await preview;
}

async function readFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const built = join(import.meta.dirname, '..', 'page');
  if (existsSync(built)) {
    return new Map(
      readdirSync(built).map((name) => [name, fileOf(name, readFileSync(join(built, name)))]),
    );
  }
  const { pageOf } = await bundler();
  return new Map([...(await pageOf())].map(([name, bytes]) => [name, fileOf(name, bytes)]));
}

async function readPreview(): Promise<Uint8Array> {
  const built = join(import.meta.dirname, '..', 'preview', 'preview.html');
  if (existsSync(built)) return readFileSync(built);
  const { appOf } = await bundler();
  return await appOf();
}

type Bundler = {
  readonly pageOf: () => Promise<ReadonlyMap<string, Uint8Array>>;
  readonly appOf: () => Promise<Uint8Array>;
};

/** The program that bundles the sources in a clone. */
async function bundler(): Promise<Bundler> {
  const made: Bundler = await import(new URL('../../../.ci/page.mjs', import.meta.url).href);
  return made;
}

function fileOf(name: string, bytes: Uint8Array): PageFile {
  return { media_type: TYPES[extname(name)] ?? 'application/octet-stream', bytes };
}
