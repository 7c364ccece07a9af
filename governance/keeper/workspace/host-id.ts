/** @module this-host: the mark of this machine, which tells its processes from those of other machines. */
import { hostname } from 'node:os';

import { sha256Hex } from '../../../kernel/canonical/hash.ts';

/** A digest of the name of this machine, 16 hex digits. */
export function thisHost(): string {
  return sha256Hex(hostname()).slice(0, 16);
}
