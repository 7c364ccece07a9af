/** @module file-witness: a file elsewhere to which checkpoints are appended, a line each. */
import { readFile, stat } from 'node:fs/promises';

import { claimedSize } from '../../../kernel/canonical/checkpoint.ts';
import { witnessPathFault } from '../workspace/witness-path.ts';
import { appendLines, readWitness, witnessLine } from '../workspace/witness.ts';
import type { WitnessedLog, WitnessTarget } from './witness-target.ts';

/** The file at `path` as the witness of the workspace in `dir`. */
export function fileWitness(
  source: Pick<WitnessedLog, 'checkpoints'>,
  dir: string,
  path: string,
): WitnessTarget {
  /** Size of the last checkpoint in the file, null when that must be read first. */
  let written: number | null = null;
  return {
    retries: false,
    async catchUp({ size }) {
      if (written !== null && written >= size) return;
      written = null;
      const inside = witnessPathFault(dir, path);
      if (inside !== null) throw new Error(`\`${path}\` ${inside}`);
      const found = await contentOf(source, path);
      const missing = await source.checkpoints(found.written);
      if (missing.length > 0) {
        const lines = missing.map(({ note }) => witnessLine(note)).join('');
        await appendLines(path, `${found.whole ? '' : '\n'}${lines}`);
      }
      written = missing.at(-1)?.size ?? found.written;
    },
  };
}

/** The size of the last checkpoint in the file. Throws for a file that is no witness of this log. */
async function contentOf(
  source: Pick<WitnessedLog, 'checkpoints'>,
  path: string,
): Promise<{ readonly written: number; readonly whole: boolean }> {
  const found = await stat(path).catch(nothingThere);
  if (found === null) return { written: 0, whole: true };
  if (!found.isFile()) throw new Error(`\`${path}\` is no file`);
  const { notes, whole } = readWitness(await readFile(path, 'utf8'));
  const note = notes.at(-1)?.note;
  if (note === undefined) {
    if (found.size > 0 && whole) throw new Error(`\`${path}\` is no witness`);
    return { written: 0, whole };
  }
  const written = claimedSize(note) ?? 0;
  const [own] = await source.checkpoints(written - 1);
  if (own?.note !== note) throw new Error(`\`${path}\` is the witness of another log`);
  return { written, whole };
}

function nothingThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
