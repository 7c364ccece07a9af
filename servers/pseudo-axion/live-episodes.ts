/** @module live-episodes: episodes whose agent is the connected client, with limits on number and age. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { nonceBook, type NonceBook } from '../../kernel/axion/agents/nonce-book.ts';
import type { EpisodeConfig, EpisodeRecord } from '../../kernel/axion/harness/episode-record.ts';
import {
  phaseOf,
  type EpisodePhase,
  type EpisodeState,
} from '../../kernel/axion/harness/episode-state.ts';
import { endEpisode, observe, type Submission } from '../../kernel/axion/harness/episode.ts';
import { startEpisode } from '../../kernel/axion/harness/start-episode.ts';
import type { TurnInput, UntimedTurn } from '../../kernel/axion/harness/turn-input.ts';
import { AuditFile, verifyAuditFile } from '../../kernel/axion/kernel/audit-log.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { enoughSteps } from '../../kernel/axion/outside/enough-steps.ts';
import { completeForm, type ProposalForm } from '../../kernel/axion/outside/proposal-form.ts';
import { TurnThread } from '../../kernel/axion/outside/watched-turn.ts';
import { wordedQuestion } from '../../kernel/axion/outside/worded-question.ts';
import { startWorld } from '../../kernel/axion/protocol-v2/worlds.ts';
import { sha256Hex } from '../../kernel/base/canonical/hash.ts';
import { canonicalJson } from '../../kernel/base/canonical/json.ts';
import {
  fileDigests,
  makeRunFolder,
  makerOf,
  runFolder,
  writeRunNote,
  type BatchPlace,
  type RunMaker,
  type Subject,
} from './run-files.ts';
import type { ExperimentSources, ReportSignature } from './sources.ts';

/** Maximum number of live episodes per session at a time. */
const PER_SESSION_MAX = 4;
/** Maximum number of live episodes of all sessions at a time. */
const ALL_MAX = 32;
/** An episode without a turn for an hour is dropped; its log is kept. */
export const LIFE_MS = 3_600_000;
/** The purpose of report signatures (signing context). */
export const REPORT_CONTEXT = 'axion-report/v1';

/** A live episode. */
export type LiveEpisode = {
  readonly episode_id: string;
  readonly run_id: string;
  /**
   * Digest of nonce, LF and the kernel's seed. The report reveals both, which proves that the seed was fixed at the
   * start.
   */
  readonly seed_commitment: string;
  readonly state: EpisodeState;
  /** Its position in a batch; null outside a batch. */
  readonly batch: BatchPlace | null;
};

/** The requested worlds of a live episode or a batch. Default of `seed`: random; of `steps`: derived from the world. */
export type EpisodeRequest = Pick<
  EpisodeConfig,
  'scenario' | 'interface' | 'density' | 'anchored'
> & {
  readonly seed: number | undefined;
  readonly steps: number | undefined;
  readonly protocol: 'v1' | 'v2';
};

/** A live episode with its private data. */
type PrivateEpisode = LiveEpisode & {
  readonly folder: string;
  readonly seed_nonce: string;
  readonly started_at: string;
  readonly touched_ms: number;
  readonly turns: readonly TurnInput[];
  /** Nonces of proposals that the server completed. */
  readonly nonces: NonceBook;
  readonly busy: boolean;
  readonly request: EpisodeRequest;
  readonly maker: RunMaker;
  readonly subject: Subject | null;
};

/** A report whose canonical JSON is signed with the key of the log. */
export type SignedReport = ReportSignature & {
  readonly run_id: string;
  readonly folder: string;
  /** SHA-256 of the files, by name. */
  readonly files: Readonly<Record<string, string>>;
  readonly record: EpisodeRecord;
  /** SHA-256 of the signed canonical JSON. */
  readonly digest: string;
  /** The next episode of the batch, already started; null after the last one and outside a batch. */
  readonly next: LiveEpisode | null;
};

export type EpisodeCaller = { readonly session_id: string } & RunMaker;

export class LiveEpisodes implements AsyncDisposable {
  readonly #sources: ExperimentSources;
  readonly #episodes = new Map<string, PrivateEpisode>();
  readonly #thread = new TurnThread();

  constructor(sources: ExperimentSources) {
    this.#sources = sources;
  }

