/** @module file-witness: a witness file outside the workspace, to which checkpoints are appended, one per line. */
import { stat } from 'node:fs/promises';

import { claimedSize } from '../../../kernel/base/canonical/checkpoint.ts';
import { witnessPathFault } from '../workspace/witness-path.ts';
import { appendTo, readWitness, witnessLine } from '../workspace/witness.ts';
import type { WitnessedLog, WitnessTarget } from './witness-target.ts';

/** The file at `path` as the witness of the workspace in `dir`. */
export function fileWitness(
  source: Pick<WitnessedLog, 'checkpoints'>,
  dir: string,
  path: string,
): WitnessTarget {
  /** Size of the last checkpoint in the file; null before it has been read. */
  let written: number | null = null;
  return {
    retries: false,
    async catchUp({ size }) {
      if (written !== null && written >= size) return;
      written = null;
      const fault = witnessPathFault(dir, path);
      if (fault !== null) throw new Error(`\`${path}\` ${fault}`);
      const found = await stat(path).catch(nothingThere);
      if (found?.isFile() === false) throw new Error(`\`${path}\` is not a file`);
      let reached = 0;
      await appendTo(path, async (text) => {
        const content = await contentOf(source, path, text);
        const missing = await source.checkpoints(content.written);
        reached = missing.at(-1)?.size ?? content.written;
        if (missing.length === 0) return '';
        const lines = missing.map(({ note }) => witnessLine(note)).join('');
        return `${content.whole ? '' : '\n'}${lines}`;
      });
      written = reached;
    },
  };
}

/** The size of the last checkpoint in the text of the file. Throws for a file that is not a witness of this log. */
async function contentOf(
  source: Pick<WitnessedLog, 'checkpoints'>,
  path: string,
  text: string,
): Promise<{ readonly written: number; readonly whole: boolean }> {
  const { notes, whole } = readWitness(text);
  const note = notes.at(-1)?.note;
  if (note === undefined) {
    // A killed process may leave the beginning of the first line, and nothing else.
    const [first] = text === '' ? [] : await source.checkpoints(0);
    const begun = first === undefined ? '' : witnessLine(first.note);
    if (!text.split('\n').every((line) => begun.startsWith(line)) || (text !== '' && whole)) {
      throw new Error(`\`${path}\` is not a witness file`);
    }
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
