/** @module export-run: a finished run as files in one format. */
import { setImmediate } from 'node:timers/promises';

import { AxionFault } from '../axion-fault.ts';
import { episodeStory } from './episode-story.ts';
import { inspectLog, type InspectSource, type EpisodeStory } from './inspect-log.ts';
import { EPISODE_COLUMNS, episodeRow, STEP_COLUMNS, stepRows, type Row } from './rows.ts';
import { storedEpisodes } from './stored-run.ts';
import { jsonLines, parquetOf } from './tables.ts';
import { transcriptPage } from './transcript-page.ts';

export const EXPORT_FORMATS = ['jsonl', 'parquet', 'inspect', 'html'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A run, with the metadata that is not in its report. */
export type ExportSource = Pick<InspectSource, 'run_id' | 'created' | 'claimed'> & {
  readonly text: (...names: readonly string[]) => string | undefined;
};

export type ExportOptions = {
  readonly format: ExportFormat;
  /** The only episode to export. Default: the first for a transcript page, all for other formats. */
  readonly episode_id?: string | undefined;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
};

/** A file of an export. */
export type ExportedFile = { readonly name: string; readonly bytes: Buffer };

/**
 * The files of an export; equal runs give equal bytes. Replays one episode at a time and yields to other work in
 * between.
 *
 * @throws {AxionFault} `BAD_CONFIG` for an invalid report or an unknown episode, `CANCELLED` when the signal is aborted
 */
export async function exportRun(
  source: ExportSource,
  options: ExportOptions,
): Promise<readonly ExportedFile[]> {
  const stories: EpisodeStory[] = [];
  for (const episode of storedEpisodes(source.text)) {
    const { episode_id } = episode.record;
    const wanted = options.episode_id ?? (options.format === 'html' ? episode_id : undefined);
    if (wanted !== undefined && wanted !== episode_id) continue;
    stories.push({ record: episode.record, story: episodeStory(episode) });
    options.onProgress?.(stories.length);
    if (wanted !== undefined) break;
    await setImmediate();
    if (options.signal?.aborted === true) {
      throw new AxionFault('CANCELLED', 'the export was cancelled');
    }
  }
  const [first] = stories;
  if (first === undefined) {
    throw new AxionFault('BAD_CONFIG', `there is no episode \`${options.episode_id ?? ''}\``);
  }
  switch (options.format) {
    case 'jsonl':
    case 'parquet':
      return withEpisodeId(tables(source.run_id, stories, options.format), options);
    case 'inspect':
      return withEpisodeId(inspectLogs(source, stories), options);
    case 'html': {
      const name = `transcript-${first.record.episode_id}.html`;
      return [{ name, bytes: Buffer.from(transcriptPage(first, source), 'utf8') }];
    }
    default:
      return options.format satisfies never;
  }
}

/** Adds the id of the episode to the file names, so that exports with different content have different names. */
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
  stories: readonly EpisodeStory[],
  format: 'jsonl' | 'parquet',
): readonly ExportedFile[] {
  const episodes = stories.map(({ record }) => episodeRow(run_id, record));
  const steps: readonly Row[] = stories.flatMap(({ record, story }) =>
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

/** One log per agent, since an Inspect log has a single model. */
function inspectLogs(
  { run_id, created, claimed }: ExportSource,
  stories: readonly EpisodeStory[],
): readonly ExportedFile[] {
  const agents = [...new Set(stories.map(({ record }) => record.agent_type))];
  return agents.map((agent) => {
    const episodes = stories.filter(({ record }) => record.agent_type === agent);
    const log = inspectLog({ run_id, created, claimed, agent, episodes });
    return {
      name: `inspect-${agent}.json`,
      bytes: Buffer.from(`${JSON.stringify(log)}\n`, 'utf8'),
    };
  });
}
