/** @module written-files: binary files that a program wrote lie beside its answer, not in it. */
import { createHash } from 'node:crypto';

import type { Artefacts } from '../service-parts.ts';
import type { JsonObject } from './shorten.ts';

/** A file in the output of a program, as base64 because it is no text. */
type BinaryFile = { readonly name: string; readonly base64: string };

const ENDING = /\.[a-zA-Z0-9]{1,8}$/;

/** The output with each binary file of its list `files` kept as an artefact: `{name, path, bytes, sha256}` is left. */
export async function keepBinaryFiles(
  run_id: string,
  output: JsonObject,
  artefacts: Artefacts,
): Promise<JsonObject> {
  const { files } = output;
  if (!Array.isArray(files) || !files.some(isBinary)) return output;
  const kept: unknown[] = [];
  for (const file of files) {
    kept.push(isBinary(file) ? await keptFile(run_id, file, artefacts) : file);
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

async function keptFile(
  run_id: string,
  { name, base64 }: BinaryFile,
  artefacts: Artefacts,
): Promise<JsonObject> {
  const content = Buffer.from(base64, 'base64');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const [ending = ''] = ENDING.exec(name) ?? [];
  const path = await artefacts.keepFile({ run_id, content, name: `${sha256}${ending}` });
  return { name, path, bytes: content.length, sha256 };
}
