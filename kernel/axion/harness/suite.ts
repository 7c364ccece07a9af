/** @module suite: plays the episodes of a suite in threads and writes its files. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';

import { sha256Hex } from '../../base/canonical/hash.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import type { PlayedName } from '../agents/agents.ts';
import { AxionFault } from '../axion-fault.ts';
import { AuditFile, type LogEnd } from '../kernel/audit-log.ts';
import { Watchdog } from '../kernel/watchdog.ts';
import { readBackChains, type WrittenEpisode } from './audit-read-back.ts';
import type { EpisodeConfig, EpisodeRecord } from './episode-record.ts';
import type { EpisodeResult, EpisodeTask } from './episode-tasks.ts';
import { inProbeOrder, nonceCommitment, summarize } from './report.ts';
import { DENSITY_LEVELS, type Scenario } from './scenarios.ts';
import type { SuiteConfig, Summary } from './suite-summary.ts';

/** Execution parameters of a suite; none changes the results. */
export type SuiteRun = {
  /**
   * Folder for `audit_<agent>.log.jsonl`, `report.json`, `summary.json` and `counterexamples/`; under protocol v2 also
   * for `commitment.json`.
   */
  readonly out_dir: string;
  /** Number of threads, at least 1. */
  readonly workers: number;
  /** Processor time for one evaluation, in milliseconds. */
  readonly watchdog_ms: number;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
  /** Plays an episode of the agent `own`, which runs in another process. */
  readonly own?: (config: EpisodeConfig) => Promise<EpisodeResult>;
};

const THREAD = new URL(`./episode-thread${extname(import.meta.url)}`, import.meta.url);

/**
 * Runs a suite and returns its summary.
 *
 * Logs of an earlier run in the folder are kept; new entries are appended and continue their chains.
 *
 * @throws {AxionFault} `AUDIT_BROKEN` when an earlier log does not verify, `EPISODE_FAILED` when a
 *   thread fails, `CANCELLED` when the signal is aborted
 */
export async function runSuite(config: SuiteConfig, run: SuiteRun): Promise<Summary> {
  emptyCounterexamples(run.out_dir);
  if (config.v2 !== undefined) publishCommitment(config.v2.nonce, run.out_dir);
  const episodes = episodesOf(config);
  const written: WrittenEpisode[] = [];
  const audit_logs: Partial<Record<PlayedName, LogEnd>> = {};
  {
    using open = new DisposableStack();
    const logs = new Map<string, AuditFile>();
    for (const agent of config.agents) {
      logs.set(agent, open.use(new AuditFile(logPath(run.out_dir, agent))));
    }
    await playInOrder(episodes, run, (result) => {
      written.push(writeEpisode(result, logs, run.out_dir));
      run.onProgress?.(written.length, episodes.length);
    });
    for (const agent of config.agents) {
      const { entries, head } = logOf(logs, agent);
      audit_logs[agent] = { entries, head };
    }
  }
  const records = readBackChains(written, (agent) => logPath(run.out_dir, agent));
  const summary = summarize(config, records, audit_logs);
  writeFileSync(join(run.out_dir, 'report.json'), reportText(config, records));
  writeFileSync(join(run.out_dir, 'summary.json'), `${JSON.stringify(summary, undefined, 2)}\n`);
  return summary;
}

/** Writes the commitment before the first episode, so that the nonce cannot be chosen to suit the results. */
function publishCommitment(nonce: string, out_dir: string): void {
  const text = JSON.stringify({ protocol: 'v2', nonce_commitment: nonceCommitment(nonce) });
  writeFileSync(join(out_dir, 'commitment.json'), `${text}\n`);
}

/** Deletes the counterexamples of an earlier run: they belong to its report, which is replaced. */
function emptyCounterexamples(out_dir: string): void {
  const folder = join(out_dir, 'counterexamples');
  makeFolder(folder);
  for (const name of readdirSync(folder)) {
    if (/^ce_.*\.json$/.test(name)) rmSync(join(folder, name));
  }
}

/** The episodes of a suite in order; all agents have the same starting states. */
export function episodesOf(config: SuiteConfig): readonly EpisodeConfig[] {
  return config.agents.flatMap((agent) =>
    config.scenarios.flatMap((scenario) =>
      Array.from({ length: config.episodes }, (_, index) => {
        const seed = episodeSeed(config.seed, scenario, index);
        return {
          episode_id: `${agent}-${scenario}-${String(index + 1).padStart(4, '0')}`,
          agent,
          scenario,
          suite_seed: config.seed,
          seed,
          steps: config.steps,
          probes: inProbeOrder(config.probes),
          interface: config.interface,
          density:
            config.density === 'sweep'
              ? (DENSITY_LEVELS[index % DENSITY_LEVELS.length] ?? 'template')
              : config.density,
          anchored: config.anchored,
          ...(config.v2 === undefined
            ? {}
            : { v2: { secret: episodeSecret(config.v2.nonce, scenario, seed) } }),
        };
      }),
    ),
  );
}

