/** @module watched-turn: runs turns of agents from outside in a watched thread, and replays recorded turns. */
import { extname } from 'node:path';

import type { EpisodeConfig } from '../harness/episode-record.ts';
import type { EpisodeState, EpisodeTools, Turn } from '../harness/episode-state.ts';
import type { EpisodeTask } from '../harness/episode-tasks.ts';
import { recordHang, takeTurn, type Submission } from '../harness/episode.ts';
import { startEpisode } from '../harness/start-episode.ts';
import { TurnInput, type AgentTurn } from '../harness/turn-input.ts';
import { Watchdog } from '../kernel/watchdog.ts';

const THREAD = new URL(`../harness/episode-thread${extname(import.meta.url)}`, import.meta.url);

/** The result of a turn, and the input to record. */
export type TakenTurn = {
  readonly input: TurnInput;
  readonly result: Turn | Submission;
};

/** Default limit on the processor time of one evaluation, ms. */
const LIMIT_MS = 200;

/** A thread that evaluates turns; it is started at the first turn. A turn that hangs is ended and recorded. */
export class TurnThread implements AsyncDisposable {
  readonly #watchdog: Watchdog;
  #last: Promise<unknown> = Promise.resolve();

  /** @param limit_ms limit on the processor time of one evaluation */
  constructor(limit_ms: number = LIMIT_MS) {
    this.#watchdog = new Watchdog(THREAD, limit_ms);
  }

  /** Takes a turn, after all earlier turns. @throws {Error} when the thread fails */
  take(state: EpisodeState, input: AgentTurn): Promise<TakenTurn> {
    const taken = this.#last.then(() => this.#run(state, input));
    // The caller of this turn receives the error; the next turn is not affected.
    this.#last = taken.catch(() => {});
    return taken;
  }

  async #run(state: EpisodeState, input: AgentTurn): Promise<TakenTurn> {
    const { now_ms } = input;
    const task: EpisodeTask = { task: 'turn', state, input };
    const watched = await this.#watchdog.run(task);
    switch (watched.kind) {
      case 'done':
        if (isTurn(watched.value)) return { input, result: watched.value };
        throw new Error('the thread returned no turn');
      case 'hang':
        return { input: { turn: 'hang', now_ms }, result: recordHang(state, now_ms) };
      case 'failed':
        throw new Error(watched.message);
      default:
        return watched satisfies never;
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#watchdog[Symbol.asyncDispose]();
  }
}

function isTurn(value: unknown): value is Turn | Submission {
  return typeof value === 'object' && value !== null && 'state' in value && 'audit' in value;
}

/** Tools for replay, without timing and watchdog. */
export const UNTIMED: EpisodeTools = { stopwatch: () => 0, enter: () => {}, leave: () => {} };

/** The turns in the text of a transcript. @throws {Error} for a line that is not a turn */
export function turnsOf(transcript: string): readonly TurnInput[] {
  const lines = transcript.split('\n').filter((line) => line !== '');
  return lines.map((line) => TurnInput.parse(JSON.parse(line)));
}

/** Replays recorded turns and returns the last state. @throws {AxionFault} when they are not turns of this episode */
export function playAgain(config: EpisodeConfig, turns: readonly TurnInput[]): EpisodeState {
  return turns.reduce(
    (state, input) => takeTurn(state, input, UNTIMED).state,
    startEpisode(config),
  );
}
