/** @module checkpoint-file: reads the checkpoints in a file that the caller names. */
import { readWitness } from '../../../governance/keeper/workspace/witness.ts';

/** A checkpoint from outside the workspace, and where it was read. */
export type ExternalNote = { readonly note: string; readonly from: string };

/** The checkpoints in a text: one checkpoint, or a witness file with one per line. Never empty. */
export function checkpointsIn(text: string): readonly [ExternalNote, ...ExternalNote[]] {
  const alone = { note: text, from: 'the given checkpoint' };
  if (!text.startsWith('{')) return [alone];
  const { notes, foreign } = readWitness(text.endsWith('}') ? `${text}\n` : text);
  const [first = alone, ...rest] = [
    ...notes.map(({ note, line }) => ({ note, from: lineOf(line) })),
    // Invalid lines are verified like the others, so that each becomes a fault.
    ...foreign.map((line) => ({ note: '', from: lineOf(line) })),
  ];
  return [first, ...rest];
}

function lineOf(line: number): string {
  return `line ${line} of the given file`;
}
