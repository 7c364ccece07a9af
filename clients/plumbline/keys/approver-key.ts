/** @module approver-key: an approver's private key as an encrypted file. */
import type { KeyObject } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { WorkspacePaths } from '../../../governance/keeper/workspace/workspace-files.ts';
import {
  decryptPrivateKey,
  encryptPrivateKey,
  generateKeyPair,
  publicKeyOf,
} from '../../../kernel/base/canonical/signature.ts';
import { makeFolder } from '../../../kernel/base/files/make-folder.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import type { ApproverRecord } from '../../../schemas/governance.ts';
import { type Call, textOf } from '../command.ts';
import { CliFailure, misuse } from '../failure.ts';
import type { Terminal } from '../terminal.ts';
import { cardLines, type KeyCard, readKeyText } from './key-card.ts';

/** Names must be valid file names on every system. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** Environment variable with the passphrase, for scripts. */
const PASSPHRASE = 'PLUMBLINE_PASSPHRASE';
/** The variable for a key that is being created. */
const NEW_PASSPHRASE = 'PLUMBLINE_NEW_PASSPHRASE';
const PASSPHRASE_MIN = 8;
/** Maximum number of attempts to enter a passphrase. */
const TRIES = 3;

/** Checks the name of an approver or agent. Throws CliFailure with exit code 2. */
export function checkedName(name: string): string {
  if (NAME.test(name)) return name;
  throw misuse(
    `invalid name \`${printable(name)}\`, expected 1 to 64 letters, digits, \`.\`, \`_\` and \`-\`, beginning with a letter or digit`,
    'choose another name',
  );
}

/** The parts of a call that locate keys. */
export type KeyCall = Pick<Call, 'values' | 'terminal'>;

/** The path of an approver's key: the file of --key, else NAME.pem in the folder of --key-dir or in that of the workspace. */
export function keyPath(paths: WorkspacePaths, name: string, call: KeyCall): string {
  const file = textOf(call, 'key');
  if (file !== null) return resolve(call.terminal.cwd, file);
  const keyDir = textOf(call, 'key-dir');
  const folder =
    keyDir === null ? join(paths.keys, 'approvers') : resolve(call.terminal.cwd, keyDir);
  return join(folder, `${checkedName(name)}.pem`);
}

/** A key to create: its owner, and the approver who signs its registration; null for the first approver. */
type NewKey = {
  readonly name: string;
  readonly by: string | null;
  /** The lines above the key; null if they are not known yet. */
  readonly card: KeyCard | null;
};

/** Creates a key pair for a person and writes the private key to a file that only its owner can read. */
export async function makeKey(
  path: string,
  key: NewKey,
  terminal: Terminal,
): Promise<{ readonly publicKey: string; readonly discard: () => void }> {
  if (existsSync(path)) {
    throw new CliFailure(
      `the key ${path} already exists`,
      'choose another name or --key-dir, or move the old key to another place',
    );
  }
  const passphrase = await newPassphrase(key, terminal);
  const { publicKey, privateKey } = generateKeyPair();
  const folder = join(path, '..');
  makeFolder(folder, 0o700);
  const card = key.card === null ? '' : cardLines(key.card);
  const text = `${card}${encryptPrivateKey(privateKey, passphrase)}`;
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  chmodSync(path, 0o600);
  return { publicKey, discard: () => rmSync(path, { force: true }) };
}

/** Decrypts the key of an approver and checks that it is the registered one. @throws CliFailure */
export async function unlockKey(
  path: string,
  approver: Pick<ApproverRecord, 'name' | 'public_key'>,
  terminal: Terminal,
): Promise<KeyObject> {
  return registeredKey(await unlockKeyFile(path, approver.name, terminal), approver);
}

