/** @module live-streams: tells open pages that something has changed, one line of JSON for each message. */
import type { ServerResponse } from 'node:http';

import type { Keeper } from '../../../governance/keeper/protocol/protocol.ts';
import type { LiveMessage } from '../protocol/session.ts';

/** Interval (ms) of empty lines, so that proxies and browsers keep the stream. */
const BEAT_MS = 20_000;

/** The streams of the signed-in pages. */
export class LiveStreams implements Disposable {
  readonly #streams = new Map<string, Set<ServerResponse>>();
  readonly #forget: () => void;
  readonly #beat: NodeJS.Timeout;

  constructor(keeper: Pick<Keeper, 'onCommitted'>) {
    let head = -1;
    this.#forget = keeper.onCommitted(({ approvals, head_seq }) => {
      if (approvals.length > 0) this.#sendAll({ kind: 'approvals' });
      if (head_seq !== head) this.#sendAll({ kind: 'model', branch: '' });
      head = head_seq;
    });
    this.#beat = setInterval(() => {
      for (const streams of this.#streams.values()) for (const one of streams) one.write('\n');
    }, BEAT_MS).unref();
  }

  /** Opens a stream of a sign-in. */
  open(id: string, response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    const streams = this.#streams.get(id) ?? new Set();
    this.#streams.set(id, streams);
    streams.add(response);
    response.once('close', () => streams.delete(response));
    response.writeHead(200, { ...headers, 'content-type': 'application/x-ndjson' });
    send(response, { kind: 'hello' });
  }

  /** Ends the streams of a sign-in. */
  end(id: string): void {
    for (const response of this.#streams.get(id) ?? []) {
      send(response, { kind: 'signed_out' });
      response.end();
    }
    this.#streams.delete(id);
  }

  #sendAll(message: LiveMessage): void {
    for (const streams of this.#streams.values()) for (const one of streams) send(one, message);
  }

  [Symbol.dispose](): void {
    this.#forget();
    clearInterval(this.#beat);
    for (const id of this.#streams.keys()) this.end(id);
  }
}

function send(response: ServerResponse, message: LiveMessage): void {
  response.write(`${JSON.stringify(message)}\n`);
}
