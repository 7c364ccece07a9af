/** @module code-version: a digest of source files; data derived by other code is recognised by another digest. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Digest of all files in these folders, by name and content. */
export function codeVersion(folders: readonly URL[]): string {
  const digest = createHash('sha256');
  for (const folder of folders) {
    const path = fileURLToPath(folder);
    const files = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`)
      .toSorted();
    for (const file of files) {
      const content = readFileSync(file);
      digest.update(`${file.slice(path.length)}\n${content.byteLength}\n`).update(content);
    }
  }
  return digest.digest('hex');
}
