/** @module subscriptions: what one connection wants to be told of, until it ends. */
import type { StopWatch } from './features.ts';
import { INVALID_PARAMS, RequestFault, type Service, watchResource } from './requests.ts';

/** How a client is told. */
export type Told = {
  readonly resource: (uri: string) => void;
  readonly tools: () => void;
};

/** Addresses that one connection may watch at once. */
const WATCHED_MOST = 100;

/** The watches of one connection. */
export class Subscriptions {
  readonly #service: Promise<Service>;
  readonly #told: Told;
  readonly #watched = new Map<string, Promise<StopWatch>>();
  #ended = false;

  constructor(service: Promise<Service>, told: Told) {
    this.#service = service;
    this.#told = told;
  }

  /** Tells of an address from now on. Throws RequestFault where nothing may be read there, or where too many are watched. */
  async add(uri: string): Promise<void> {
    const known = this.#watched.get(uri);
    if (known === undefined && this.#watched.size >= WATCHED_MOST) {
      throw new RequestFault(
        INVALID_PARAMS,
        `${WATCHED_MOST} addresses are watched already; unsubscribe from some of them`,
        { uri },
      );
    }
    const watch = known ?? watchResource(this.#service, uri, () => this.#told.resource(uri));
    this.#watched.set(uri, watch);
    try {
      const stop = await watch;
      if (this.#ended) stop();
    } catch (error) {
      this.#watched.delete(uri);
      throw error;
    }
  }

  /** Tells of an address no more. */
  remove(uri: string): void {
    const watch = this.#watched.get(uri);
    this.#watched.delete(uri);
    stopped(watch);
  }

  /** Tells when the tools that the caller is shown are others, once however often that is asked for. */
  watchTools(): void {
    if (this.#watched.has('')) return;
    const watch = this.#service.then(async ({ connection, features }) => {
      if (features === undefined) return () => undefined;
      const stop = await features.watchTools(connection, () => this.#told.tools());
      if (this.#ended) stop();
      return stop;
    });
    this.#watched.set('', watch);
    // A service that does not open ends its server, which says why; where too much is watched, lists are read again
    watch.catch(() => undefined);
  }

  end(): void {
    this.#ended = true;
    for (const watch of this.#watched.values()) stopped(watch);
    this.#watched.clear();
  }
}

function stopped(watch: Promise<StopWatch> | undefined): void {
  // One that never began has nothing to stop, and its request was answered with the reason
  watch?.then((stop) => stop()).catch(() => undefined);
}
