/** @module session-caller: the caller of a session: that of the running request, else that of the last one. */
import { AsyncLocalStorage } from 'node:async_hooks';

import type { Connection, Identity } from '../../governance/access/principal.ts';
import type { Caller } from './endpoint.ts';

/** The running request: its session, and the connection of its credential. */
const answering = new AsyncLocalStorage<{
  readonly session: SessionCaller;
  readonly connection: Connection;
}>();

/**
 * The client of a session. Its requests may have different access tokens of the same subject: each request has the
 * permissions of its own token; the stream and the subscriptions of the session have those of the newest token.
 */
export class SessionCaller implements Connection {
  readonly #id: string;
  #last: Connection;

  constructor(session_id: string, caller: Caller) {
    this.#id = session_id;
    this.#last = caller.connect(session_id);
  }

  identify(): Identity {
    const now = answering.getStore();
    return (now?.session === this ? now.connection : this.#last).identify();
  }

  /** Answers a request of the session that `caller` sent. */
  async answer(caller: Caller, work: () => Promise<void>): Promise<void> {
    const connection = caller.connect(this.#id);
    // Resolves the name now, so that refusals after a revocation are recorded under it.
    connection.identify();
    this.#last = connection;
    await answering.run({ session: this, connection }, work);
  }
}