/** The seed of an episode: 32 bits determined by suite, scenario and episode number, independent of the agent. */
function episodeSeed(seed: number, scenario: Scenario, index: number): number {
  return Number.parseInt(sha256Hex(`${seed}|${scenario}|${index}`).slice(0, 8), 16);
}

/** The secret of an episode, which cannot be computed without the nonce. */
function episodeSecret(nonce: string, scenario: Scenario, seed: number): string {
  return sha256Hex(`axion-v2 episode\n${nonce}\n${scenario}\n${seed}`);
}

function logPath(out_dir: string, agent: string): string {
  return join(out_dir, `audit_${agent}.log.jsonl`);
}

function logOf(logs: ReadonlyMap<string, AuditFile>, agent: string): AuditFile {
  const log = logs.get(agent);
  if (log === undefined) throw new AxionFault('EPISODE_FAILED', `no log for \`${agent}\``);
  return log;
}

function writeEpisode(
  result: EpisodeResult,
  logs: ReadonlyMap<string, AuditFile>,
  out_dir: string,
): WrittenEpisode {
  const { record, audit, counterexamples } = result;
  const log = logOf(logs, record.agent_type);
  const first_line = log.entries + 1;
  const lines = log.append(audit);
  for (const one of counterexamples) {
    const name = `ce_${one.episode_id}_${one.probe_name}.json`;
    const { audit_slice, ...rest } = one;
    const slice = lines.slice(audit_slice.from, audit_slice.to).join(',');
    const text = `${JSON.stringify(rest).slice(0, -1)},"audit_slice":[${slice}]}\n`;
    writeFileSync(join(out_dir, 'counterexamples', name), text);
  }
  return { record, first_line, lines: lines.length };
}

function reportText(config: SuiteConfig, records: readonly EpisodeRecord[]): string {
  const lines = records.map((record) => JSON.stringify(record));
  return `{"config":${JSON.stringify(config)},\n"episodes":[\n${lines.join(',\n')}\n]}\n`;
}

/** Plays all episodes in parallel and passes the results to `take` in the order of the episodes. */
async function playInOrder(
  episodes: readonly EpisodeConfig[],
  run: SuiteRun,
  take: (result: EpisodeResult) => void,
): Promise<void> {
  const early = new Map<number, EpisodeResult>();
  let next = 0;
  let taken = 0;
  const work = async (): Promise<void> => {
    await using watchdog = new Watchdog(THREAD, run.watchdog_ms);
    const cancel = (): void => void watchdog[Symbol.asyncDispose]();
    run.signal?.addEventListener('abort', cancel);
    try {
      while (next < episodes.length) {
        const index = next;
        next += 1;
        const config = episodes[index];
        if (config === undefined) break;
        early.set(index, await play(watchdog, config, run));
        for (let ready = early.get(taken); ready !== undefined; ready = early.get(taken)) {
          early.delete(taken);
          taken += 1;
          take(ready);
        }
      }
    } catch (error) {
      // The other threads finish their current episode and then stop.
      next = episodes.length;
      throw error;
    } finally {
      run.signal?.removeEventListener('abort', cancel);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, run.workers) }, work));
}

async function play(
  watchdog: Watchdog,
  config: EpisodeConfig,
  { signal, own }: SuiteRun,
): Promise<EpisodeResult> {
  if (config.agent === 'own' && own !== undefined) {
    const result = await own(config);
    if (signal?.aborted === true) throw new AxionFault('CANCELLED', 'the run was cancelled');
    return result;
  }
  let task: EpisodeTask = { task: 'play', config };
  for (;;) {
    const result = await watchdog.run(task);
    if (signal?.aborted === true) throw new AxionFault('CANCELLED', 'the run was cancelled');
    if (result.kind === 'failed') {
      throw new AxionFault('EPISODE_FAILED', `\`${config.episode_id}\`: ${result.message}`);
    }
    if (result.kind === 'done') {
      if (isEpisodeResult(result.value)) return result.value;
      throw new AxionFault('EPISODE_FAILED', `\`${config.episode_id}\` gave no result`);
    }
    // Replay up to the evaluation that hung, so that everything before it is logged.
    task = { task: 'play', config, hangs_at: result.evaluation };
  }
}

function isEpisodeResult(value: unknown): value is EpisodeResult {
  return typeof value === 'object' && value !== null && 'record' in value && 'audit' in value;
}
