/** @module live-episodes: episodes whose agent is the connected client, with bounds on number and age. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Answer } from '../../kernel/axion/agents/agent.ts';
import type { ToyEnv } from '../../kernel/axion/env/toy-env.ts';
import type { EpisodeConfig, EpisodeRecord } from '../../kernel/axion/harness/episode-record.ts';
import {
  phaseOf,
  startEpisode,
  type EpisodePhase,
  type EpisodeState,
} from '../../kernel/axion/harness/episode-state.ts';
import { endEpisode, observe, type Submission } from '../../kernel/axion/harness/episode.ts';
import { DENSITIES, startState } from '../../kernel/axion/harness/scenarios.ts';
import { AuditFile, verifyAuditFile } from '../../kernel/axion/kernel/audit-log.ts';
import { PROBES } from '../../kernel/axion/kernel/probe-engine.ts';
import { enoughSteps } from '../../kernel/axion/outside/enough-steps.ts';
import { completeForm, type ProposalForm } from '../../kernel/axion/outside/proposal-form.ts';
import { TurnThread, type TurnInput } from '../../kernel/axion/outside/watched-turn.ts';
import { wordedQuestion } from '../../kernel/axion/outside/worded-question.ts';
import { worldOf } from '../../kernel/axion/protocol-v2/worlds.ts';
import { sha256Hex } from '../../kernel/canonical/hash.ts';
import { canonicalJson } from '../../kernel/canonical/json.ts';
import {
  makeRunFolder,
  makerOf,
  runFolder,
  writeRunNote,
  type BatchPlace,
  type RunMaker,
  type Subject,
} from './run-files.ts';
import type { ExperimentSources, ReportSignature } from './sources.ts';

/** Live episodes at a time: per session and in total. */
const PER_SESSION_MAX = 4;
const ALL_MAX = 32;
/** An episode without a turn for an hour is dropped; its log stays. */
export const LIFE_MS = 3_600_000;
/** The purpose of report signatures (signing context). */
export const REPORT_CONTEXT = 'axion-report/v1';

/** A live episode. */
export type LiveEpisode = {
  readonly episode_id: string;
  readonly run_id: string;
  /** Digest of nonce, LF and the kernel's seed; the report reveals both, which proves that the seed was fixed before. */
  readonly seed_commitment: string;
  readonly state: EpisodeState;
  /** Its place among the episodes that were started together; null for one that was started alone. */
  readonly batch: BatchPlace | null;
};

/** The worlds of a live episode or a batch; what is undefined is drawn or follows from the world. */
export type WantedEpisode = Pick<
  EpisodeConfig,
  'scenario' | 'interface' | 'density' | 'anchored'
> & {
  readonly seed: number | undefined;
  readonly steps: number | undefined;
  readonly protocol: 'v1' | 'v2';
};

type Held = LiveEpisode & {
  readonly folder: string;
  readonly seed_nonce: string;
  readonly started_at: string;
  readonly touched_ms: number;
  readonly turns: readonly TurnInput[];
  /** Nonces of proposals that the server completed. */
  readonly nonces: Readonly<Record<string, string>>;
  readonly busy: boolean;
  readonly wanted: WantedEpisode;
  readonly maker: RunMaker;
  readonly subject: Subject | null;
};

/** A report whose canonical JSON is signed with the key of the log. */
export type SignedReport = ReportSignature & {
  readonly run_id: string;
  readonly folder: string;
  readonly record: EpisodeRecord;
  /** SHA-256 of the signed canonical JSON. */
  readonly digest: string;
  /** The next episode of the batch, which is under way now; null after the last and without a batch. */
  readonly next: LiveEpisode | null;
};

export type Who = { readonly session_id: string } & RunMaker;

export class LiveEpisodes implements AsyncDisposable {
  readonly #sources: ExperimentSources;
  readonly #held = new Map<string, Held>();
  readonly #thread = new TurnThread();

