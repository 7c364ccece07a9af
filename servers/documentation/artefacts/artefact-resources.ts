/** @module artefact-resources: the files below `artifacts/` as resources of the protocol. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type {
  ListedResource,
  MayHave,
  ResourceContent,
  ResourceSource,
} from '../../../governance/gate/resources/governed-resources.ts';
import { pathOfFileUri, pathOfUri, uriOf } from '../../../kernel/files/artefact-address.ts';
import { absent, linkOnTheWay, pathBelow } from '../../../kernel/files/path-below.ts';
import { Refusal } from '../../../schemas/errors.ts';
import type { ArtefactStore } from './artefact-store.ts';

/** Largest file that is answered, bytes: more than a host takes into a context, less than it takes to stop a server. */
const BYTES_MOST = 8 * 1024 * 1024;
/** Files that are listed, and entries that are looked through for them. */
const [LISTED_MOST, LOOKED_AT] = [200, 5000];

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

/** The files of a store. */
export function artefactResources(store: ArtefactStore): ResourceSource {
  return {
    list: async (mayHave) => await listed(store, mayHave),
    read: async (uri, mayHave) => await contentOf(store, uri, mayHave),
  };
}

/** Who made the file at a path, null where no event names it. */
export async function makerOf(store: ArtefactStore, path: string): Promise<Parameters<MayHave>[0]> {
  const event = await store.newest(path);
  return event === null ? null : { ...event, whole: event.payload.whole };
}

async function contentOf(
  store: ArtefactStore,
  uri: string,
  mayHave: MayHave,
): Promise<ResourceContent | null> {
  const path = pathOfUri(uri) ?? pathOfFileUri(uri, store.at(''));
  // Links of other servers name the file itself.
  if (path === null || !mayHave(await makerOf(store, path))) return null;
  if ((await linkOnTheWay(store.at(''), path)) !== null) return null;
  const stat = await lstat(store.at(path)).catch(absent);
  if (stat?.isFile() !== true) return null;
  if (stat.size > BYTES_MOST) {
    throw new Refusal(
      'OUT_OF_RANGE',
      `\`${path}\` has ${stat.size} bytes, at most ${BYTES_MOST} are answered`,
      'open the file at the path that its export answered',
    );
  }
  const bytes = await readFile(store.at(path));
  const { type, text } = typeOf(path);
  const decoded = text ? textOf(bytes) : null;
  const about = { uri, mimeType: type };
  return decoded === null
    ? { ...about, blob: bytes.toString('base64') }
    : { ...about, text: decoded };
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

async function listed(store: ArtefactStore, mayHave: MayHave): Promise<readonly ListedResource[]> {
  const found: ListedResource[] = [];
  const folders = [''];
  let looked = 0;
  for (let at = 0; at < folders.length; at += 1) {
    const folder = folders[at] ?? '';
    const entries =
      (await readdir(join(store.at(''), folder), { withFileTypes: true }).catch(absent)) ?? [];
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = pathBelow(folder === '' ? entry.name : `${folder}/${entry.name}`);
      if (!below.ok) continue;
      looked += 1;
      if (looked > LOOKED_AT || found.length >= LISTED_MOST) return found;
      if (entry.isDirectory()) folders.push(below.path);
      if (!entry.isFile() || !mayHave(await makerOf(store, below.path))) continue;
      const { size } = await lstat(store.at(below.path));
      const { type } = typeOf(below.path);
      found.push({ uri: uriOf(below.path), name: below.path, mimeType: type, size });
    }
  }
  return found;
}
