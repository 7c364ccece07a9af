/** @module notifier: notifies the webhook of pending approvals; its state is in the log, so that any keeper can continue. */
import type { LedgerRead, LedgerTransaction } from '../../../kernel/ledger/ledger.ts';
import { WORKSPACE_NAME } from '../../../schemas/governance.ts';
import type { CommittedNotice } from '../protocol/protocol.ts';
import {
  type NextNotice,
  type NoticeOutcome,
  type NoticeTiming,
  settleNotice,
  takeNotice,
  webhookOf,
} from './notice-entries.ts';
import { noticeHeaders } from './notice.ts';
import { postNotice } from './post-notice.ts';
import { readWebhookSecret, type SecretPlace } from './webhook-secret.ts';

/** Dependencies of a notifier. */
export type NotifierSources = {
  readonly source: Pick<LedgerRead, 'registry' | 'approvals'>;
  /** Runs in a transaction of the keeper. */
  readonly transact: <T>(work: (tx: LedgerTransaction) => Promise<T>) => Promise<T>;
  readonly now: () => Date;
  readonly secret: SecretPlace;
};

/** Six attempts within 45 minutes; the last pause is for an attempt of a process that has ended. */
const NOTICE_TIMING: NoticeTiming = {
  timeoutMs: 10_000,
  pausesMs: [15_000, 60_000, 240_000, 600_000, 1_800_000, 60_000],
};

/** Maximum number of concurrent notices, so that a hanging receiver blocks no more than these. */
const MAX_CONCURRENT = 4;
/** Maximum number of approvals that a new keeper checks. */
const MAX_PENDING = 1000;
/** Pause (ms) of a new keeper, so that short commands start no notice that they cannot finish. */
const BEGIN_AFTER_MS = 500;
/** Pause (ms) before a keeper sends the notice of an approval that another keeper opened. */
const OTHERS_AFTER_MS = 20_000;
/** Pause (ms) after a failed write to the store. */
const AGAIN_MS = 10_000;

/** Sends notices in the background, without blocking the keeper. */
export class Notifier {
  readonly #sources: NotifierSources;
  readonly #timing: NoticeTiming;
  /** When to check an approval next, ms since 1970. */
  readonly #due = new Map<string, number>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #record = '';
  #url: string | null = null;

  constructor(sources: NotifierSources, timing = NOTICE_TIMING) {
    this.#sources = sources;
    this.#timing = timing;
  }

  /** To be called at the start and after each commit: a new webhook is also notified of approvals that are already pending. */
  async committed(): Promise<void> {
    try {
      const before = this.#url;
      await this.#readPolicy();
      if (this.#url === null || this.#url === before) return;
      const at = this.#nowMs() + BEGIN_AFTER_MS;
      for (const { approval_id } of await this.#sources.source.approvals('pending', MAX_PENDING)) {
        this.#checkAt(approval_id, at);
      }
    } catch {
      // A store that cannot be read fails the next request, which reports the reason.
      this.#record = '';
    }
  }

  /** Handles changed approvals. `isElsewhere`: changed by the keeper of another machine. */
  moved(approvals: CommittedNotice['approvals'], isElsewhere: boolean): void {
    if (this.#url === null) return;
    const at = this.#nowMs() + (isElsewhere ? OTHERS_AFTER_MS : 0);
    for (const { approval_id, status } of approvals) {
      if (status === 'pending') this.#checkAt(approval_id, at);
    }
  }

  /** Aborts running notices; the next keeper continues them. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#running.values());
  }

  async #readPolicy(): Promise<void> {
    const { source } = this.#sources;
    const record = (await source.registry('workspace', WORKSPACE_NAME))?.record ?? '';
    if (record === this.#record) return;
    this.#url = await webhookOf(source);
    this.#record = record;
  }

  #nowMs(): number {
    return this.#sources.now().getTime();
  }

  #checkAt(approval_id: string, at: number): void {
    this.#due.set(approval_id, at);
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const { aborted } = this.#closing.signal;
    if (aborted || this.#running.size >= MAX_CONCURRENT) return;
    // A running notice is checked again when it has ended.
    const waiting = [...this.#due].flatMap(([id, at]) => (this.#running.has(id) ? [] : [at]));
    if (waiting.length === 0) return;
    const next = Math.min(...waiting);
    // The timer must not keep the process alive.
    this.#timer = setTimeout(() => this.#begin(), Math.max(0, next - this.#nowMs())).unref();
  }

  #begin(): void {
    const now = this.#nowMs();
    for (const [approval_id, at] of this.#due) {
      if (this.#running.size >= MAX_CONCURRENT) break;
      if (at > now || this.#running.has(approval_id)) continue;
      this.#due.delete(approval_id);
      this.#running.set(approval_id, this.#notify(approval_id));
    }
    this.#schedule();
  }

  async #notify(approval_id: string): Promise<void> {
    const next = await this.#attempt(approval_id).catch((): NextNotice => ({
      next: 'wait',
      until_ms: this.#nowMs() + AGAIN_MS,
    }));
    this.#running.delete(approval_id);
    if (next.next === 'wait') this.#due.set(approval_id, next.until_ms);
    this.#schedule();
  }

  async #attempt(approval_id: string): Promise<NextNotice> {
    const { transact, now } = this.#sources;
    const about = { approval_id, timing: this.#timing };
    const taken = await transact((tx) => takeNotice(tx, { ...about, now: now() }));
    if (taken.next !== 'send') return taken;
    const { attempt } = taken;
    const outcome = await this.#send(approval_id, taken);
    if (this.#closing.signal.aborted && !outcome.delivered) return { next: 'nothing' };
    return await transact((tx) =>
      settleNotice(tx, { ...about, now: now() }, { ...outcome, attempt }),
    );
  }

  async #send(
    approval_id: string,
    { url, body }: Extract<NextNotice, { readonly next: 'send' }>,
  ): Promise<NoticeOutcome> {
    const { now, secret: place } = this.#sources;
    let secret: Uint8Array;
    try {
      secret = readWebhookSecret(place);
    } catch (error) {
      return { delivered: false, detail: error instanceof Error ? error.message : 'no secret' };
    }
    const headers = noticeHeaders(approval_id, body, { secret, at: now() });
    const late = AbortSignal.timeout(this.#timing.timeoutMs);
    return await postNotice({ url, body, headers }, AbortSignal.any([late, this.#closing.signal]));
  }
}
