/** @module run-files: where a run keeps its files, and reading them back. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { sha256Hex } from '../../kernel/canonical/hash.ts';

const KINDS = ['suite', 'scenario', 'live'] as const;
export type RunKind = (typeof KINDS)[number];

const RUN_ID = /^run_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FOLDER = 'experiments';

/** What `run.json` says: what kind of run this is and when it ended. */
const RunNote = z.object({ run_id: z.string(), kind: z.enum(KINDS), ended_at: z.string() });
export type RunNote = z.output<typeof RunNote>;

/** What the tools read of an episode in `report.json`; the rest is handed on as it is. */
const EpisodeRow = z.looseObject({
  episode_id: z.string(),
  agent_type: z.string(),
  scenario: z.string(),
  status: z.enum(['pass', 'fail', 'inconclusive']),
  probe_results: z.record(
    z.string(),
    z.looseObject({ details: z.looseObject({ status: z.string(), reason: z.string() }) }),
  ),
});
export type EpisodeRow = z.output<typeof EpisodeRow>;

const Report = z.looseObject({ config: z.looseObject({}), episodes: z.array(EpisodeRow) });

/** A run that has ended, read from the disk when asked. */
export type FoundRun = RunNote & {
  /** Absolute. */
  readonly folder: string;
  readonly report: () => z.output<typeof Report>;
  /** Text of a file of the run, or undefined when it has none of that name. */
  readonly text: (...names: readonly string[]) => string | undefined;
  /** Names of the counterexample files, sorted. */
  readonly counterexamples: () => readonly string[];
};

/** The value in the text of a file; null when there is no file or no JSON in it any more. */
export function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The folder of a run, from the workspace's folder. */
export function runFolder(run_id: string): string {
  return `artifacts/${FOLDER}/${run_id}`;
}

/** Makes the folder of a new run; absolute. */
export function makeRunFolder(artifacts: string, run_id: string): string {
  const folder = join(artifacts, FOLDER, run_id);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Marks a run as ended; without this file a folder is no run. */
export function writeRunNote(folder: string, note: RunNote): void {
  writeFileSync(join(folder, 'run.json'), `${JSON.stringify(note)}\n`);
}

/** SHA-256 of files of a run by name. */
export function fileDigests(
  folder: string,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => [name, sha256Hex(readFileSync(join(folder, name)))]),
  );
}

/** The run of this id, or undefined: what is no id of ours never becomes a path. */
export function findRun(artifacts: string, run_id: string): FoundRun | undefined {
  if (!RUN_ID.test(run_id)) return undefined;
  const folder = join(artifacts, FOLDER, run_id);
  const note = join(folder, 'run.json');
  if (!existsSync(note)) return undefined;
  const text = (...names: readonly string[]): string | undefined => {
    const path = join(folder, ...names);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  return {
    ...RunNote.parse(JSON.parse(readFileSync(note, 'utf8'))),
    folder,
    text,
    report: () => Report.parse(JSON.parse(text('report.json') ?? '')),
    counterexamples() {
      const inside = join(folder, 'counterexamples');
      return existsSync(inside) ? readdirSync(inside).toSorted() : [];
    },
  };
}
