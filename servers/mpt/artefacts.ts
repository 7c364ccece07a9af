/** @module artefacts: writes long outputs and pictures to files, and reports these files in the answer. */
import { join } from 'node:path';

import * as z from 'zod';

import type { ExtraContent } from '../../governance/tool/define.ts';
import type { PictureFile } from '../../governance/tool/stored-picture.ts';
import { uriOf } from '../../kernel/base/files/artefact-address.ts';
import { mediaTypeOf } from '../../kernel/base/files/media-type.ts';
import { storeByDigest } from '../../kernel/base/files/store-by-digest.ts';
import type { ToolResult } from '../../kernel/tools/mpt/records/ledger-entry.ts';
import type { Artefacts, NotStored } from '../../kernel/tools/mpt/service-parts.ts';

/** Absolute path of `artifacts/`, and the caller's folder below it. */
export type FilePlace = {
  readonly artifacts: string;
  readonly folder: string;
  readonly now: () => Date;
};

/** Receives a warning for each file that cannot be stored. */
type Warn = (warning: string) => void;

/** Writes outputs to the caller's folder below `artifacts/`. Files are named by digest: equal outputs are one file. */
export function artefactFiles(place: FilePlace, warn: Warn): Artefacts {
  return {
    keep: async ({ text, tool_id, sha256 }) => {
      const content = Buffer.from(text);
      const stored = await keptFile(place, `${sha256}.json`, content);
      if (typeof stored === 'string') return { path: stored, bytes: content.length, sha256 };
      warn(`the whole output of ${tool_id} could not be written to a file: ${stored.fault}`);
      return stored;
    },
    keepFile: async ({ name, given_name, content }) => {
      const stored = await keptFile(place, name, content);
      if (typeof stored !== 'string') {
        warn(`\`${given_name}\` of the program could not be written to a file: ${stored.fault}`);
      }
      return stored;
    },
  };
}

/** Stores a file named by its digest; returns its path below `artifacts/`, or the reason why that is impossible. */
async function keptFile(
  { artifacts, folder, now }: FilePlace,
  name: string,
  content: Uint8Array,
): Promise<string | NotStored> {
  const path = `${folder}/${name}`;
  const fault = await storeByDigest(artifacts, path, { content, now: now() });
  return fault === null ? path : { fault };
}

const Image = z.looseObject({
  base64: z.string().min(1),
  media_type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  width: z.number(),
  height: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The result of a run as it is returned, the picture that it made, and its content blocks. */
export type ReportedRun = {
  readonly result: ToolResult;
  readonly picture: PictureFile | null;
  readonly content: readonly ExtraContent[];
};

/** A file in the answer: absolute path and address, next to the path below `artifacts/`. */
type FileReport = {
  readonly path: string;
  readonly artifact: string;
  readonly uri: string;
  readonly media_type: string;
};

/**
 * Completes the files in the output of a run by their absolute paths and addresses, and moves its picture from the output
 * to a content block and a file in the caller's folder: as base64 in the JSON, it would fill a model's context. The run
 * has ended, so a picture that cannot be stored is a warning; the content block still has it.
 */
export async function reportedRun(
  place: FilePlace,
  result: ToolResult,
  warn: Warn,
): Promise<ReportedRun> {
  const { output, links } = withFileReports(place, result);
  const image = Image.safeParse(output['image']);
  if (!image.success) return { result: { ...result, output }, picture: null, content: links };
  const { base64: data, media_type, ...about } = image.data;
  const name = `${about.sha256}.${media_type.slice('image/'.length)}`;
  const block = { type: 'image', data, mimeType: media_type } as const;
  const stored = await keptFile(place, name, Buffer.from(data, 'base64'));
  if (typeof stored !== 'string') {
    warn(`the picture could not be written to a file: ${stored.fault}`);
    const without = { ...output, image: { ...about, media_type } };
    return { result: { ...result, output: without }, picture: null, content: [block, ...links] };
  }
  const file = fileReport(place, stored, media_type);
  const { path, uri } = file;
  const { width, height } = about;
  return {
    result: { ...result, output: { ...output, image: { ...about, ...file } } },
    picture: { path, uri, media_type, width, height },
    content: [block, linkTo(file), ...links],
  };
}

function fileReport({ artifacts }: FilePlace, artifact: string, media_type: string): FileReport {
  const path = join(artifacts, ...artifact.split('/'));
  return { path, artifact, uri: uriOf(artifact), media_type };
}

type FileLink = Extract<ExtraContent, { readonly type: 'resource_link' }>;

function linkTo({ uri, artifact, media_type }: FileReport): FileLink {
  return { type: 'resource_link', uri, name: artifact, mimeType: media_type };
}

/** The `artefact` of an output that was too long. */
const StoredOutput = z.looseObject({ path: z.string() });
/** A binary file of a program that was stored as an artefact. */
const NamedFile = z.looseObject({ name: z.string(), path: z.string() });
/**
 * The output with complete reports of the binary files of a program and of the file with the whole output if it was too
 * long, and links to these files.
 */
function withFileReports(
  place: FilePlace,
  { output, metrics }: ToolResult,
): { readonly output: ToolResult['output']; readonly links: readonly FileLink[] } {
  const links: FileLink[] = [];
  const { files, artefact, ...others } = output;
  const reported = (file: unknown): unknown => {
    const { success, data } = NamedFile.safeParse(file);
    if (!success) return file;
    const report = fileReport(place, data.path, mediaTypeOf(data.name).type);
    links.push({ ...linkTo(report), name: data.name });
    return { ...data, ...report };
  };
  const whole = (stored: unknown): unknown => {
    const { success, data } = StoredOutput.safeParse(stored);
    if (!success) return stored;
    const report = fileReport(place, data.path, 'application/json');
    links.push({ ...linkTo(report), description: `the whole output of ${metrics.tool_id}` });
    return { ...data, ...report };
  };
  return {
    output: {
      ...others,
      ...(files === undefined ? {} : { files: Array.isArray(files) ? files.map(reported) : files }),
      ...(artefact === undefined ? {} : { artefact: whole(artefact) }),
    },
    links,
  };
}