  constructor(sources: ExperimentSources) {
    this.#sources = sources;
  }

  /**
   * Starts an episode, or the first of a batch; null when there are too many.
   *
   * @param about what the caller says it is, and the number of episodes of the batch
   * @throws {AxionFault} `BAD_CONFIG`
   */
  start(
    who: Who,
    wanted: WantedEpisode,
    about: { readonly subject: Subject | null; readonly episodes: number },
  ): LiveEpisode | null {
    this.#forget();
    const { session_id } = who;
    const own = [...this.#held.keys()].filter((key) => key.startsWith(`${session_id}\n`));
    if (own.length >= PER_SESSION_MAX || this.#held.size >= ALL_MAX) return null;
    const batch =
      about.episodes === 1
        ? null
        : { batch_id: `batch_${this.#sources.uuid()}`, episode: 1, episodes: about.episodes };
    return this.#begin(session_id, wanted, { maker: makerOf(who), subject: about.subject, batch });
  }

  #begin(
    session_id: string,
    wanted: WantedEpisode,
    { maker, subject, batch }: Pick<Held, 'maker' | 'subject' | 'batch'>,
  ): LiveEpisode {
    const { uuid, seed, nonce, now, artifacts } = this.#sources;
    const id = uuid();
    const run_id = `run_${id}`;
    const episode_id = `live-${id}`;
    const suite_seed = seed();
    const seed_nonce = nonce();
    // Each episode of a batch has a world of its own.
    const world = wanted.seed === undefined ? seed() : wanted.seed + (batch?.episode ?? 1) - 1;
    const { protocol, ...asked } = wanted;
    const state = startEpisode({
      ...withSteps({ ...asked, seed: world }, protocol === 'v2' ? nonce() : undefined),
      episode_id,
      agent: 'live',
      suite_seed,
      probes: PROBES,
    });
    const held: Held = {
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
      nonces: {},
      busy: false,
      wanted,
      maker,
      subject,
    };
    this.#held.set(keyOf(session_id, episode_id), held);
    return held;
  }

  /** The episode if it belongs to the session, else undefined. */
  get({ session_id }: Who, episode_id: string): LiveEpisode | undefined {
    this.#forget();
    return this.#held.get(keyOf(session_id, episode_id));
  }

  /** Whether a run is of a batch that goes on: its results would tell the subject what it is asked next. */
  isSealed({ batch }: { readonly batch?: BatchPlace | null | undefined }): boolean {
    this.#forget();
    const open = [...this.#held.values()].flatMap((one) => one.batch?.batch_id ?? []);
    return batch?.batch_id !== undefined && open.includes(batch.batch_id);
  }

  /** Whether a turn of it is in progress. */
  isBusy({ session_id }: Who, episode_id: string): boolean {
    return this.#held.get(keyOf(session_id, episode_id))?.busy === true;
  }

  /** The complete proposal for a short form; its nonce is kept here until the kernel asks for it. */
  complete({ session_id }: Who, episode_id: string, form: ProposalForm): unknown {
    const key = keyOf(session_id, episode_id);
    const held = this.#require(key);
    const { uuid, nonce } = this.#sources;
    const { observation } = observe(held.state);
    const sealed = completeForm(form, observation, { nextId: uuid, nextNonce: nonce });
    const nonces = { ...held.nonces, [sealed.nonce_ref]: sealed.nonce };
    this.#held.set(key, { ...held, nonces });
    return sealed.proposal;
  }

  /** The nonces kept for these references. */
  kept(
    { session_id }: Who,
    episode_id: string,
    refs: readonly string[],
  ): Readonly<Record<string, string>> {
    const { nonces } = this.#require(keyOf(session_id, episode_id));
    return Object.fromEntries(
      refs.flatMap((ref) => {
        const nonce = Object.hasOwn(nonces, ref) ? nonces[ref] : undefined;
        return nonce === undefined ? [] : [[ref, nonce]];
      }),
    );
  }

  /**
   * Takes a turn and appends its entries to the episode's log; returns the submission, if it was one.
   *
   * @throws {AxionFault} `AUDIT_BROKEN` when the log was changed from outside
   */
  async take(
    { session_id }: Who,
    episode_id: string,
    given:
      | { readonly turn: 'submit'; readonly proposal: unknown }
      | { readonly turn: 'answer'; readonly answer: Answer },
  ): Promise<{ readonly episode: LiveEpisode; readonly submission: Submission | undefined }> {
    const key = keyOf(session_id, episode_id);
    const held = this.#require(key);
    this.#held.set(key, { ...held, busy: true });
    try {
      const now_ms = this.#sources.now().getTime();
      const { input, result } = await this.#thread.take(held.state, { ...given, now_ms });
      using log = new AuditFile(logPath(held.folder));
      log.append(result.audit);
      const next: Held = {
        ...this.#require(key),
        state: result.state,
        turns: [...held.turns, input],
        touched_ms: now_ms,
        busy: false,
      };
      this.#held.set(key, next);
      return { episode: next, submission: 'decision' in result ? result : undefined };
    } finally {
      this.#held.set(key, { ...this.#require(key), busy: false });
    }
  }

  /** Ends an episode, even with open questions, writes its files and signs its report. */
  end({ session_id, agent_id }: Who, episode_id: string): SignedReport {
    const key = keyOf(session_id, episode_id);
    const held = this.#require(key);
    const { now, sign } = this.#sources;
    const { folder, run_id, state, turns } = held;
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
      // What the caller says of itself; nothing here can check it.
      claimed: { verified: false, subject: held.subject },
      batch: held.batch,
      started_at: held.started_at,
      ended_at,
      config: state.config,
      seed_nonce: held.seed_nonce,
      seed_commitment: held.seed_commitment,
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
    const { maker, subject, batch } = held;
    writeRunNote(folder, { run_id, kind: 'live', ended_at, maker, subject, batch });
    this.#held.delete(key);
    return {
      ...signed,
      run_id,
      folder: runFolder(run_id),
      record,
      digest,
      next: this.#nextOf(session_id, held),
    };
  }

  /** The episode after this one in its batch, started; it takes the place of the one that ended. */
  #nextOf(session_id: string, { wanted, maker, subject, batch }: Held): LiveEpisode | null {
    if (batch === null || batch.episode >= batch.episodes) return null;
    const place = { ...batch, episode: batch.episode + 1 };
    return this.#begin(session_id, wanted, { maker, subject, batch: place });
  }

  /** Ends the thread of the turns. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]();
  }

  #require(key: string): Held {
    const held = this.#held.get(key);
    if (held === undefined) throw new Error('the episode is gone');
    return held;
  }

  #forget(): void {
    const oldest = this.#sources.now().getTime() - LIFE_MS;
    for (const [key, { touched_ms, busy }] of this.#held) {
      if (touched_ms < oldest && !busy) this.#held.delete(key);
    }
  }
}

/** The world and its number of steps, under protocol v2 with the secret of the episode. */
function withSteps(
  asked: Omit<WantedEpisode, 'protocol' | 'seed'> & { readonly seed: number },
  secret: string | undefined,
): Pick<
  EpisodeConfig,
  'scenario' | 'interface' | 'density' | 'anchored' | 'seed' | 'steps' | 'v2'
> {
  const { scenario, seed, density } = asked;
  const start = (): ToyEnv =>
    secret === undefined
      ? startState(scenario, seed, DENSITIES[density])
      : worldOf({ scenario, seed, density }, secret);
  const steps = asked.steps ?? enoughSteps(start());
  return { ...asked, steps, ...(secret === undefined ? {} : { v2: { secret } }) };
}

function keyOf(session_id: string, episode_id: string): string {
  return `${session_id}\n${episode_id}`;
}

function logPath(folder: string): string {
  return join(folder, 'audit_live.log.jsonl');
}

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
