/** @module live-streams: tells open pages that what they show has changed, one line of JSON for each message. */
import type { ServerResponse } from 'node:http';

import type { Keeper } from '../../../governance/keeper/protocol/protocol.ts';
import { oneAtATime } from '../../../governance/tool/one-at-a-time.ts';
import type { LiveMessage, NoticeAnswer } from '../protocol/session.ts';

/** Interval (ms) of empty lines, so that proxies and browsers keep the stream. */
const BEAT_MS = 20_000;
/** Maximum time (ms) for which a stream outlives its sign-in. */
const SWEEP_MS = 1000;
/** Unread bytes at which a stream ends. */
const UNREAD_BYTES = 64 * 1024;
/** Maximum number of streams of one sign-in. */
const MAX_STREAMS = 8;

/** The pages of one sign-in, and what they last heard. */
type Listening = {
  readonly streams: Set<ServerResponse>;
  /** Null before the first notice. */
  heard: NoticeAnswer | null;
};

/** Who listens. */
type Listeners = {
  /** What the person of a sign-in sees now; null if the sign-in has ended. `isFirst`: a page waits for it. */
  readonly notice: (id: string, isFirst: boolean) => Promise<NoticeAnswer | null>;
  /** Whether a sign-in still exists and its person is still registered. */
  readonly isValid: (id: string) => boolean;
  readonly log: (line: string) => void;
};

/**
 * The streams of the signed-in pages. INVARIANT: a page hears of a commit only if something that its person sees has
 * changed.
 */
export class LiveStreams implements Disposable {
  readonly #listening = new Map<string, Listening>();
  /** The first notices that are being computed, by sign-in. */
  readonly #first = new Map<string, Promise<NoticeAnswer | null>>();
  readonly #notice: Listeners['notice'];
  readonly #log: (line: string) => void;
  readonly #forget: () => void;
  readonly #beat: NodeJS.Timeout;
  readonly #sweep: NodeJS.Timeout;
  readonly #compare = oneAtATime(async () => await this.#compareAll());

  constructor(keeper: Pick<Keeper, 'onCommitted'>, { notice, isValid, log }: Listeners) {
    this.#notice = notice;
    this.#log = log;
    this.#forget = keeper.onCommitted(() => void this.#compare());
    this.#sweep = setInterval(() => {
      for (const id of this.#listening.keys()) if (!isValid(id)) this.end(id);
    }, SWEEP_MS).unref();
    this.#beat = setInterval(() => {
      for (const { streams } of this.#listening.values()) {
        for (const one of streams) write(one, '\n');
      }
    }, BEAT_MS).unref();
  }

  /** Opens a stream of a sign-in; the oldest of too many ends. */
  async open(
    id: string,
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> {
    const listening = this.#listening.get(id) ?? { streams: new Set(), heard: null };
    this.#listening.set(id, listening);
    const { streams } = listening;
    const [oldest] = streams;
    if (streams.size >= MAX_STREAMS && oldest !== undefined) {
      streams.delete(oldest);
      oldest.end();
    }
    streams.add(response);
    response.once('close', () => {
      streams.delete(response);
      if (streams.size === 0 && this.#listening.get(id) === listening) this.#listening.delete(id);
    });
    response.writeHead(200, { ...headers, 'content-type': 'application/x-ndjson' });
    response.flushHeaders();
    listening.heard ??= await this.#firstNotice(id);
    send(response, { kind: 'hello' });
  }

  /** The same notice for all streams of a sign-in that open while it is computed, also if some of them close again. */
  async #firstNotice(id: string): Promise<NoticeAnswer | null> {
    const running =
      this.#first.get(id) ?? this.#notice(id, true).finally(() => this.#first.delete(id));
    this.#first.set(id, running);
    return await running;
  }

  /** Ends the streams of a sign-in. */
  end(id: string): void {
    for (const response of this.#listening.get(id)?.streams ?? []) {
      send(response, { kind: 'signed_out' });
      response.end();
    }
    this.#listening.delete(id);
  }

  async #compareAll(): Promise<void> {
    for (const [id, listening] of this.#listening) {
      try {
        const now = await this.#notice(id, false);
        if (now === null) continue;
        const messages = messagesOf(listening.heard, now);
        listening.heard = now;
        for (const message of messages) for (const one of listening.streams) send(one, message);
      } catch (error) {
        this.#log(`a page could not be notified: ${String(error)}`);
      }
    }
  }

  [Symbol.dispose](): void {
    this.#forget();
    clearInterval(this.#beat);
    clearInterval(this.#sweep);
    for (const id of this.#listening.keys()) this.end(id);
  }
}

/** One message for each branch and for the approvals, if they have changed. */
function messagesOf(heard: NoticeAnswer | null, now: NoticeAnswer): readonly LiveMessage[] {
  if (heard === null) return [];
  const names = new Set([...Object.keys(heard.branches), ...Object.keys(now.branches)]);
  return [
    ...[...names]
      .filter((branch) => heard.branches[branch] !== now.branches[branch])
      .map((branch): LiveMessage => ({ kind: 'model', branch })),
    ...(heard.approvals === now.approvals ? [] : [{ kind: 'approvals' } as const]),
  ];
}

function send(response: ServerResponse, message: LiveMessage): void {
  write(response, `${JSON.stringify(message)}\n`);
}

/** Ends a stream that nobody reads, so that what it has not taken does not grow. */
function write(response: ServerResponse, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > UNREAD_BYTES) response.destroy();
  else response.write(text);
}
