/** @module recording: a task as a model solved it: its calls, and the ids in the answers that it got. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

const Call = z.strictObject({
  server: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /** `ok`, or the name of the error. */
  outcome: z.string(),
  /** Ids of the answer in the order in which they appear; later calls use them. */
  ids: z.array(z.string()),
});

const Recording = z.strictObject({
  task: z.string(),
  /** What the model said to the user at the end. */
  report: z.string(),
  calls: z.array(Call),
});

export type RecordedCall = z.infer<typeof Call>;
export type Recording = z.infer<typeof Recording>;

const fileOf = (task: string): string => join(import.meta.dirname, 'recordings', `${task}.json`);

/** The recording of a task; null if there is none yet. */
export function readRecording(task: string): Recording | null {
  if (!existsSync(fileOf(task))) return null;
  return Recording.parse(JSON.parse(readFileSync(fileOf(task), 'utf8')));
}

export function writeRecording(recording: Recording): void {
  writeFileSync(fileOf(recording.task), `${JSON.stringify(recording, null, 1)}\n`);
}

/** Ids of elements, approvals, events, findings and files. They differ in every workspace. */
const ID =
  /\b(?:[a-z]+_[0-9a-z]{12}|(?:apr_|ses_)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{12,64})\b/g;

/** The distinct ids of a text in the order in which they appear. */
export function idsIn(text: string): readonly string[] {
  return [...new Set(text.match(ID) ?? [])];
}

/** The arguments with each recorded id replaced by the one that has its place now. */
export function translated(
  given: Readonly<Record<string, unknown>>,
  now: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const text = JSON.stringify(given).replace(ID, (id) => now.get(id) ?? id);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}
