/** @module session-caller: who acts in a session: who sent the request that is being answered, else who sent the last one. */
import { AsyncLocalStorage } from 'node:async_hooks';

import type { Connection, Identity } from '../../governance/access/principal.ts';
import type { Caller } from './endpoint.ts';

/** The request that is being answered: its session, and the connection of its own credential. */
const answering = new AsyncLocalStorage<{
  readonly session: SessionCaller;
  readonly connection: Connection;
}>();

/**
 * The far end of a session, whose requests may come with one access token after another of the same subject. Each request
 * may do what its own token may; what the session does beside them (its stream, what it watches), the token shown last.
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

  /** Answers a request of the session, which `caller` sent. */
  async answer(caller: Caller, work: () => Promise<void>): Promise<void> {
    const connection = caller.connect(this.#id);
    // Whose it was is known from now on, so that refusals after a revocation are entered under the name
    connection.identify();
    this.#last = connection;
    await answering.run({ session: this, connection }, work);
  }
}
