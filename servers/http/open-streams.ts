/** @module open-streams: open event streams, each ended when its credentials become invalid. */
import type { ServerResponse } from 'node:http';

import type { Connection } from '../../governance/access/principal.ts';

/** The streams of a hub that report changes. Answers to calls are not included: a call that was valid at its start is answered. */
export class OpenStreams {
  readonly #open = new Map<ServerResponse, Connection>();

  /** Watches a stream until it ends. */
  add(response: ServerResponse, connection: Connection): void {
    this.#open.set(response, connection);
    response.once('close', () => this.#open.delete(response));
  }

  /** Ends the streams whose credentials are no longer valid. */
  endRefused(): void {
    for (const [response, connection] of this.#open) {
      if (connection.identify().refusal !== null) response.destroy();
    }
  }
}