/** Decrypts the key of an approver without comparing it with the registered one. @throws CliFailure */
export async function unlockKeyFile(
  path: string,
  name: string,
  terminal: Terminal,
): Promise<KeyObject> {
  const { pem } = readKeyText(readKeyFile(path, name));
  const preset = terminal.env[PASSPHRASE];
  if (preset !== undefined) return decryptPem(pem, preset, name);
  for (let left = TRIES - 1; ; left -= 1) {
    const typed = await promptSecret(terminal, `passphrase of ${name}: `, PASSPHRASE);
    try {
      return decryptPem(pem, typed, name);
    } catch (error) {
      if (!(error instanceof WrongPassphrase) || left === 0) throw error;
      terminal.err(`${error.message}; ${left} ${left === 1 ? 'try' : 'tries'} left`);
    }
  }
}

/** The failure for a passphrase that does not decrypt a key. */
class WrongPassphrase extends CliFailure {}

/** Decrypts the text of a key file with a passphrase. @throws CliFailure for a wrong passphrase or another key than the registered one */
export function decryptKey(
  text: string,
  passphrase: string,
  approver: Pick<ApproverRecord, 'name' | 'public_key'>,
): KeyObject {
  return registeredKey(decryptPem(readKeyText(text).pem, passphrase, approver.name), approver);
}

function registeredKey(
  key: KeyObject,
  approver: Pick<ApproverRecord, 'name' | 'public_key'>,
): KeyObject {
  if (publicKeyOf(key) === approver.public_key) return key;
  throw new CliFailure(
    `the key is not the one registered for \`${approver.name}\``,
    'use the key created by `approver add`, or name its folder with --key-dir',
  );
}

function decryptPem(pem: string, passphrase: string, name: string): KeyObject {
  try {
    return decryptPrivateKey(pem, passphrase);
  } catch {
    throw new WrongPassphrase(
      `wrong passphrase for the key of \`${name}\``,
      `try again, or check ${PASSPHRASE}`,
    );
  }
}

/** The text of a key file. @throws CliFailure if it cannot be read */
export function readKeyFile(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new CliFailure(
      `there is no key of \`${name}\` in ${path}`,
      'run the command where the key was created, or name its folder with --key-dir DIR',
    );
  }
}

type KeyOwner = Pick<NewKey, 'name' | 'by'>;

async function newPassphrase({ name, by }: KeyOwner, terminal: Terminal): Promise<string> {
  const preset = presetPassphrase({ name, by }, terminal);
  const first =
    preset ?? (await promptSecret(terminal, `new passphrase of ${name}: `, NEW_PASSPHRASE));
  if (first.length < PASSPHRASE_MIN) {
    throw new CliFailure(
      `the passphrase has ${first.length} characters, expected at least ${PASSPHRASE_MIN}`,
      'choose a longer one, such as several words',
    );
  }
  if (
    preset === undefined &&
    (await promptSecret(terminal, `the new passphrase of ${name} again: `, NEW_PASSPHRASE)) !==
      first
  ) {
    throw new CliFailure('the two passphrases differ', 'run the command again');
  }
  return first;
}

/** The passphrase for a new key from the environment. At a terminal, the passphrase of the signer is not used for it. */
function presetPassphrase({ name, by }: KeyOwner, terminal: Terminal): string | undefined {
  const own = terminal.env[NEW_PASSPHRASE];
  if (own !== undefined) return own;
  const shared = terminal.env[PASSPHRASE];
  if (shared === undefined || by === null) return shared;
  if (terminal.interactive) return undefined;
  terminal.err(
    `${PASSPHRASE} of ${by} is also used as the passphrase of ${name}; set ${NEW_PASSPHRASE} to choose another one`,
  );
  return shared;
}

/** A secret that is typed; `variable` is the environment variable that replaces the prompt. */
async function promptSecret(
  terminal: Terminal,
  question: string,
  variable: string,
): Promise<string> {
  if (terminal.interactive) return terminal.askSecret(question);
  throw new CliFailure(
    `${variable === NEW_PASSPHRASE ? 'a passphrase for the new key' : 'a passphrase'} is required, and there is no terminal for a prompt`,
    `set ${variable}, or run the command in a terminal`,
  );
}
