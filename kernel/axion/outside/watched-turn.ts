/** @module watched-turn: runs turns of agents outside in a watched thread, and replays recorded turns. */
import { extname } from 'node:path';

import * as z from 'zod';

import { Answer } from '../agents/agent.ts';
import type { EpisodeConfig } from '../harness/episode-record.ts';
import { startEpisode } from '../harness/episode-state.ts';
import type { EpisodeState, EpisodeTools, Turn } from '../harness/episode-state.ts';
import type { EpisodeTask } from '../harness/episode-tasks.ts';
import { answer, recordHang, submit } from '../harness/episode.ts';
import type { Submission } from '../harness/episode.ts';
import { Watchdog } from '../kernel/watchdog.ts';

/** A turn of the transcript; the same turns give the same record, except for timing. */
export const TurnInput = z.discriminatedUnion('turn', [
  z.strictObject({ turn: z.literal('submit'), proposal: z.unknown(), now_ms: z.number() }),
  z.strictObject({ turn: z.literal('answer'), answer: Answer, now_ms: z.number() }),
  /** The evaluation of the agent's data did not end. */
  z.strictObject({ turn: z.literal('hang'), now_ms: z.number() }),
]);
export type TurnInput = z.output<typeof TurnInput>;

const THREAD = new URL(`../harness/episode-thread${extname(import.meta.url)}`, import.meta.url);

/** The result of a turn, and the input to record. */
export type TakenTurn = {
  readonly input: TurnInput;
  readonly result: Turn | Submission;
};

/** Processor time of one evaluation in milliseconds. */
const LIMIT_MS = 200;

/** The thread of some episodes, started with the first turn; a turn that hangs is ended and recorded. */
export class TurnThread implements AsyncDisposable {
  readonly #watchdog: Watchdog;
  #last: Promise<unknown> = Promise.resolve();

  /** @param limit_ms of processor time for one evaluation */
  constructor(limit_ms: number = LIMIT_MS) {
    this.#watchdog = new Watchdog(THREAD, limit_ms);
  }

  /** Takes a turn after all earlier ones. @throws {Error} when the thread failed */
  take(
    state: EpisodeState,
    input: Exclude<TurnInput, { readonly turn: 'hang' }>,
  ): Promise<TakenTurn> {
    const taken = this.#last.then(() => this.#run(state, input));
    // The error goes to the caller of this turn; the next turn is not affected.
    this.#last = taken.catch(() => {});
    return taken;
  }

  async #run(
    state: EpisodeState,
    input: Exclude<TurnInput, { readonly turn: 'hang' }>,
  ): Promise<TakenTurn> {
    const { now_ms } = input;
    const task: EpisodeTask =
      input.turn === 'submit'
        ? { task: 'submit', state, proposal: input.proposal, now_ms }
        : { task: 'answer', state, answer: input.answer, now_ms };
    const watched = await this.#watchdog.run(task);
    switch (watched.kind) {
      case 'done':
        if (isTurn(watched.value)) return { input, result: watched.value };
        throw new Error('the thread gave no turn');
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

/** Tools without timing and watchdog, for replay. */
export const UNTIMED: EpisodeTools = { stopwatch: () => 0, enter: () => {}, leave: () => {} };

/** The turns in the text of a transcript. @throws {Error} for a line that is not a turn */
export function turnsOf(transcript: string): readonly TurnInput[] {
  const lines = transcript.split('\n').filter((line) => line !== '');
  return lines.map((line) => TurnInput.parse(JSON.parse(line)));
}

/** The state after recorded turns. @throws {AxionFault} when they are not turns of this episode */
export function playAgain(config: EpisodeConfig, turns: readonly TurnInput[]): EpisodeState {
  let state = startEpisode(config);
  for (const input of turns) {
    switch (input.turn) {
      case 'submit':
        ({ state } = submit(state, input.proposal, input.now_ms, UNTIMED));
        break;
      case 'answer':
        ({ state } = answer(state, input.answer, input.now_ms, UNTIMED));
        break;
      case 'hang':
        ({ state } = recordHang(state, input.now_ms));
        break;
      default:
        return input satisfies never;
    }
  }
  return state;
}
