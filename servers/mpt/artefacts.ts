/** @module artefacts: writes long outputs and pictures to files, to which the answer links. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import * as z from 'zod';

import type { ExtraContent } from '../../governance/tool/define.ts';
import { writeFileAtomically } from '../../kernel/base/files/write-file-atomically.ts';
import type { ToolResult } from '../../kernel/tools/mpt/records/ledger-entry.ts';
import type { Artefacts } from '../../kernel/tools/mpt/service-parts.ts';

/** Writes outputs to the caller's folder below `artifacts/`. Files are named by digest: equal outputs are one file. */
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
export type ResultWithContent = {
  readonly result: ToolResult;
  readonly content: readonly ExtraContent[];
};

/** Absolute path of `artifacts/`, and the caller's folder below it. */
type Place = { readonly artifacts: string; readonly folder: string };

/**
 * Moves a picture from the output to a content block and a file in the caller's folder: as base64 in the JSON, it would
 * fill a model's context.
 */
export async function resultWithContent(
  { artifacts, folder }: Place,
  result: ToolResult,
): Promise<ResultWithContent> {
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
    content: [{ type: 'image', data, mimeType }, linkTo(artifacts, path, mimeType), ...links],
  };
}

type FileLink = Extract<ExtraContent, { readonly type: 'resource_link' }>;

function linkTo(artifacts: string, path: string, mimeType: string): FileLink {
  const uri = pathToFileURL(join(artifacts, path)).href;
  return { type: 'resource_link', uri, name: path, mimeType };
}

/** The `artefact` of an output that was too long. */
const StoredOutput = z.looseObject({ path: z.string() });
/** A binary file of a program that was stored as an artefact. */
const NamedFile = z.looseObject({ name: z.string(), path: z.string() });
/** Media types by file extension; default `application/octet-stream`. */
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

/** Links to the binary files of a program, and to the complete output if it was too long. */
function linksOf(artifacts: string, result: ToolResult): readonly ExtraContent[] {
  const { files } = result.output;
  return [
    ...(Array.isArray(files) ? files : []).flatMap((file) => {
      const { success, data } = NamedFile.safeParse(file);
      if (!success) return [];
      const extension = data.name.split('.').at(-1)?.toLowerCase() ?? '';
      const mimeType = MEDIA_TYPES.get(extension) ?? 'application/octet-stream';
      return [{ ...linkTo(artifacts, data.path, mimeType), name: data.name }];
    }),
    ...outputLinkOf(artifacts, result),
  ];
}

/** The link to the complete output of a run; empty if the output was not too long. */
function outputLinkOf(artifacts: string, { output, metrics }: ToolResult): readonly ExtraContent[] {
  const { success, data } = StoredOutput.safeParse(output['artefact']);
  if (!success) return [];
  const description = `the whole output of ${metrics.tool_id}`;
  return [{ ...linkTo(artifacts, data.path, 'application/json'), description }];
}
