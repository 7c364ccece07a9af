/** @module socket-secret: the secret by which keeper and clients of a workspace authenticate each other; it is never sent. */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

import { createOnce } from '../../../kernel/base/files/create-once.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';

const SECRET_BYTES = 32;
const SECRET_TEXT = /^[0-9a-f]{64}\n$/;

/**
 * Creates the secret unless it exists. Concurrent processes all get the same one.
 *
 * @throws {LedgerError} LOCKED when it cannot be created
 */
export function ensureSocketSecret(path: string): void {
  try {
    createOnce(path, `${randomBytes(SECRET_BYTES).toString('hex')}\n`);
  } catch (error) {
    throw new LedgerError('LOCKED', `\`${path}\` cannot be created: ${String(error)}`);
  }
}

/**
 * The secret, read again for each connection, so that both sides use a replaced one immediately.
 *
 * @throws {LedgerError} LOCKED when there is none, or when other users could have read or written it
 */
export function readSocketSecret(path: string): Buffer {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { uid, mode } = fstatSync(file);
      const owners = [process.getuid?.(), lstatSync(dirname(path)).uid];
      const isPrivate = process.platform === 'win32' || (mode & 0o077) === 0;
      if (!isPrivate || (process.platform !== 'win32' && !owners.includes(uid))) {
        throw new Error(
          'other users could have read it; end all processes of this workspace, then remove it',
        );
      }
      const text = readFileSync(file, 'utf8');
      if (!SECRET_TEXT.test(text)) throw new Error('it is incomplete; remove it');
      return Buffer.from(text.trimEnd(), 'hex');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    throw new LedgerError('LOCKED', `the secret \`${path}\` cannot be used: ${because}`);
  }
}
