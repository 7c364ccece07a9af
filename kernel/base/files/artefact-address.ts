/** @module artefact-address: URIs of files below `artifacts/`. */
import { fileURLToPath } from 'node:url';

import { pathBelow } from './path-below.ts';

const PREFIX = 'plumbline://artifacts/';

/** The URI of a path below `artifacts/`. */
export function uriOf(path: string): string {
  return `${PREFIX}${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The path of a URI; null for a malformed URI, or one outside `artifacts/`. */
export function pathOfUri(uri: string): string | null {
  if (!uri.startsWith(PREFIX)) return null;
  const parts = uri.slice(PREFIX.length).split('/').map(decoded);
  if (parts.some((part) => part === null || part.includes('/'))) return null;
  const below = pathBelow(parts.join('/'));
  return below.ok ? below.path : null;
}

/** The path below `folder` of a `file:` URI; null for a malformed URI, or one outside the folder. */
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
    // The URI names another host, or contains a `/` encoded as `%2F`.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    // Malformed: `%` must precede two hexadecimal digits.
    return null;
  }
}
