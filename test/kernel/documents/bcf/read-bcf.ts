/** @module read bcf: reads BCF files with other programs: parts by yauzl, faults by the published schemas, topics by @thatopen/components. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';

import { validateXML } from 'xmllint-wasm';
import { fromBufferPromise } from 'yauzl';

import type { ReadVersion } from '../../../../kernel/documents/bcf/read/forms.ts';

/** The parts by name, in order. */
export async function partsOf(archive: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const zip = await fromBufferPromise(archive, { strictFileNames: true });
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return parts;
}

const SCHEMAS: Readonly<Record<string, string>> = {
  'bcf.version': 'version',
  'project.bcfp': 'project',
  'extensions.xml': 'extensions',
  'documents.xml': 'documents',
  'markup.bcf': 'markup',
};

/** The faults of each XML part by the schemas of this version, which are in `folder`. */
export async function faultsOf(
  archive: Buffer,
  version: ReadVersion,
  folder: string,
): Promise<{ readonly checked: number; readonly faults: readonly string[] }> {
  const schemaOf = (name: string): { readonly fileName: string; readonly contents: string } => ({
    fileName: `${name}.xsd`,
    contents: readFileSync(join(folder, version, `${name}.xsd`), 'utf8'),
  });
  const faults: string[] = [];
  let checked = 0;
  for (const [path, contents] of await partsOf(archive)) {
    const file = path.split('/').at(-1) ?? '';
    const name = file.endsWith('.bcfv') ? 'visinfo' : SCHEMAS[file];
    if (name === undefined) continue;
    checked += 1;
    const { errors } = await validateXML({
      xml: { fileName: 'part.xml', contents },
      schema: schemaOf(name),
      preload: version === '3.0' ? [schemaOf('shared-types')] : [],
    });
    faults.push(...errors.map(({ message }) => `${path}: ${message}`));
  }
  return { checked, faults };
}

/** The topics as @thatopen/components reads them, in a separate process, because it keeps its process alive. */
export type FoundTopics = {
  readonly topics: readonly {
    readonly guid: string;
    readonly title: string;
    readonly status: string;
    readonly type: string;
    readonly labels: readonly string[];
    readonly description: string;
    readonly author: string;
    readonly comments: readonly { readonly comment: string; readonly viewpoint?: string }[];
    readonly viewpoints: readonly string[];
  }[];
  readonly viewpoints: readonly {
    readonly guid: string;
    readonly selected: readonly string[];
    readonly camera: Readonly<Record<string, unknown>>;
    readonly snapshot?: string;
  }[];
};

export function readByThatOpen(archive: Buffer): FoundTopics {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bcf-'));
  try {
    const path = join(folder, 'topics.bcf');
    writeFileSync(path, archive);
    const reader = join(import.meta.dirname, 'thatopen.ts');
    const text = execFileSync(process.execPath, [reader, path], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return JSON.parse(text);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
