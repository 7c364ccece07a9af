/** @module artefact-resources: serves the files below `artifacts/` as MCP resources. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { FileReader } from '../../governance/access/file-reading.ts';
import type {
  ListedResource,
  ResourceContent,
  ResourceSource,
} from '../../governance/gate/resources/governed-resources.ts';
import { pathOfFileUri, pathOfUri, uriOf } from '../../kernel/base/files/artefact-address.ts';
import { mediaTypeOf } from '../../kernel/base/files/media-type.ts';
import { absent, pathBelow } from '../../kernel/base/files/path-below.ts';
import { TaskStop } from '../../kernel/tools/runners/task/task-stop.ts';
import { Refusal } from '../../schemas/errors.ts';
import { partsFolderOf, pictureFolderOf, runFolderOf } from './run-folder.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

/**
 * Maximum size of a served file, bytes: more than fits into the context of a host, too little to exhaust the server.
 */
const BYTES_MAX = 8 * 1024 * 1024;
/** Maximum number of files in a list, and of directory entries that are read for it. */
const [LISTED_MAX, ENTRIES_MAX] = [200, 20_000];

/** The files of a workspace. */
export function artefactResources(files: WorkspaceFiles): ResourceSource {
  return {
    list: async (reader) => await listFiles(files, reader),
    read: async (uri, reader) => await contentOf(files, uri, reader),
  };
}

async function contentOf(
  files: WorkspaceFiles,
  uri: string,
  { principal }: FileReader,
): Promise<ResourceContent | null> {
  // Earlier versions linked to files of runs with `file:` URIs.
  const path = pathOfUri(uri) ?? pathOfFileUri(uri, files.folder);
  if (path === null) return null;
  try {
    await using handle = await files.open(path, principal);
    const { size } = await handle.stat();
    if (size > BYTES_MAX) {
      throw new Refusal(
        'OUT_OF_RANGE',
        `\`${path}\` has ${size} bytes, expected at most ${BYTES_MAX}`,
        'open the file at the path that its export returned',
      );
    }
    const bytes = await handle.readFile();
    const { type, text } = mediaTypeOf(path);
    const decoded = text ? textOf(bytes) : null;
    const about = { uri, mimeType: type };
    return decoded === null
      ? { ...about, blob: bytes.toString('base64') }
      : { ...about, text: decoded };
  } catch (error) {
    if (error instanceof TaskStop) return null;
    throw error;
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not UTF-8 in spite of its extension: the caller returns the file as bytes.
    return null;
  }
}

/**
 * The folders that are listed for a reader, those with its own files first. A reader that may read only its own files gets
 * no other folder, so that the list does not reveal the number of other files.
 */
function foldersOf(reader: FileReader): readonly string[] {
  if (reader.readsAll) return [''];
  const own = [partsFolderOf(reader.principal), runFolderOf(reader), pictureFolderOf(reader)];
  return reader.readsOwn ? own : [...own, ''];
}

async function listFiles(
  files: WorkspaceFiles,
  reader: FileReader,
): Promise<readonly ListedResource[]> {
  const found: ListedResource[] = [];
  const begin = foldersOf(reader);
  const folders = [...begin];
  let looked = 0;
  for (let at = 0; at < folders.length; at += 1) {
    const folder = folders[at] ?? '';
    const entries =
      (await readdir(join(files.folder, folder), { withFileTypes: true }).catch(absent)) ?? [];
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = pathBelow(folder === '' ? entry.name : `${folder}/${entry.name}`);
      if (!below.ok) continue;
      looked += 1;
      if (looked > ENTRIES_MAX || found.length >= LISTED_MAX) return found;
      if (entry.isDirectory() && !begin.includes(below.path)) folders.push(below.path);
      if (!entry.isFile()) continue;
      const stat = await lstat(join(files.folder, below.path)).catch(absent);
      if (stat === null) continue;
      const { size } = stat;
      if (!(await files.mayRead(below.path, reader.principal, size))) continue;
      const { type } = mediaTypeOf(below.path);
      found.push({ uri: uriOf(below.path), name: below.path, mimeType: type, size });
    }
  }
  return found;
}
