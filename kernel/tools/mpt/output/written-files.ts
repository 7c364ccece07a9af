/** @module written-files: stores the binary files of a program as artefacts instead of returning them inline. */
import { createHash } from 'node:crypto';

import type { Artefacts } from '../service-parts.ts';
import type { JsonObject } from './shorten.ts';

/** A binary file in the output of a program. */
type BinaryFile = { readonly name: string; readonly base64: string };

/** File extension, including the dot. */
const EXTENSION = /\.[a-zA-Z0-9]{1,8}$/;

/**
 * Stores each binary file of `files` as an artefact and replaces it by `{name, path, bytes, sha256}`. A file that cannot be
 * stored has the reason as `not_stored` in place of its path.
 */
export async function keepBinaryFiles(
  run_id: string,
  output: JsonObject,
  artefacts: Artefacts,
): Promise<JsonObject> {
  const { files } = output;
  if (!Array.isArray(files) || !files.some(isBinary)) return output;
  const kept: unknown[] = [];
  for (const file of files) {
    kept.push(isBinary(file) ? await storeFile(run_id, file, artefacts) : file);
  }
  return { ...output, files: kept };
}

/** Whether an output has a binary file. */
export function hasBinaryFiles({ files }: JsonObject): boolean {
  return Array.isArray(files) && files.some(isBinary);
}

function isBinary(file: unknown): file is BinaryFile {
  return (
    typeof file === 'object' &&
    file !== null &&
    'name' in file &&
    typeof file.name === 'string' &&
    'base64' in file &&
    typeof file.base64 === 'string'
  );
}

async function storeFile(
  run_id: string,
  { name, base64 }: BinaryFile,
  artefacts: Artefacts,
): Promise<JsonObject> {
  const content = Buffer.from(base64, 'base64');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const [extension = ''] = EXTENSION.exec(name) ?? [];
  const file = { run_id, name: `${sha256}${extension}`, given_name: name, content };
  const path = await artefacts.keepFile(file);
  const about = { bytes: content.length, sha256 };
  return typeof path === 'string'
    ? { name, path, ...about }
    : { name, ...about, not_stored: path.fault };
}