  /**
   * Starts an episode, or the first of a batch; null when the limits are reached.
   *
   * @param about the caller's claims about itself, and the number of episodes in the batch
   * @throws {AxionFault} `BAD_CONFIG` for an invalid configuration
   */
  start(
    who: EpisodeCaller,
    request: EpisodeRequest,
    about: { readonly subject: Subject | null; readonly episodes: number },
  ): LiveEpisode | null {
    this.#dropExpired();
    const { session_id } = who;
    const own = [...this.#episodes.keys()].filter((key) => key.startsWith(`${session_id}\n`));
    if (own.length >= PER_SESSION_MAX || this.#episodes.size >= ALL_MAX) return null;
    const batch =
      about.episodes === 1
        ? null
        : { batch_id: `batch_${this.#sources.uuid()}`, episode: 1, episodes: about.episodes };
    return this.#begin(session_id, request, { maker: makerOf(who), subject: about.subject, batch });
  }

  #begin(
    session_id: string,
    request: EpisodeRequest,
    { maker, subject, batch }: Pick<PrivateEpisode, 'maker' | 'subject' | 'batch'>,
  ): LiveEpisode {
    const { uuid, seed, nonce, now, artifacts } = this.#sources;
    const id = uuid();
    const run_id = `run_${id}`;
    const episode_id = `live-${id}`;
    const suite_seed = seed();
    const seed_nonce = nonce();
    // Each episode of a batch has its own world.
    const world = request.seed === undefined ? seed() : request.seed + (batch?.episode ?? 1) - 1;
    const { protocol, ...options } = request;
    const start = {
      ...options,
      seed: world,
      ...(protocol === 'v2' ? { v2: { secret: nonce() } } : {}),
    };
    const state = startEpisode({
      ...start,
      steps: options.steps ?? enoughSteps(startWorld(start)),
      episode_id,
      agent: 'live',
      suite_seed,
      probes: PROBES,
    });
    const episode: PrivateEpisode = {
      episode_id,
      run_id,
      seed_commitment: sha256Hex(`${seed_nonce}\n${suite_seed}`),
      state,
      batch,
      folder: makeRunFolder(artifacts, run_id),
      seed_nonce,
      started_at: now().toISOString(),
      touched_ms: now().getTime(),
      turns: [],
      nonces: nonceBook(),
      busy: false,
      request,
      maker,
      subject,
    };
    this.#episodes.set(keyOf(session_id, episode_id), episode);
    return episode;
  }

  /** The episode if it belongs to the session, else undefined. */
  get({ session_id }: EpisodeCaller, episode_id: string): LiveEpisode | undefined {
    this.#dropExpired();
    return this.#episodes.get(keyOf(session_id, episode_id));
  }

  /** Whether a run belongs to an unfinished batch, whose results would reveal the next questions to the subject. */
  isSealed({ batch }: { readonly batch?: BatchPlace | null | undefined }): boolean {
    this.#dropExpired();
    const open = [...this.#episodes.values()].flatMap((one) => one.batch?.batch_id ?? []);
    return batch?.batch_id !== undefined && open.includes(batch.batch_id);
  }

  /** Whether a turn of the episode is in progress. */
  isBusy({ session_id }: EpisodeCaller, episode_id: string): boolean {
    return this.#episodes.get(keyOf(session_id, episode_id))?.busy === true;
  }

  /** The complete proposal for a short form; its nonce is stored until the kernel asks for it. */
  complete({ session_id }: EpisodeCaller, episode_id: string, form: ProposalForm): unknown {
    const { state, nonces } = this.#require(keyOf(session_id, episode_id));
    const { uuid, nonce } = this.#sources;
    const { observation } = observe(state);
    const sealed = completeForm(form, observation, { nextId: uuid, nextNonce: nonce });
    nonces.keep(sealed);
    return sealed.proposal;
  }

  /** The stored nonces of these references. */
  storedNonces(
    { session_id }: EpisodeCaller,
    episode_id: string,
    refs: readonly string[],
  ): Readonly<Record<string, string>> {
    return this.#require(keyOf(session_id, episode_id)).nonces.reveal(refs);
  }

  /**
   * Takes a turn and appends its entries to the episode's log. `submission` is undefined unless a proposal was decided.
   *
   * @throws {AxionFault} `AUDIT_BROKEN` when another process changed the log
   */
  async take(
    { session_id }: EpisodeCaller,
    episode_id: string,
    given: UntimedTurn,
  ): Promise<{ readonly episode: LiveEpisode; readonly submission: Submission | undefined }> {
    const key = keyOf(session_id, episode_id);
    const episode = this.#require(key);
    this.#episodes.set(key, { ...episode, busy: true });
    try {
      const now_ms = this.#sources.now().getTime();
      const { input, result } = await this.#thread.take(episode.state, { ...given, now_ms });
      using log = new AuditFile(logPath(episode.folder));
      log.append(result.audit);
      const next: PrivateEpisode = {
        ...this.#require(key),
        state: result.state,
        turns: [...episode.turns, input],
        touched_ms: now_ms,
        busy: false,
      };
      this.#episodes.set(key, next);
      return { episode: next, submission: 'decision' in result ? result : undefined };
    } finally {
      this.#episodes.set(key, { ...this.#require(key), busy: false });
    }
  }

  /** Ends an episode, even with open questions, writes its files and signs its report. */
  end({ session_id, agent_id }: EpisodeCaller, episode_id: string): SignedReport {
    const key = keyOf(session_id, episode_id);
    const episode = this.#require(key);
    const { now, sign } = this.#sources;
    const { folder, run_id, state, turns } = episode;
    // Creates the log file even if it has no entry.
    new AuditFile(logPath(folder))[Symbol.dispose]();
    const log = verifyAuditFile(logPath(folder));
    const ended = endEpisode(state);
    const record: EpisodeRecord = {
      ...ended,
      audit_chain_ok: log.ok && log.entries === ended.audit_entries,
    };
    const transcript = turns.map((turn) => `${JSON.stringify(turn)}\n`).join('');
    const ended_at = now().toISOString();
    const text = canonicalJson({
      v: 1,
      run_id,
      agent_id,
      session_id,
      // The caller's claims about itself, which cannot be verified here.
      claimed: { verified: false, subject: episode.subject },
      batch: episode.batch,
      started_at: episode.started_at,
      ended_at,
      config: state.config,
      seed_nonce: episode.seed_nonce,
      seed_commitment: episode.seed_commitment,
      record,
      transcript_sha256: sha256Hex(transcript),
      audit: { entries: log.entries, head: log.ok ? log.head : null },
    });
    const digest = sha256Hex(text);
    const signed = sign(text, REPORT_CONTEXT);
    const report = { config: state.config, episodes: [record] };
    writeFileSync(join(folder, 'transcript.jsonl'), transcript);
    writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report)}\n`);
    writeFileSync(join(folder, 'signed-report.json'), text);
    const seal = { ...signed, digest, context: REPORT_CONTEXT };
    writeFileSync(join(folder, 'signature.json'), `${JSON.stringify(seal)}\n`);
    const { maker, subject, batch } = episode;
    writeRunNote(folder, { run_id, kind: 'live', ended_at, maker, subject, batch });
    this.#episodes.delete(key);
    return {
      ...signed,
      run_id,
      folder: runFolder(run_id),
      files: fileDigests(folder, SIGNED_FILES),
      record,
      digest,
      next: this.#nextOf(session_id, episode),
    };
  }

  /** Starts the next episode of the batch in place of the ended one. */
  #nextOf(
    session_id: string,
    { request, maker, subject, batch }: PrivateEpisode,
  ): LiveEpisode | null {
    if (batch === null || batch.episode >= batch.episodes) return null;
    const place = { ...batch, episode: batch.episode + 1 };
    return this.#begin(session_id, request, { maker, subject, batch: place });
  }

  /** Ends the thread of the turns. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]();
  }

  #require(key: string): PrivateEpisode {
    const episode = this.#episodes.get(key);
    if (episode === undefined) throw new Error('the live episode does not exist');
    return episode;
  }

  /** Drops the episodes whose lifetime is over, except during a turn. */
  #dropExpired(): void {
    const oldest = this.#sources.now().getTime() - LIFE_MS;
    for (const [key, { touched_ms, busy }] of this.#episodes) {
      if (touched_ms < oldest && !busy) this.#episodes.delete(key);
    }
  }
}

/** The key of an episode; it contains the session, so that a session cannot reach episodes of others. */
function keyOf(session_id: string, episode_id: string): string {
  return `${session_id}\n${episode_id}`;
}

function logPath(folder: string): string {
  return join(folder, 'audit_live.log.jsonl');
}

/** The files of an episode that its answer names. */
const SIGNED_FILES = ['report.json', 'signature.json', 'signed-report.json', 'transcript.jsonl'];

/** The tool that takes the next turn of an episode, by its phase. */
const NEXT_TOOL: Readonly<Record<EpisodePhase, string>> = {
  acting: 'submit_proposal',
  asked: 'answer_probe',
  ended: 'end_episode',
};

/** The agent's input: step, observation, open question, and the tool to call next. */
export function turnOf({ episode_id, run_id, state, batch }: LiveEpisode): {
  readonly episode_id: string;
  readonly run_id: string;
  readonly phase: string;
  readonly next_tool: string;
  readonly [fact: string]: unknown;
} {
  const { observation, question } = observe(state);
  const phase = phaseOf(state);
  return {
    episode_id,
    run_id,
    phase,
    next_tool: NEXT_TOOL[phase],
    ...(batch === null ? {} : { batch }),
    observation,
    ...(question === undefined ? {} : { question: wordedQuestion(question) }),
  };
}
