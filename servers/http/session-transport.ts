/** @module session-transport: the SDK's Streamable HTTP, which also ends responses whose requests were cancelled. */
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';

// The SDK ignores the cancellation of request 0 or '' and answers it.
const Cancelled = z.looseObject({
  method: z.literal('notifications/cancelled'),
  params: z.looseObject({ requestId: z.union([z.string().min(1), z.number().refine(Boolean)]) }),
});

/** The requests of one POST. */
type Posted = {
  /** Requests that are neither answered nor cancelled. */
  readonly waiting: Set<unknown>;
  readonly cancelled: (string | number)[];
  begun: boolean;
};

type Handler = StreamableHTTPServerTransport['onmessage'];

/**
 * The SDK answers no cancelled request and ends a response when each of its requests is answered: a response with a
 * cancelled request would stay open until the client closes it.
 */
export class SessionTransport extends StreamableHTTPServerTransport {
  readonly #posted = new Map<unknown, Posted>();

  override get onmessage(): Handler {
    return super.onmessage;
  }

  override set onmessage(handler: Handler) {
    super.onmessage = (message, extra) => {
      this.#begin(message);
      handler?.(message, extra);
      this.#cancel(message);
    };
  }

  /** Registers the requests of a POST before it is handled. The returned function forgets them if none was accepted. */
  expect(ids: readonly unknown[]): () => void {
    const posted: Posted = { waiting: new Set(ids), cancelled: [], begun: false };
    for (const id of ids) this.#posted.set(id, posted);
    return () => {
      if (posted.begun) return;
      for (const id of ids) this.#posted.delete(id);
    };
  }

  override async send(...sent: Parameters<StreamableHTTPServerTransport['send']>): Promise<void> {
    const [message] = sent;
    try {
      await super.send(...sent);
    } finally {
      if (!('method' in message)) await this.#settle(message.id);
    }
  }

  #begin(message: JSONRPCMessage): void {
    if (!('method' in message) || !('id' in message)) return;
    const posted = this.#posted.get(message.id);
    if (posted !== undefined) posted.begun = true;
  }

  #cancel(message: JSONRPCMessage): void {
    const { data } = Cancelled.safeParse(message);
    if (data === undefined) return;
    const { requestId } = data.params;
    const posted = this.#posted.get(requestId);
    if (posted === undefined) return;
    posted.cancelled.push(requestId);
    void this.#settle(requestId);
  }

  async #settle(id: unknown): Promise<void> {
    const posted = this.#posted.get(id);
    if (posted === undefined) return;
    this.#posted.delete(id);
    posted.waiting.delete(id);
    if (posted.waiting.size === 0) await this.#end(posted.cancelled);
  }

  /** Ends a response. The SDK forgets its requests once each has an answer; these are not sent, as the stream is closed. */
  async #end(cancelled: readonly (string | number)[]): Promise<void> {
    const [first] = cancelled;
    if (first === undefined) return;
    this.closeSSEStream(first);
    const error = { code: -32_000, message: 'cancelled' };
    for (const id of cancelled) {
      await super.send({ jsonrpc: '2.0', id, error }).catch(() => undefined);
    }
  }
}
