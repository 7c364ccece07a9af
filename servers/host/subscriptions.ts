/** @module subscriptions: the subscriptions of one connection. */
import type { StopWatch } from './features.ts';
import { INVALID_PARAMS, RequestFault, type Service, watchResource } from './requests.ts';

/** Sends notifications to a client. */
export type Notifications = {
  readonly resource: (uri: string) => void;
  readonly tools: () => void;
};

/** Maximum number of resources that one connection may watch. */
const MAX_WATCHED = 100;

/** The watches of one connection. */
export class Subscriptions {
  readonly #service: Promise<Service>;
  readonly #notifications: Notifications;
  readonly #watched = new Map<string, Promise<StopWatch>>();
  #ended = false;

  constructor(service: Promise<Service>, notifications: Notifications) {
    this.#service = service;
    this.#notifications = notifications;
  }

  /** Subscribes to a resource. Throws RequestFault if the caller may not read it, or too many are watched. */
  async add(uri: string): Promise<void> {
    const known = this.#watched.get(uri);
    if (known === undefined && this.#watched.size >= MAX_WATCHED) {
      throw new RequestFault(
        INVALID_PARAMS,
        `${MAX_WATCHED} resources are already watched; unsubscribe from some of them`,
        { uri },
      );
    }
    const watch =
      known ?? watchResource(this.#service, uri, () => this.#notifications.resource(uri));
    this.#watched.set(uri, watch);
    try {
      const stop = await watch;
      if (this.#ended) stop();
    } catch (error) {
      this.#watched.delete(uri);
      throw error;
    }
  }

  /** Unsubscribes from a resource. */
  remove(uri: string): void {
    const watch = this.#watched.get(uri);
    this.#watched.delete(uri);
    stopped(watch);
  }

  /** Subscribes to changes to the caller's tool list; further calls have no effect. */
  watchTools(): void {
    if (this.#watched.has('')) return;
    const watch = this.#service.then(async ({ connection, features }) => {
      if (features === undefined) return () => undefined;
      const stop = await features.watchTools(connection, () => this.#notifications.tools());
      if (this.#ended) stop();
      return stop;
    });
    this.#watched.set('', watch);
    // A service that fails to open ends its server with the reason; with too many watches, clients must poll the list
    watch.catch(() => undefined);
  }

  end(): void {
    this.#ended = true;
    for (const watch of this.#watched.values()) stopped(watch);
    this.#watched.clear();
  }
}

function stopped(watch: Promise<StopWatch> | undefined): void {
  // A watch that never started needs no stop; its request was answered with the reason
  watch?.then((stop) => stop()).catch(() => undefined);
}
