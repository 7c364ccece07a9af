/** @module list-cursor: the cursors of the list of files: the place at which a page ended. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import * as z from 'zod';

/** A place in the list: after the file or folder at a path of a section. */
export type ListPlace = { readonly section: number; readonly path: string };

const Place = z.tuple([z.int().min(0), z.string()]);

const CIPHER = 'aes-256-gcm';
/** The key of this process: a sealed cursor of another process is malformed. */
const KEY = randomBytes(32);
const [NONCE_BYTES, TAG_BYTES] = [12, 16];
/** A sealed place is filled up to a multiple of this, so that its length does not reveal that of the path. */
const PADDED_BYTES = 1024;
const SEALED = 'sealed.';

/** The cursor of a place that its reader has listed. */
export function openCursor({ section, path }: ListPlace): string {
  return Buffer.from(JSON.stringify([section, path])).toString('base64url');
}

/** The cursor of a place that its reader may not know: encrypted for the reader with this `sight`. */
export function sealedCursor({ section, path }: ListPlace, sight: string): string {
  const text = Buffer.from(JSON.stringify([section, path]));
  const padded = Buffer.alloc(Math.ceil(text.length / PADDED_BYTES) * PADDED_BYTES, ' ');
  text.copy(padded);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, KEY, nonce).setAAD(Buffer.from(sight));
  const parts = [nonce, cipher.update(padded), cipher.final(), cipher.getAuthTag()];
  return SEALED + Buffer.concat(parts).toString('base64url');
}

/** The place of a cursor; null for a malformed cursor, or a sealed one of another reader or process. */
export function placeIn(cursor: string, sight: string): ListPlace | null {
  const text = cursor.startsWith(SEALED)
    ? unsealed(Buffer.from(cursor.slice(SEALED.length), 'base64url'), sight)
    : Buffer.from(cursor, 'base64url').toString('utf8');
  const { data } = Place.safeParse(jsonIn(text));
  return data === undefined ? null : { section: data[0], path: data[1] };
}

/** The text of a sealed place; empty if it was not sealed by this process for this reader. */
function unsealed(bytes: Buffer, sight: string): string {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return '';
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, KEY, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(sight)).setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return '';
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
