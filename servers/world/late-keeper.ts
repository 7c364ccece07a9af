/**
 * @module late-keeper: a keeper that is connected by its first request, so that a server that only lists tools loads no
 * client.
 */
import type { Keeper } from '../../governance/keeper/protocol/protocol.ts';

/** A keeper whose requests wait for the connection, and start it if necessary. */
export class LateKeeper implements Keeper {
  readonly #open: () => Promise<Keeper>;
  readonly #connected = Promise.withResolvers<Keeper>();
  #connecting: Promise<Keeper> | null = null;
  #closed = false;

  constructor(open: () => Promise<Keeper>) {
    this.#open = open;
    // Callers of `connect` get the failure.
    this.#connected.promise.catch(() => undefined);
  }

  /** Connects once; rejects with the reason if that fails. */
  connect(): Promise<Keeper> {
    this.#connecting ??= this.#begin();
    return this.#connecting;
  }

  async #begin(): Promise<Keeper> {
    try {
      const keeper = await this.#open();
      this.#connected.resolve(keeper);
      return keeper;
    } catch (error) {
      this.#connected.reject(error);
      throw error;
    }
  }

  /** The connected keeper. Unlike `connect`, this does not start the connection. */
  get connected(): Promise<Keeper> {
    return this.#connected.promise;
  }

  readonly submit: Keeper['submit'] = async (request) =>
    await (await this.connect()).submit(request);
  readonly record: Keeper['record'] = async (drafts) => await (await this.connect()).record(drafts);
  readonly decide: Keeper['decide'] = async (request) =>
    await (await this.connect()).decide(request);
  readonly comment: Keeper['comment'] = async (request) =>
    await (await this.connect()).comment(request);
  readonly registry: Keeper['registry'] = async (request) =>
    await (await this.connect()).registry(request);
  readonly repair: Keeper['repair'] = async (request) =>
    await (await this.connect()).repair(request);
  readonly termNonce: Keeper['termNonce'] = async () => await (await this.connect()).termNonce();
  readonly approval: Keeper['approval'] = async (id) => await (await this.connect()).approval(id);
  readonly calls: Keeper['calls'] = async (request) => await (await this.connect()).calls(request);
  readonly unfinished: Keeper['unfinished'] = async (request) =>
    await (await this.connect()).unfinished(request);
  readonly blobPut: Keeper['blobPut'] = async (request) =>
    await (await this.connect()).blobPut(request);
  readonly blobDrop: Keeper['blobDrop'] = async (request) =>
    await (await this.connect()).blobDrop(request);
  readonly checkpoint: Keeper['checkpoint'] = async () => await (await this.connect()).checkpoint();
  readonly status: Keeper['status'] = async () => await (await this.connect()).status();

  readonly onCommitted: Keeper['onCommitted'] = (listener) => {
    let stop: (() => void) | null = null;
    let isStopped = false;
    const listen = async (): Promise<void> => {
      const keeper = await this.connected;
      if (!isStopped) stop = keeper.onCommitted(listener);
    };
    listen().catch(() => undefined);
    return () => {
      isStopped = true;
      stop?.();
    };
  };

  /** Closes the connection, including one that is still being made. */
  readonly close = async (): Promise<void> => {
    if (this.#closed || this.#connecting === null) return;
    this.#closed = true;
    const keeper = await this.#connecting.catch(() => null);
    await keeper?.close();
  };
}
