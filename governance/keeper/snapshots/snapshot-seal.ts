/** @module snapshot-seal: files with a key that states their source and a MAC with a secret of the workspace. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

import * as z from 'zod';

import type { WorkspacePaths } from '../workspace/workspace-files.ts';

/**
 * The source of a snapshot, which is used only if all of it matches: the hash on the audit chain pins the events, and `code`
 * the program that derived the snapshot from them.
 */
export const SnapshotKey = z.strictObject({
  /** Ledger seq of the last event in it, with the id of that event. */
  seq: z.number().int().positive(),
  event_id: z.string(),
  /** Last audit entry at that time, 0 before the first. */
  audit_seq: z.number().int().min(0),
  audit_hash: z.string(),
  code: z.string(),
});
export type SnapshotKey = z.output<typeof SnapshotKey>;

/** A snapshot with a valid seal. */
export type Unsealed = { readonly key: SnapshotKey; readonly content: Uint8Array };

const MAGIC = Buffer.from('PLSNAP1\n');
const MAC_BYTES = 32;
/** Magic, MAC, length of the key, four bytes of padding. */
const FRAME = MAGIC.byteLength + MAC_BYTES + 8;
/** Alignment of the content (bytes), so that typed arrays can use it without a copy. */
const ALIGNMENT = 8;
/** Bytes hashed per turn of the event loop: some milliseconds. */
const SLICE = 4 * 1024 * 1024;

/** Secret of the seal: derived from the key of the log, and never written. */
export function sealSecret({ logKey }: Pick<WorkspacePaths, 'logKey'>): Buffer {
  return createHash('sha256')
    .update('plumbline-snapshot-seal\n')
    .update(readFileSync(logKey))
    .digest();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** HMAC-SHA-256; yields to other calls in between. */
async function macOf(bytes: Uint8Array, secret: Buffer): Promise<Buffer> {
  const mac = createHmac('sha256', secret);
  for (let at = 0; at < bytes.byteLength; at += SLICE) {
    if (at > 0) await nextTurn();
    mac.update(bytes.subarray(at, at + SLICE));
  }
  return mac.digest();
}

/** The file that `unseal` reads. */
export async function seal({ key, content }: Unsealed, secret: Buffer): Promise<Uint8Array> {
  const text = Buffer.from(JSON.stringify(key));
  const from = Math.ceil((FRAME + text.byteLength) / ALIGNMENT) * ALIGNMENT;
  const file = Buffer.alloc(from + content.byteLength);
  file.set(MAGIC);
  file.writeUInt32LE(text.byteLength, MAGIC.byteLength + MAC_BYTES);
  file.set(text, FRAME);
  file.set(content, from);
  const sealed = file.subarray(MAGIC.byteLength + MAC_BYTES);
  file.set(await macOf(sealed, secret), MAGIC.byteLength);
  return file;
}

/** Key and content of a file; null if the MAC is invalid. Nothing else is parsed before it was verified. */
export async function unseal(bytes: Uint8Array, secret: Buffer): Promise<Unsealed | null> {
  const file =
    bytes.byteOffset % ALIGNMENT === 0
      ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      : copyOf(bytes);
  if (file.byteLength < FRAME || !MAGIC.equals(file.subarray(0, MAGIC.byteLength))) return null;
  const mac = file.subarray(MAGIC.byteLength, MAGIC.byteLength + MAC_BYTES);
  const sealed = file.subarray(MAGIC.byteLength + MAC_BYTES);
  if (!timingSafeEqual(mac, await macOf(sealed, secret))) return null;
  const length = sealed.readUInt32LE(0);
  const key = SnapshotKey.parse(JSON.parse(file.toString('utf8', FRAME, FRAME + length)));
  const from = Math.ceil((FRAME + length) / ALIGNMENT) * ALIGNMENT;
  return { key, content: file.subarray(from) };
}

function copyOf(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.byteLength);
  copy.set(bytes);
  return copy;
}
