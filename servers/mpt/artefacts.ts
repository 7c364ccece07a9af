/** @module artefacts: files for outputs that are too long for an answer, and for pictures; the answer links to them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod';

import type { ExtraContent } from '../../governance/tool/define.ts';
import { writeFileAtomically } from '../../kernel/files/write-file-atomically.ts';
import type { ToolResult } from '../../kernel/mpt/records/ledger-entry.ts';
import type { Artefacts } from '../../kernel/mpt/service-parts.ts';

/** Writes outputs to the caller's folder below `artifacts/`, named by digest, so that equal outputs are one file. */
export function artefactFiles(artifacts: string, folder: string): Artefacts {
  const keepFile: Artefacts['keepFile'] = async ({ run_id, name, content }) => {
    await mkdir(join(artifacts, folder), { recursive: true });
    await writeFileAtomically(join(artifacts, folder, name), content, { unique: run_id });
    return `${folder}/${name}`;
  };
  return {
    keep: async ({ text, sha256, run_id }) => {
      const content = Buffer.from(text);
      const path = await keepFile({ run_id, name: `${sha256}.json`, content });
      return { path, bytes: content.length, sha256 };
    },
    keepFile,
  };
}

const Picture = z.looseObject({
  base64: z.string().min(1),
  media_type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The result of a run as it is returned, and its content blocks. */
export type Shown = { readonly result: ToolResult; readonly content: readonly ExtraContent[] };

/** Where the files of a caller's runs go: `artifacts/`, and the folder below it. */
type Place = { readonly artifacts: string; readonly folder: string };

/** Moves a picture into a content block and a file in the caller's folder; as base64 in the JSON it would fill a model's context. */
export async function shownResult(
  { artifacts, folder }: Place,
  result: ToolResult,
): Promise<Shown> {
  const links = linksOf(artifacts, result);
  const picture = Picture.safeParse(result.output['image']);
  if (!picture.success) return { result, content: links };
  const { base64: data, media_type: mimeType, ...about } = picture.data;
  const path = `${folder}/${about.sha256}.${mimeType.slice('image/'.length)}`;
  await mkdir(join(artifacts, folder), { recursive: true });
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

const FileBeside = z.looseObject({ name: z.string(), path: z.string() });
const MEDIA_TYPES = new Map([
  ['gif', 'image/gif'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['zip', 'application/zip'],
]);

/** Links to the binary files that a program wrote, and to the whole of an output that was too long. */
function linksOf(artifacts: string, result: ToolResult): readonly ExtraContent[] {
  const { files } = result.output;
  const beside = Array.isArray(files) ? files : [];
  return [
    ...beside.flatMap((file) => {
      const { success, data } = FileBeside.safeParse(file);
      if (!success) return [];
      const ending = data.name.split('.').at(-1)?.toLowerCase() ?? '';
      return [
        {
          type: 'resource_link' as const,
          uri: pathToFileURL(join(artifacts, data.path)).href,
          name: data.name,
          mimeType: MEDIA_TYPES.get(ending) ?? 'application/octet-stream',
        },
      ];
    }),
    ...wholeOutputOf(artifacts, result),
  ];
}

/** The link to the whole output of a run that was written to a file. */
function wholeOutputOf(
  artifacts: string,
  { output, metrics }: ToolResult,
): readonly ExtraContent[] {
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
