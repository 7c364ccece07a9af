/** @module sessions: the sessions of the 2025-era protocol over HTTP, with owners and time limits. */
import { HttpRefusal, NOT_SERVED } from './http-refusal.ts';

/** The open resources of a session. */
export type SessionBody = { readonly close: () => Promise<void> };

type Session<Body> = {
  readonly id: string;
  readonly path: string;
  readonly owner: string;
  readonly body: Body;
  /** Number of open responses. */
  open: number;
  used: number;
};

/** Limits of all sessions. */
export type SessionLimits = {
  readonly max: number;
  readonly maxPerOwner: number;
  /** An unused session ends after this time (ms). */
  readonly idleMs: number;
};

/** Sessions by id; ending one closes its resources. */
export class Sessions<Body extends SessionBody> {
  readonly #limits: SessionLimits;
  readonly #now: () => number;
  readonly #all = new Map<string, Session<Body>>();

  constructor(limits: SessionLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Makes room for another session of an owner by ending the least recently used one. Refuses (503) if all are in use. */
  makeRoom(owner: string): void {
    const own = [...this.#all.values()].filter((session) => session.owner === owner);
    if (own.length >= this.#limits.maxPerOwner) this.#endOldest(own);
    if (this.#all.size >= this.#limits.max) this.#endOldest([...this.#all.values()]);
  }

  add(
    id: string,
    { path, owner }: { readonly path: string; readonly owner: string },
    body: Body,
  ): void {
    this.#all.set(id, { id, path, owner, body, open: 0, used: this.#now() });
  }

  /** The session with this id, owner and path; null for another owner, as if it did not exist. */
  find(
    id: string,
    { path, owner }: { readonly path: string; readonly owner: string },
  ): Body | null {
    const session = this.#all.get(id);
    return session?.owner === owner && session.path === path ? session.body : null;
  }

  /** Marks a session as in use until the returned function is called. */
  use(id: string): () => void {
    const session = this.#all.get(id);
    if (session === undefined) return () => undefined;
    session.open += 1;
    session.used = this.#now();
    return () => {
      session.open -= 1;
      session.used = this.#now();
    };
  }

  /** Ends a session. */
  end(id: string): void {
    const session = this.#all.get(id);
    this.#all.delete(id);
    void session?.body.close();
  }

  /** Ends sessions that were unused for the time limit. */
  endIdle(): void {
    const since = this.#now() - this.#limits.idleMs;
    for (const { id, open, used } of this.#all.values()) {
      if (open === 0 && used <= since) this.end(id);
    }
  }

  async endAll(): Promise<void> {
    const all = [...this.#all.values()];
    this.#all.clear();
    await Promise.all(all.map(({ body }) => body.close()));
  }

  #endOldest(among: readonly Session<Body>[]): void {
    const [oldest] = among.filter(({ open }) => open === 0).toSorted((a, b) => a.used - b.used);
    if (oldest === undefined) {
      throw new HttpRefusal(
        [503, NOT_SERVED],
        `all ${among.length} sessions are in use; end some of them with DELETE`,
        { 'retry-after': '30' },
      );
    }
    this.end(oldest.id);
  }
}
