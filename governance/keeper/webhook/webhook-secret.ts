/** @module webhook-secret: the shared secret of a workspace and its webhook; it is never logged or answered. */
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { platform } from 'node:process';

import { createOnce } from '../../../kernel/base/files/create-once.ts';

/** Environment variable with the secret; it takes precedence over the file. */
export const WEBHOOK_SECRET = 'PLUMBLINE_WEBHOOK_SECRET';

/** Prefix of a base64 secret, as in Standard Webhooks; any other text is used as its UTF-8 bytes. */
const PREFIX = 'whsec_';
const BYTES = 32;
const OTHERS = 0o077;
/** Minimum length in bytes: shorter secrets can be guessed. */
const MIN_BYTES = 16;

/** The sources of the secret. */
export type SecretPlace = {
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The bytes of the secret. Throws an Error with the reason if there is none, without any part of the secret. */
export function readWebhookSecret({ path, env }: SecretPlace): Uint8Array {
  const text = (env[WEBHOOK_SECRET] ?? fileText(path)).trim();
  const bytes = text.startsWith(PREFIX)
    ? Buffer.from(text.slice(PREFIX.length), 'base64')
    : Buffer.from(text);
  if (bytes.length >= MIN_BYTES) return bytes;
  throw new Error(`the secret of the webhook has fewer than ${MIN_BYTES} bytes`);
}

function fileText(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new Error(`there is no secret: neither ${WEBHOOK_SECRET} nor ${path}`);
  }
  if (platform !== 'win32' && (found.mode & OTHERS) !== 0) {
    throw new Error(`${path} can be read by other users: run chmod 600 on it`);
  }
  return readFileSync(path, 'utf8');
}

/** Creates a secret if there is none. */
export function ensureWebhookSecret(path: string): void {
  createOnce(path, `${PREFIX}${randomBytes(BYTES).toString('base64')}\n`);
}
