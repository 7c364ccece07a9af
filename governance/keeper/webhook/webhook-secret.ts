/** @module webhook-secret: the secret that a workspace and its webhook share; it is in no log and in no answer. */
import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { platform } from 'node:process';

import { createOnce } from '../../../kernel/files/create-once.ts';

/** Environment variable with the secret; it goes before the file. */
export const WEBHOOK_SECRET = 'PLUMBLINE_WEBHOOK_SECRET';

/** What a secret in base64 begins with, as in Standard Webhooks; another text is its own bytes. */
const PREFIX = 'whsec_';
const BYTES = 32;
const OTHERS = 0o077;
/** Shorter ones can be guessed. */
const LEAST = 16;

/** Where the secret is. */
export type SecretPlace = {
  readonly path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The bytes of the secret. Throws an Error that says why there is none, without what was read. */
export function readWebhookSecret({ path, env }: SecretPlace): Uint8Array {
  const text = (env[WEBHOOK_SECRET] ?? fileText(path)).trim();
  const bytes = text.startsWith(PREFIX)
    ? Buffer.from(text.slice(PREFIX.length), 'base64')
    : Buffer.from(text);
  if (bytes.length >= LEAST) return bytes;
  throw new Error(`the secret of the webhook has fewer than ${LEAST} bytes`);
}

function fileText(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new Error(`there is no secret: neither ${WEBHOOK_SECRET} nor ${path}`);
  }
  if (platform !== 'win32' && (found.mode & OTHERS) !== 0) {
    throw new Error(`${path} can be read by others than its owner: chmod 600`);
  }
  return readFileSync(path, 'utf8');
}

/** Makes a secret where there is none. */
export function ensureWebhookSecret(path: string): void {
  createOnce(path, `${PREFIX}${randomBytes(BYTES).toString('base64')}\n`);
}
