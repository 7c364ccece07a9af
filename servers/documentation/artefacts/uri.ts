/** @module uri: the address by which a client reads a file below `artifacts/`. */
import { pathBelow } from '../../../kernel/files/path-below.ts';

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

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    // No address of ours: `%` stands before two digits.
    return null;
  }
}
