/** @module write-derived-file: writes a derived file with its digest in the header. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

import { writeFileAtomically } from '../../../base/files/write-file-atomically.ts';
import { MAGIC } from './derived-file.ts';

/** Writes a derived file atomically; creates its folder. `unique` is part of the temporary name. */
export async function writeDerived(path: string, bytes: Uint8Array, unique: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const digest = createHash('sha256').update(bytes).digest();
  await writeFileAtomically(path, Buffer.concat([MAGIC, digest, bytes]), { unique, mode: 0o600 });
}
