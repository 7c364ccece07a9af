/** @module quick-key: an approver key encrypted as by early versions, which is decrypted at once. */
import { createPrivateKey } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Re-encrypts the same key; scrypt would take 0.2 s in each command that signs. */
export function makeKeyQuick(dir: string, approver: string, passphrase: string): void {
  const path = join(dir, '.plumbline', 'keys', 'approvers', `${approver}.pem`);
  const key = createPrivateKey({ key: readFileSync(path), format: 'pem', passphrase });
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase } as const;
  writeFileSync(path, key.export(cipher));
}
