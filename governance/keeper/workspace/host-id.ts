/** @module host-id: the id of this machine, which distinguishes its processes from those of other machines. */
import { hostname } from 'node:os';

import { sha256Hex } from '../../../kernel/base/canonical/hash.ts';

/** A digest of the name of this machine, 16 hex digits. */
export function hostId(): string {
  return sha256Hex(hostname()).slice(0, 16);
}
