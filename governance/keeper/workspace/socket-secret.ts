/** @module socket-secret: the secret by which keeper and clients of a workspace recognise each other; it is never sent. */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

import { createOnce } from '../../../kernel/files/create-once.ts';
import { LedgerError } from '../../../kernel/ledger/ledger.ts';

const SECRET_BYTES = 32;
const SECRET_TEXT = /^[0-9a-f]{64}\n$/;

/**
 * Makes the secret; one that is there stays. Of several processes that make it at once, all find the same.
 *
 * @throws {LedgerError} LOCKED when it cannot be made
 */
export function ensureSocketSecret(path: string): void {
  try {
    createOnce(path, `${randomBytes(SECRET_BYTES).toString('hex')}\n`);
  } catch (error) {
    throw new LedgerError('LOCKED', `\`${path}\` cannot be made: ${String(error)}`);
  }
}

/**
 * The secret, read anew for each connection, so that a replaced one is used by both sides at once.
 *
 * @throws {LedgerError} LOCKED when there is none, or others than its user could have read or written it
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
          'others could have read it; end all processes of this workspace, then remove it',
        );
      }
      const text = readFileSync(file, 'utf8');
      if (!SECRET_TEXT.test(text)) throw new Error('it is not whole; remove it');
      return Buffer.from(text.trimEnd(), 'hex');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    throw new LedgerError('LOCKED', `the secret \`${path}\` cannot be used: ${because}`);
  }
}
