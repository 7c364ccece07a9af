/** @module witness: the format of a witness file: one checkpoint per line. */
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { platform } from 'node:process';

import * as z from 'zod';

import { canonicalJson } from '../../../kernel/base/canonical/json.ts';

const Line = z.strictObject({ checkpoint: z.string() });

/** A checkpoint in a witness, and the number of its line from 1. */
export type WitnessedNote = { readonly note: string; readonly line: number };

/** The content of a witness file. */
export type WitnessContent = {
  readonly notes: readonly WitnessedNote[];
  /** Numbers of lines that are not checkpoints. */
  readonly foreign: readonly number[];
  /** Whether the last line is complete, so that the next one can follow it. */
  readonly whole: boolean;
};

/** The line of a checkpoint, with its line break, for writing in one piece. */
export function witnessLine(note: string): string {
  return `${canonicalJson({ checkpoint: note })}\n`;
}

/**
 * Reads a witness file. An incomplete line, written by a killed process or onto a full disk, is followed by the complete
 * one; the incomplete line is ignored. So is a last line without its line break.
 */
export function readWitness(text: string): WitnessContent {
  const lines = text.split('\n');
  const tail = lines.pop();
  const notes: WitnessedNote[] = [];
  const foreign: number[] = [];
  for (const [index, line] of lines.entries()) {
    const note = noteIn(line);
    if (note !== null) notes.push({ note, line: index + 1 });
    else if (lines[index + 1]?.startsWith(line) !== true) foreign.push(index + 1);
  }
  return { notes, foreign, whole: tail === '' };
}

function noteIn(line: string): string | null {
  try {
    const read = Line.safeParse(JSON.parse(line));
    return read.success ? read.data.checkpoint : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Appends complete lines and waits until they, and the name of a new file (0600), are on the disk. */
export async function appendLines(path: string, lines: string): Promise<void> {
  await appendTo(path, () => Promise.resolve(lines));
}

/** Appends lines that depend on the current content of the file, read through the same handle. */
export async function appendTo(
  path: string,
  linesAfter: (text: string) => Promise<string>,
): Promise<void> {
  const file = await open(path, 'a+', 0o600);
  try {
    const lines = await linesAfter(await file.readFile('utf8'));
    if (lines === '') return;
    await file.appendFile(lines);
    await file.sync();
  } finally {
    await file.close();
  }
  if (platform === 'win32') return;
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
