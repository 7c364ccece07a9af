/** @module page-files: the files of the page: in a package as built, in a clone bundled from their sources. */
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

/** The files by name, read once. Throws if the page cannot be bundled. */
export async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  files ??= readFiles();
  return await files;
}

async function readFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const built = join(import.meta.dirname, '..', 'page');
  if (existsSync(built)) {
    return new Map(
      readdirSync(built).map((name) => [name, fileOf(name, readFileSync(join(built, name)))]),
    );
  }
  const { pageOf } = await import(new URL('../../../.ci/page.mjs', import.meta.url).href);
  const bundled: ReadonlyMap<string, Uint8Array> = await pageOf();
  return new Map([...bundled].map(([name, bytes]) => [name, fileOf(name, bytes)]));
}

function fileOf(name: string, bytes: Uint8Array): PageFile {
  return { media_type: TYPES[extname(name)] ?? 'application/octet-stream', bytes };
}
