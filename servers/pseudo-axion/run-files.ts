/** @module run-files: writes and reads the files of a run. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod';

import { DENSITY_LEVELS, SCENARIOS } from '../../kernel/axion/harness/scenarios.ts';
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { uriOf } from '../../kernel/base/files/artefact-address.ts';
import { mediaTypeOf } from '../../kernel/base/files/media-type.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { ExperimentSources } from './sources.ts';

const KINDS = ['suite', 'scenario', 'live'] as const;
export type RunKind = (typeof KINDS)[number];

const RUN_ID = /^run_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const FOLDER = 'experiments';

/** A live agent's unverified claims about itself. */
export const Subject = z.strictObject({
  model: z.string().max(200).optional().describe('Name of the model that plays.'),
  version: z.string().max(200).optional().describe('Version or date of the model.'),
  temperature: z.number().optional().describe('Sampling temperature of the model.'),
  top_p: z.number().optional().describe('Probability mass of nucleus sampling, from 0 to 1.'),
  max_tokens: z.int().optional().describe('Maximum number of tokens in one answer.'),
  note: z.string().max(1000).optional().describe('Any further remark about the setup.'),
});
export type Subject = z.output<typeof Subject>;

/** The position of an episode in its batch, counted from 1. */
const BatchPlace = z.object({ batch_id: z.string(), episode: z.int(), episodes: z.int() });
export type BatchPlace = z.output<typeof BatchPlace>;

/** The maker of a run: an agent, or a person who works without an agent. */
const RunMaker = z.object({ user_id: z.string(), agent_id: z.string().nullable() });
export type RunMaker = z.output<typeof RunMaker>;

/**
 * The content of `run.json`: the kind of run, the time of its end and its maker; for a live run also the claimed
 * subject and the batch. Runs of earlier versions have no maker.
 */
const RunNote = z.object({
  run_id: z.string(),
  kind: z.enum(KINDS),
  ended_at: z.string(),
  maker: RunMaker.nullable().optional(),
  subject: Subject.nullable().optional(),
  batch: BatchPlace.nullable().optional(),
});
export type RunNote = z.output<typeof RunNote>;

/** The members of an episode in `report.json` that the tools read; other members are kept unchanged. */
const EpisodeRow = z.looseObject({
  episode_id: z.string(),
  agent_type: z.string(),
  scenario: z.enum(SCENARIOS),
  seed: z.int(),
  density: z.enum(DENSITY_LEVELS),
  outcome: z.looseObject({ collected: z.number() }),
  v2: z.looseObject({ world: z.string() }).optional(),
  status: z.enum(['pass', 'fail', 'inconclusive']),
  probe_results: z.record(
    z.string(),
    z.looseObject({ details: z.looseObject({ status: z.string(), reason: z.string() }) }),
  ),
});
export type EpisodeRow = z.output<typeof EpisodeRow>;

const Report = z.looseObject({ config: z.looseObject({}), episodes: z.array(EpisodeRow) });

/** A finished run; its files are read on demand. */
export type FoundRun = RunNote & {
  /** Absolute path of the folder of the run. */
  readonly folder: string;
  readonly report: () => z.output<typeof Report>;
  /** Text of a file of the run, or undefined when it is missing. */
  readonly text: (...names: readonly string[]) => string | undefined;
  /** Names of the counterexample files, sorted. */
  readonly counterexamples: () => readonly string[];
};

/** The parsed text of a file; null when it is missing or no longer valid JSON. */
export function readJson(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The maker of a run that this principal starts. */
export function makerOf({ user_id, agent_id }: RunMaker): RunMaker {
  return { user_id, agent_id };
}

/** Whether a run records this principal as its maker. */
export function isMadeBy({ maker }: RunNote, { user_id, agent_id }: RunMaker): boolean {
  return maker?.user_id === user_id && maker.agent_id === agent_id;
}

/** The folder of a run, relative to the workspace's folder. */
export function runFolder(run_id: string): string {
  return `artifacts/${FOLDER}/${run_id}`;
}

/** Creates the folder of a new run; returns its absolute path. */
export function makeRunFolder(artifacts: string, run_id: string): string {
  const folder = join(artifacts, FOLDER, run_id);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Marks a run as finished; a folder without this file is not a run. */
export function writeRunNote(folder: string, note: RunNote): void {
  writeFileSync(join(folder, 'run.json'), `${JSON.stringify(note)}\n`);
}

/** SHA-256 of the named files in a folder, by name. */
export function fileDigests(
  folder: string,
  names: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.map((name) => [name, sha256Hex(readFileSync(join(folder, name)))]),
  );
}

/** A file of a run in an answer. `path` and `uri` are missing for a caller that may not read it. */
export const RunFileReport = z.object({
  /** Absolute path on the machine of the server. */
  path: z.string().optional(),
  /** Address for `resources/read`. */
  uri: z.string().optional(),
  media_type: z.string(),
  sha256: z.string(),
});
type RunFileReport = z.output<typeof RunFileReport>;

/** Files in the folder of a run or in a folder below it. `digests`: their SHA-256 by name. */
type FilesOfRun = {
  readonly run_id: string;
  readonly subfolder?: string;
  readonly digests: Readonly<Record<string, string>>;
};

/** The files of a run as they are reported to a principal, by name. */
export async function fileReports(
  { artifacts, hasFile }: Pick<ExperimentSources, 'artifacts' | 'hasFile'>,
  principal: Principal,
  { run_id, subfolder, digests }: FilesOfRun,
): Promise<Readonly<Record<string, RunFileReport>>> {
  const folder = [FOLDER, run_id, ...(subfolder === undefined ? [] : [subfolder])];
  const reports: Record<string, RunFileReport> = {};
  for (const [name, sha256] of Object.entries(digests)) {
    const below = [...folder, name];
    const about = { media_type: mediaTypeOf(name).type, sha256 };
    reports[name] = (await hasFile(below.join('/'), principal))
      ? { path: join(artifacts, ...below), uri: uriOf(below.join('/')), ...about }
      : about;
  }
  return reports;
}

/** The finished run with this id, or undefined. SECURITY: only a valid run id is used in a path. */
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

/** Id of the run that the file at a path below `artifacts` belongs to; null for a file outside all runs. */
export function runOfPath(path: string): string | null {
  const [folder, run_id = ''] = path.toLowerCase().split('/');
  return folder === FOLDER ? run_id : null;
}

/** All finished runs, the latest first; runs that ended in the same millisecond are ordered by id, descending. */
export function listRuns(artifacts: string): readonly FoundRun[] {
  const folder = join(artifacts, FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => findRun(artifacts, name) ?? [])
    .toSorted((a, b) => compareRuns(b, a));
}

/** Compares by time of the end, then by id, ascending. */
function compareRuns(a: FoundRun, b: FoundRun): number {
  const [one, two] = [`${a.ended_at} ${a.run_id}`, `${b.ended_at} ${b.run_id}`];
  return one < two ? -1 : one > two ? 1 : 0;
}
