/** @module approver-key: an approver's private key as an encrypted file of their own. */
import type { KeyObject } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import {
  decryptPrivateKey,
  encryptPrivateKey,
  generateKeyPair,
  publicKeyOf,
  type WorkspacePaths,
} from '../../../governance/keeper/client-kit.ts';
import type { ApproverRecord } from '../../../schemas/governance.ts';
import { CliFailure, misuse } from '../failure.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';

/** Names are file names on every system. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Environment variable with the passphrase, for machines. */
const PASSPHRASE = 'PLUMBLINE_PASSPHRASE';
const PASSPHRASE_LEAST = 8;

/** Checks the name of an approver or agent. Throws CliFailure with exit code 2. */
export function checkedName(name: string): string {
  if (NAME.test(name)) return name;
  throw misuse(
    `got the name \`${printable(name)}\`, want 1 to 64 letters, digits, \`.\`, \`_\` and \`-\`, beginning with a letter or digit`,
    'choose such a name',
  );
}

/** Where the key of an approver lies. `keyDir`: as given with --key-dir, null for the workspace's own folder. */
export function keyPath(paths: WorkspacePaths, name: string, keyDir: string | null): string {
  const folder = keyDir === null ? join(paths.keys, 'approvers') : resolve(keyDir);
  return join(folder, `${checkedName(name)}.pem`);
}

/** A new key pair whose private half is already in its file, readable for its owner alone. */
export async function makeKey(
  path: string,
  terminal: Terminal,
): Promise<{ readonly publicKey: string; readonly discard: () => void }> {
  if (existsSync(path))
    throw new CliFailure(
      1,
      `there is a key in ${path} already, want no file there`,
      'choose another name or --key-dir, or move the old key away',
    );
  const passphrase = await newPassphrase(terminal);
  const { publicKey, privateKey } = generateKeyPair();
  const folder = join(path, '..');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path, encryptPrivateKey(privateKey, passphrase), { mode: 0o600, flag: 'wx' });
  chmodSync(path, 0o600);
  return { publicKey, discard: () => rmSync(path, { force: true }) };
}

/** Decrypts the key of an approver and checks that it is the registered one. Throws CliFailure. */
export async function unlockKey(
  path: string,
  approver: Pick<ApproverRecord, 'name' | 'public_key'>,
  terminal: Terminal,
): Promise<KeyObject> {
  const pem = readKeyFile(path, approver.name);
  const passphrase =
    terminal.env[PASSPHRASE] ?? (await asked(terminal, `passphrase of ${approver.name}: `));
  return opened(pem, passphrase, approver);
}

/** The key in a PEM text with this passphrase. Throws CliFailure when it is another or does not open. */
export function opened(
  pem: string,
  passphrase: string,
  approver: Pick<ApproverRecord, 'name' | 'public_key'>,
): KeyObject {
  const key = decrypted(pem, passphrase, approver.name);
  if (publicKeyOf(key) === approver.public_key) return key;
  throw new CliFailure(
    1,
    `the key is not the one registered for \`${approver.name}\``,
    'use the key that was made with `approver add`, or name its folder with --key-dir',
  );
}

function decrypted(pem: string, passphrase: string, name: string): KeyObject {
  try {
    return decryptPrivateKey(pem, passphrase);
  } catch {
    throw new CliFailure(
      1,
      `the passphrase does not open the key of \`${name}\``,
      `try again, or check ${PASSPHRASE}`,
    );
  }
}

/** The text of a key file. Throws CliFailure when there is none. */
export function readKeyFile(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CliFailure(
      1,
      `got no key of \`${name}\` in ${path}`,
      'run this where the key was made, or name its folder with --key-dir DIR',
    );
  }
}

async function newPassphrase(terminal: Terminal): Promise<string> {
  const given = terminal.env[PASSPHRASE];
  const first = given ?? (await asked(terminal, 'new passphrase: '));
  if (first.length < PASSPHRASE_LEAST)
    throw new CliFailure(
      1,
      `got a passphrase of ${first.length} characters, want at least ${PASSPHRASE_LEAST}`,
      'choose a longer one; several words are good',
    );
  if (given === undefined && (await asked(terminal, 'the same again: ')) !== first)
    throw new CliFailure(1, 'the two passphrases differ', 'run the command again');
  return first;
}

async function asked(terminal: Terminal, question: string): Promise<string> {
  if (terminal.interactive) return terminal.askSecret(question);
  throw new CliFailure(
    1,
    'a passphrase is needed and there is no terminal to ask on',
    `set ${PASSPHRASE}, or run the command in a terminal`,
  );
}
