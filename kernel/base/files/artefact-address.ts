/** @module artefact-address: the addresses by which a client names a file below `artifacts/`. */
import { fileURLToPath } from 'node:url';

import { pathBelow } from './path-below.ts';

const PREFIX = 'plumbline://artifacts/';

/** The address of a path. */
export function uriOf(path: string): string {
  return `${PREFIX}${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The path of an address; null for one that is none, or leads elsewhere. */
export function pathOfUri(uri: string): string | null {
  if (!uri.startsWith(PREFIX)) return null;
  const parts = uri.slice(PREFIX.length).split('/').map(decoded);
  if (parts.some((part) => part === null || part.includes('/'))) return null;
  const below = pathBelow(parts.join('/'));
  return below.ok ? below.path : null;
}

/** The path below a folder of a `file:` address; null for one that leads elsewhere. */
export function pathOfFileUri(uri: string, folder: string): string | null {
  if (!uri.startsWith('file://') || !URL.canParse(uri)) return null;
  const file = fileOf(uri)?.replaceAll('\\', '/');
  const root = folder.replaceAll('\\', '/').replace(/\/?$/, '/');
  if (file?.startsWith(root) !== true) return null;
  const below = pathBelow(file.slice(root.length));
  return below.ok ? below.path : null;
}

function fileOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch (error) {
    // Another host's file, or a `/` that is written as `%2F`.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    // No address of ours: `%` stands before two digits.
    return null;
  }
}
