/** @module artefact-resources: the files below `artifacts/` as resources of the protocol. */
import { lstat, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { FileReader } from '../../governance/access/file-reading.ts';
import type {
  ListedResource,
  ResourceContent,
  ResourceSource,
} from '../../governance/gate/resources/governed-resources.ts';
import { pathOfFileUri, pathOfUri, uriOf } from '../../kernel/files/artefact-address.ts';
import { absent, pathBelow } from '../../kernel/files/path-below.ts';
import { TaskStop } from '../../kernel/runners/task/task-stop.ts';
import { Refusal } from '../../schemas/errors.ts';
import { partsFolderOf, runFolderOf } from './run-folder.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

/** Largest file that is answered, bytes: more than a host takes into a context, less than it takes to stop a server. */
const BYTES_MOST = 8 * 1024 * 1024;
/** Files that are listed, and entries that are looked through for them. */
const [LISTED_MOST, LOOKED_AT] = [200, 20_000];

/** Types by ending; what is text is answered as text. */
const TYPES: Readonly<Record<string, { readonly type: string; readonly text: boolean }>> = {
  '.bcf': { type: 'application/octet-stream', text: false },
  '.csv': { type: 'text/csv', text: true },
  '.dxf': { type: 'image/vnd.dxf', text: true },
  '.glb': { type: 'model/gltf-binary', text: false },
  '.ifc': { type: 'application/x-step', text: true },
  '.json': { type: 'application/json', text: true },
  '.md': { type: 'text/markdown', text: true },
  '.pdf': { type: 'application/pdf', text: false },
  '.png': { type: 'image/png', text: false },
  '.svg': { type: 'image/svg+xml', text: true },
  '.xlsx': {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    text: false,
  },
};

/** The files of a workspace. */
export function artefactResources(files: WorkspaceFiles): ResourceSource {
  return {
    list: async (reader) => await listed(files, reader),
    read: async (uri, reader) => await contentOf(files, uri, reader),
  };
}

async function contentOf(
  files: WorkspaceFiles,
  uri: string,
  { principal }: FileReader,
): Promise<ResourceContent | null> {
  // Links of other servers name the file itself.
  const path = pathOfUri(uri) ?? pathOfFileUri(uri, files.folder);
  if (path === null) return null;
  try {
    await using handle = await files.open(path, principal);
    const { size } = await handle.stat();
    if (size > BYTES_MOST) {
      throw new Refusal(
        'OUT_OF_RANGE',
        `\`${path}\` has ${size} bytes, at most ${BYTES_MOST} are answered`,
        'open the file at the path that its export answered',
      );
    }
    const bytes = await handle.readFile();
    const { type, text } = typeOf(path);
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

function typeOf(path: string): { readonly type: string; readonly text: boolean } {
  return TYPES[extname(path).toLowerCase()] ?? { type: 'application/octet-stream', text: false };
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // Not the text that its ending promises: answered as bytes.
    return null;
  }
}

/** Where the files of a reader are. Who reads its own alone is not told by the list how many others there are. */
function foldersOf(reader: FileReader): readonly string[] {
  if (reader.readsAll) return [''];
  const own = [partsFolderOf(reader.principal), runFolderOf(reader)];
  return reader.readsOwn ? own : [...own, ''];
}

async function listed(
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
      if (looked > LOOKED_AT || found.length >= LISTED_MOST) return found;
      if (entry.isDirectory() && !begin.includes(below.path)) folders.push(below.path);
      if (!entry.isFile()) continue;
      const stat = await lstat(join(files.folder, below.path)).catch(absent);
      if (stat === null) continue;
      const { size } = stat;
      if (!(await files.mayRead(below.path, reader.principal, size))) continue;
      const { type } = typeOf(below.path);
      found.push({ uri: uriOf(below.path), name: below.path, mimeType: type, size });
    }
  }
  return found;
}
