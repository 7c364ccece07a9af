/** @module artefact-resources: serves the files below `artifacts/` as MCP resources. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { FileReader } from '../../governance/access/file-reading.ts';
import type {
  ListedResource,
  ResourceContent,
  ResourcePage,
  ResourceSource,
} from '../../governance/gate/resources/governed-resources.ts';
import { pathOfFileUri, pathOfUri, uriOf } from '../../kernel/base/files/artefact-address.ts';
import { mediaTypeOf } from '../../kernel/base/files/media-type.ts';
import { absent, pathBelow } from '../../kernel/base/files/path-below.ts';
import { TaskStop } from '../../kernel/tools/runners/task/task-stop.ts';
import { Refusal } from '../../schemas/errors.ts';
import { type ListPlace, openCursor, placeIn, sealedCursor } from './list-cursor.ts';
import { partsFolderOf, pictureFolderOf, PICTURES, runFolderOf, RUNS } from './run-folder.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

/**
 * Maximum size of a served file, bytes: more than fits into the context of a host, too little to exhaust the server.
 */
const BYTES_MAX = 8 * 1024 * 1024;
/** Maximum number of files in a page of the list. */
const LISTED_MAX = 200;
/** Maximum number of files and folders that are looked at for a page, listed or not: the work of one request. */
const LOOKED_MAX = 2000;

/** The files of a workspace. */
export function artefactResources(files: WorkspaceFiles): ResourceSource {
  return {
    list: async (reader, cursor) => await listFiles(files, reader, cursor),
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

/** A folder of the list, without some folders below it. */
type Section = { readonly folder: string; readonly without: readonly string[] };

/**
 * The folders that are listed for a reader: exports first, pictures last, since many calls make pictures; its own files
 * before those of others. A reader that may read only its own files gets no other folder, so that the list does not
 * reveal the number of other files.
 */
function sectionsOf(reader: FileReader): readonly Section[] {
  const shared = [
    { folder: '', without: [RUNS, PICTURES] },
    { folder: RUNS, without: [] },
    { folder: PICTURES, without: [] },
  ];
  if (reader.readsAll) return shared;
  const folders = [partsFolderOf(reader.principal), runFolderOf(reader), pictureFolderOf(reader)];
  const own = folders.map((folder) => ({ folder, without: [] }));
  if (reader.readsOwn) return own;
  const others = shared.map(({ folder, without }) => ({
    folder,
    without: [...without, ...folders],
  }));
  return [...own.slice(0, 2), ...others.slice(0, 2), ...own.slice(2), ...others.slice(2)];
}

/** The place of a cursor. Refuses INVALID_ARGUMENT for a malformed cursor. */
function placeOf(cursor: string, sight: string, sections: readonly Section[]): ListPlace {
  const place = placeIn(cursor, sight);
  const folder = place === null ? undefined : sections[place.section]?.folder;
  if (place !== null && folder !== undefined) {
    const { path } = place;
    const isWithin = folder === '' || path.startsWith(`${folder}/`);
    if (isWithin && pathBelow(path).ok) return place;
  }
  throw new Refusal(
    'INVALID_ARGUMENT',
    `\`${cursor.slice(0, 500)}\` is not a cursor of this list`,
    'use nextCursor of the previous page unchanged, or list from the start without a cursor',
  );
}

/**
 * A page of the files that a reader may read. It has fewer than LISTED_MAX files, or none, if it ended after LOOKED_MAX
 * files and folders. The cursor of the next page is null if there is none. INVARIANT: a cursor that its reader can read has
 * only the path of a file that the reader has listed, so it reveals no other file.
 */
async function listFiles(
  files: WorkspaceFiles,
  reader: FileReader,
  cursor: string | null,
): Promise<ResourcePage> {
  const sections = sectionsOf(reader);
  const start = cursor === null ? null : placeOf(cursor, reader.sight, sections);
  const listed: ListedResource[] = [];
  let last: ListPlace | null = null;
  let seen: ListPlace | null = null;
  let looked = 0;
  for await (const { section, path, isFile } of entriesOf(files.folder, sections, start)) {
    if (seen !== null && looked === LOOKED_MAX) {
      return { listed, next: seen === last ? openCursor(last) : sealedCursor(seen, reader.sight) };
    }
    looked += 1;
    seen = { section, path };
    if (!isFile) continue;
    const file = await listedFile(files, reader, path);
    if (file === null) continue;
    if (last !== null && listed.length === LISTED_MAX) return { listed, next: openCursor(last) };
    listed.push(file);
    last = seen;
  }
  return { listed, next: null };
}

/** A file as it is listed; null if it is missing now or the reader may not read it. */
async function listedFile(
  files: WorkspaceFiles,
  { principal }: FileReader,
  path: string,
): Promise<ListedResource | null> {
  const stat = await lstat(join(files.folder, path)).catch(absent);
  if (stat === null) return null;
  const { size } = stat;
  if (!(await files.mayRead(path, principal, size))) return null;
  return { uri: uriOf(path), name: path, mimeType: mediaTypeOf(path).type, size };
}

/** The files and folders of all sections after a place; from the first one if the place is null. */
async function* entriesOf(
  root: string,
  sections: readonly Section[],
  start: ListPlace | null,
): AsyncGenerator<Entry & Pick<ListPlace, 'section'>> {
  for (const [section, { folder, without }] of sections.entries()) {
    if (start !== null && section < start.section) continue;
    const after = start?.section === section ? partsBelow(folder, start.path) : [];
    for await (const entry of entriesBelow(root, folder, { without, after })) {
      yield { section, ...entry };
    }
  }
}

function partsBelow(folder: string, path: string): readonly string[] {
  return (folder === '' ? path : path.slice(folder.length + 1)).split('/');
}

type Walk = {
  /** Paths of folders to leave out. */
  readonly without: readonly string[];
  /** Parts of the path, below the folder, of the entry after which to start; none to start with the first entry. */
  readonly after: readonly string[];
};

type Entry = { readonly path: string; readonly isFile: boolean };

/** The files and folders below a folder, sorted by their parts, a folder before its content. Links are not followed. */
async function* entriesBelow(
  root: string,
  folder: string,
  { without, after: [first, ...further] }: Walk,
): AsyncGenerator<Entry> {
  const entries = (await readdir(join(root, folder), { withFileTypes: true }).catch(absent)) ?? [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (first !== undefined && entry.name < first) continue;
    const below = pathBelow(folder === '' ? entry.name : `${folder}/${entry.name}`);
    if (!below.ok) continue;
    const { path } = below;
    const isFirst = entry.name === first;
    const isFolder = entry.isDirectory() && !without.includes(path);
    if (!isFirst && (entry.isFile() || isFolder)) yield { path, isFile: !isFolder };
    if (isFolder) yield* entriesBelow(root, path, { without, after: isFirst ? further : [] });
  }
}
