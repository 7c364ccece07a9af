/** @module export-run: a finished run as files in one format. */
import { setImmediate } from 'node:timers/promises';

import { AxionFault } from '../axion-fault.ts';
import { episodeStory } from './episode-story.ts';
import { inspectLog } from './inspect-log.ts';
import type { InspectSource, ToldEpisode } from './inspect-log.ts';
import { EPISODE_COLUMNS, episodeRow, STEP_COLUMNS, stepRows } from './rows.ts';
import type { Row } from './rows.ts';
import { storedEpisodes } from './stored-run.ts';
import type { StoredEpisodeOfRun } from './stored-run.ts';
import { jsonLines, parquetOf } from './tables.ts';
import { transcriptPage } from './transcript-page.ts';

export const EXPORT_FORMATS = ['jsonl', 'parquet', 'inspect', 'html'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A run and what is told of it beside its report. */
export type ExportSource = Pick<InspectSource, 'run_id' | 'created' | 'claimed'> & {
  readonly text: (...names: readonly string[]) => string | undefined;
};

export type ExportOptions = {
  readonly format: ExportFormat;
  /** One episode; the first for a transcript page when left out, all for the others. */
  readonly episode_id?: string | undefined;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
};

/** A file of an export. */
export type ExportedFile = { readonly name: string; readonly bytes: Buffer };

/**
 * The files of an export; the same run gives the same bytes. Episodes are played again one at a time, and other work gets its
 * turn between them.
 *
 * @throws {AxionFault} `BAD_CONFIG` for a run or an episode that is not there, `CANCELLED`
 */
export async function exportRun(
  source: ExportSource,
  options: ExportOptions,
): Promise<readonly ExportedFile[]> {
  const told: (ToldEpisode & { readonly episode: StoredEpisodeOfRun })[] = [];
  for (const episode of storedEpisodes(source.text)) {
    const { episode_id } = episode.record;
    const wanted = options.episode_id ?? (options.format === 'html' ? episode_id : undefined);
    if (wanted !== undefined && wanted !== episode_id) continue;
    told.push({ record: episode.record, story: episodeStory(episode), episode });
    options.onProgress?.(told.length);
    if (wanted !== undefined) break;
    await setImmediate();
    if (options.signal?.aborted === true) throw new AxionFault('CANCELLED', 'it was cancelled');
  }
  const [first] = told;
  if (first === undefined) {
    throw new AxionFault('BAD_CONFIG', `there is no episode \`${options.episode_id ?? ''}\``);
  }
  switch (options.format) {
    case 'jsonl':
    case 'parquet':
      return withEpisodeId(tables(source.run_id, told, options.format), options);
    case 'inspect':
      return withEpisodeId(inspectLogs(source, told), options);
    case 'html': {
      const name = `transcript-${first.record.episode_id}.html`;
      return [{ name, bytes: Buffer.from(transcriptPage(first, source), 'utf8') }];
    }
    default:
      return options.format satisfies never;
  }
}

/** Puts the id of the episode into the names of its files, so that two exports of a run never share a name but not the bytes. */
function withEpisodeId(
  files: readonly ExportedFile[],
  { episode_id }: Pick<ExportOptions, 'episode_id'>,
): readonly ExportedFile[] {
  if (episode_id === undefined) return files;
  return files.map(({ name, bytes }) => ({
    name: name.replace(/(?=\.[a-z]+$)/, `-${episode_id}`),
    bytes,
  }));
}

function tables(
  run_id: string,
  told: readonly ToldEpisode[],
  format: 'jsonl' | 'parquet',
): readonly ExportedFile[] {
  const episodes = told.map(({ record }) => episodeRow(run_id, record));
  const steps: readonly Row[] = told.flatMap(({ record, story }) =>
    stepRows(run_id, record.episode_id, story),
  );
  if (format === 'jsonl') {
    return [
      { name: 'episodes.jsonl', bytes: jsonLines(episodes) },
      { name: 'steps.jsonl', bytes: jsonLines(steps) },
    ];
  }
  return [
    { name: 'episodes.parquet', bytes: parquetOf(EPISODE_COLUMNS, episodes) },
    { name: 'steps.parquet', bytes: parquetOf(STEP_COLUMNS, steps) },
  ];
}

/** One log per agent, since a log of Inspect has one model. */
function inspectLogs(
  { run_id, created, claimed }: ExportSource,
  told: readonly ToldEpisode[],
): readonly ExportedFile[] {
  const agents = [...new Set(told.map(({ record }) => record.agent_type))];
  return agents.map((agent) => {
    const episodes = told.filter(({ record }) => record.agent_type === agent);
    const log = inspectLog({ run_id, created, claimed, agent, episodes });
    return {
      name: `inspect-${agent}.json`,
      bytes: Buffer.from(`${JSON.stringify(log)}\n`, 'utf8'),
    };
  });
}
