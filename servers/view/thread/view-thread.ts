/** @module view-thread: the thread that answers the page, from the side of the hub. It starts with the first question. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { ApprovalRecord } from '../../../schemas/governance.ts';
import {
  type FromViewThread,
  type Outcome,
  personOf,
  type ToViewThread,
  type Viewer,
} from './messages.ts';
import { QuestionQueue } from './question-queue.ts';
import { heldBack, type Timers } from './steady-release.ts';

/** A question of a person. */
export type Question = {
  readonly sign_in: string;
  readonly viewer: Viewer;
  readonly name: string;
  readonly input: unknown;
  /** Whether the hub itself asks, and nobody can measure the time of the answer. */
  readonly is_unmeasured?: boolean;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
};

type ViewSources = {
  /** Folder of the workspace. */
  readonly dir: string;
  readonly approval: (approval_id: string) => Promise<ApprovalRecord | null>;
  readonly timers: Timers;
  readonly log: (line: string) => void;
};

/** An outcome, and whether something is hidden from the person. */
type Ended = { readonly outcome: Outcome; readonly hides: boolean };

/** A thread that gives no sign of life for this time (ms) while a question waits is ended. */
const STUCK_MS = 60_000;
const WATCH_MS = 5000;

/** Answers questions on a thread of its own, so that a large model does not delay the agents. */
export class ViewThread implements AsyncDisposable {
  readonly #sources: ViewSources;
  readonly #waiting = new Map<number, (ended: Ended) => void>();
  readonly #queue = new QuestionQueue();
  /** Numbers of unanswered questions, by sign-in. */
  readonly #open = new Map<string, number>();
  /** Sign-ins that have ended before their last answer. */
  readonly #ending = new Set<string>();
  #worker: Worker | null = null;
  #next = 1;
  /** Time (ms) of the last sign of life, or of the question that ended a silence. */
  #alive = 0;
  #watch: NodeJS.Timeout | null = null;

  constructor(sources: ViewSources) {
    this.#sources = sources;
  }

  /**
   * Returns the answer; a thread that ends without one is a failure, and the next question starts another thread. SECURITY: an
   * answer to a person from whom something is hidden is kept back until the end of its time class. Others do not wait for that.
   */
  async ask({ signal, is_unmeasured = false, ...question }: Question): Promise<Outcome> {
    const { timers } = this.#sources;
    const arrived = timers.now();
    const id = this.#next;
    this.#next += 1;
    const { sign_in } = question;
    this.#open.set(sign_in, (this.#open.get(sign_in) ?? 0) + 1);
    const { promise, resolve } = Promise.withResolvers<Ended>();
    this.#queue.add({
      person: personOf(question.viewer),
      isGone: () => signal?.aborted === true,
      start: () => {
        this.#alive = performance.now();
        this.#waiting.set(id, resolve);
        this.#watch ??= setInterval(() => this.#endStuck(), WATCH_MS).unref();
        this.#send({ what: 'ask', id, ...question });
      },
      drop: () => resolve(failed('nobody waits for the answer')),
    });
    const { outcome, hides } = await promise;
    this.#answered(sign_in);
    if (hides && !is_unmeasured) await heldBack(arrived, timers, signal);
    return outcome;
  }

  /** Forgets what a sign-in was shown, after its last answer. */
  forget(sign_in: string): void {
    if (this.#open.has(sign_in)) this.#ending.add(sign_in);
    else if (this.#worker !== null) this.#send({ what: 'forget', sign_in });
  }

  #answered(sign_in: string): void {
    const left = (this.#open.get(sign_in) ?? 1) - 1;
    if (left > 0) {
      this.#open.set(sign_in, left);
      return;
    }
    this.#open.delete(sign_in);
    if (this.#ending.delete(sign_in)) this.forget(sign_in);
  }

  #send(message: ToViewThread): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(message, []);
  }

  #start(): Worker {
    const file = new URL(`./view-worker${extname(import.meta.url)}`, import.meta.url);
    const { dir, log } = this.#sources;
    const worker = new Worker(file, { workerData: { dir }, name: 'view', execArgv: [] });
    worker.unref();
    worker.on('message', (message: FromViewThread) => void this.#receive(message));
    worker.on('error', (error: unknown) => log(`the thread of the page failed: ${String(error)}`));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
      for (const settle of this.#waiting.values()) {
        settle(failed('the thread of the page ended'));
      }
      this.#waiting.clear();
      this.#queue.ended();
    });
    return worker;
  }

  /** A question that takes this long would keep everybody else waiting. */
  #endStuck(): void {
    if (this.#waiting.size === 0 || performance.now() - this.#alive < STUCK_MS) return;
    this.#sources.log('a question of the page took too long, and its thread was ended');
    void this.#worker?.terminate();
  }

  async #receive(message: FromViewThread): Promise<void> {
    this.#alive = performance.now();
    if (message.what === 'answer') {
      this.#waiting.get(message.id)?.(message);
      if (this.#waiting.delete(message.id)) this.#queue.ended();
      return;
    }
    const { id, approval_id } = message;
    const approval = await this.#sources.approval(approval_id).catch((error: unknown) => {
      this.#sources.log(`an approval could not be read for the page: ${String(error)}`);
      return null;
    });
    this.#send({ what: 'approval', id, approval });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#queue.clear();
    await this.#worker?.terminate();
  }
}

function failed(fault: string): Ended {
  return { outcome: { how: 'failed', fault }, hides: false };
}
