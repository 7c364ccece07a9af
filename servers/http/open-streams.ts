/** @module open-streams: responses that stay open, each ended when the credentials behind it hold no longer. */
import type { ServerResponse } from 'node:http';

import type { Connection } from '../../governance/access/principal.ts';

/** The streams of a hub that tell of changes. Answers to calls are none: what began under credentials that held is told. */
export class OpenStreams {
  readonly #open = new Map<ServerResponse, Connection>();

  /** Watches a stream until it ends. */
  add(response: ServerResponse, connection: Connection): void {
    this.#open.set(response, connection);
    response.once('close', () => this.#open.delete(response));
  }

  /** Ends those whose credentials hold no longer. */
  endRefused(): void {
    for (const [response, connection] of this.#open) {
      if (connection.identify().refusal !== null) response.destroy();
    }
  }
}
