/** @module sessions: the sessions of the 2025-era protocol over HTTP: who opened which, and when one ends. */
import { HttpRefusal, NOT_SERVED } from './http-refusal.ts';

/** What a session has open. */
export type SessionBody = { readonly close: () => Promise<void> };

type Session<Body> = {
  readonly id: string;
  readonly path: string;
  readonly owner: string;
  readonly body: Body;
  /** Responses that are not ended. */
  open: number;
  used: number;
};

/** Bounds of all sessions. */
export type SessionLimits = {
  readonly most: number;
  readonly mostOfOne: number;
  /** A session that nothing uses ends after this, ms. */
  readonly idleMs: number;
};

/** Sessions by id. What one holds open is closed when it ends. */
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

  /** Makes place for one more of an owner: the one used longest ago ends. Refuses (503) where all are in use. */
  makePlace(owner: string): void {
    const own = [...this.#all.values()].filter((session) => session.owner === owner);
    if (own.length >= this.#limits.mostOfOne) this.#endOldest(own);
    if (this.#all.size >= this.#limits.most) this.#endOldest([...this.#all.values()]);
  }

  add(
    id: string,
    { path, owner }: { readonly path: string; readonly owner: string },
    body: Body,
  ): void {
    this.#all.set(id, { id, path, owner, body, open: 0, used: this.#now() });
  }

  /** The session of this id that this owner opened on this path; null for everybody else, as if there were none. */
  find(
    id: string,
    { path, owner }: { readonly path: string; readonly owner: string },
  ): Body | null {
    const session = this.#all.get(id);
    return session?.owner === owner && session.path === path ? session.body : null;
  }

  /** Marks a session as in use until the function that it gives back is called. */
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

  /** Ends a session that its client has left. */
  end(id: string): void {
    const session = this.#all.get(id);
    this.#all.delete(id);
    void session?.body.close();
  }

  /** Ends those that nothing has used for as long as they may stay. */
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
        `there are ${among.length} sessions, all in use; end some of them with DELETE`,
        { 'retry-after': '30' },
      );
    }
    this.end(oldest.id);
  }
}
