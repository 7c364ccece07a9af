/** @module artefacts: outputs that are too long to be answered, as files that an answer links to. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod';

import type { ExtraContent } from '../../governance/tool/define.ts';
import type { Artefacts } from '../../kernel/mpt/kernel-parts.ts';
import type { ToolResult } from '../../kernel/mpt/ledger-entry.ts';

const FOLDER = 'mpt';

/** Keeps outputs below `artifacts/mpt/` by their digest, so that equal outputs are one file. */
export function artefactFiles(artifacts: string): Artefacts {
  return {
    keep: async ({ text, sha256, run_id }) => {
      const folder = join(artifacts, FOLDER);
      const name = `${sha256}.json`;
      await mkdir(folder, { recursive: true });
      // Nobody may find half a file
      const part = join(folder, `${run_id}.part`);
      await writeFile(part, text, { mode: 0o600 });
      await rename(part, join(folder, name));
      return { path: `${FOLDER}/${name}`, bytes: Buffer.byteLength(text), sha256 };
    },
  };
}

const Picture = z.looseObject({
  base64: z.string().min(1),
  media_type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A run's result as it is answered, and what goes beside it. */
export type Shown = { readonly result: ToolResult; readonly content: readonly ExtraContent[] };

/** A picture goes beside the answer and into a file below `artifacts/mpt/`; as text it would only fill a model's window. */
export async function shownResult(artifacts: string, result: ToolResult): Promise<Shown> {
  const links = linksOf(artifacts, result);
  const picture = Picture.safeParse(result.output['image']);
  if (!picture.success) return { result, content: links };
  const { base64: data, media_type: mimeType, ...about } = picture.data;
  const path = `${FOLDER}/${about.sha256}.${mimeType.slice('image/'.length)}`;
  await mkdir(join(artifacts, FOLDER), { recursive: true });
  await writeFile(join(artifacts, path), Buffer.from(data, 'base64'), { mode: 0o600 });
  const image = { ...about, media_type: mimeType, path };
  return {
    result: { ...result, output: { ...result.output, image } },
    content: [
      { type: 'image', data, mimeType },
      {
        type: 'resource_link',
        uri: pathToFileURL(join(artifacts, path)).href,
        name: path,
        mimeType,
      },
      ...links,
    ],
  };
}

/** The link to the whole output of a run, where it was kept. */
function linksOf(artifacts: string, { output, metrics }: ToolResult): readonly ExtraContent[] {
  const kept: unknown = output['artefact'];
  const path: unknown =
    typeof kept === 'object' && kept !== null ? Reflect.get(kept, 'path') : null;
  if (typeof path !== 'string') return [];
  return [
    {
      type: 'resource_link',
      uri: pathToFileURL(join(artifacts, path)).href,
      name: path,
      mimeType: 'application/json',
      description: `the whole output of ${metrics.tool_id}`,
    },
  ];
}
