/** @module log-key: the public key of a log: that of a workspace, and that which the caller trusts. */
import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

import { publicKeyFault } from '../../../kernel/base/canonical/public-key.ts';
import { publicKeyOf } from '../../../kernel/base/canonical/signature.ts';
import { printable } from '../../../kernel/base/text/printable.ts';
import { type Call, textOf } from '../command.ts';
import { misuse } from '../failure.ts';

/** The public key of a workspace's log, from its key file; null if there is no such file. */
export function ownLogKey(path: string): string | null {
  return existsSync(path) ? publicKeyOf(createPrivateKey(readFileSync(path))) : null;
}

/** The key of `--log-key`, null without that option. @throws CliFailure with exit code 2 for an invalid key. */
export function logKeyOption(call: Call): string | null {
  const key = textOf(call, 'log-key');
  const fault = key === null ? null : publicKeyFault(key);
  if (key === null || fault === null) return key;
  throw misuse(
    `invalid --log-key \`${printable(key)}\`, expected an Ed25519 public key: ${fault}`,
    '`plumbline audit checkpoint` prints the key of a log',
  );
}
