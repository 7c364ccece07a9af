/** @module sign-ins: one-time links, and the people who are signed in to the page. */
import { createHash, timingSafeEqual } from 'node:crypto';

import type { Viewer } from '../thread/messages.ts';

/** A person who is signed in. */
export type SignIn = {
  readonly id: string;
  readonly viewer: Viewer;
  /** Equal for all sign-ins of a person. */
  readonly person: string;
  /** Whether the viewer may still sign in; a revoked person may not. */
  readonly isValid: () => boolean;
};

type Held = SignIn & {
  /** Digests of the secrets of the cookie and of the page. */
  readonly cookie: Buffer;
  readonly page: Buffer;
  used: number;
};

/** What the browser receives. */
export type Secrets = { readonly cookie: string; readonly page: string };

type Sources = {
  /** Milliseconds; only differences count. */
  readonly clock: () => number;
  /** A fresh text of at least 128 random bits, without characters that cookies or addresses escape. */
  readonly secret: () => string;
  /** Called when a sign-in ends. */
  readonly ended: (id: string) => void;
};

/** Maximum age of a link (ms), of an unused sign-in (ms), and the number of sign-ins of a person. */
const LINK_MS = 10 * 60_000;
const IDLE_MS = 12 * 3_600_000;
const MAX_EACH = 20;

/** The sign-ins of one hub. They end with it. */
export class SignIns {
  readonly #sources: Sources;
  readonly #links = new Map<string, { readonly who: Omit<SignIn, 'id'>; readonly made: number }>();
  readonly #held = new Map<string, Held>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** A secret that signs in once, within ten minutes. */
  link(who: Omit<SignIn, 'id'>): string {
    const secret = this.#sources.secret();
    this.#links.set(digest(secret).toString('hex'), { who, made: this.#sources.clock() });
    return secret;
  }

  /** Uses a link; null for an unknown, used or old one. */
  redeem(secret: string): Secrets | null {
    const key = digest(secret).toString('hex');
    const link = this.#links.get(key);
    this.#links.delete(key);
    if (link === undefined || this.#sources.clock() - link.made > LINK_MS) return null;
    if (!link.who.isValid()) return null;
    return this.signIn(link.who);
  }

  /** Signs a person in. Their oldest sign-in ends if they have too many. */
  signIn(who: Omit<SignIn, 'id'>): Secrets {
    const { secret, clock } = this.#sources;
    const [id, cookie, page] = [secret(), secret(), secret()];
    const own = [...this.#held.values()].filter(({ person }) => person === who.person);
    const [oldest] = own.toSorted((a, b) => a.used - b.used);
    if (own.length >= MAX_EACH && oldest !== undefined) this.signOut(oldest.id);
    this.#held.set(id, { ...who, id, cookie: digest(cookie), page: digest(page), used: clock() });
    return { cookie: `${id}.${cookie}`, page };
  }

  /** The sign-in of a request; null unless both secrets belong to it and it is still valid. */
  find({ cookie, page }: Secrets): SignIn | null {
    const [id = '', secret = ''] = cookie.split('.');
    const held = this.#held.get(id);
    if (held === undefined) return null;
    const isSame = timingSafeEqual(digest(secret), held.cookie);
    if (!timingSafeEqual(digest(page), held.page) || !isSame) return null;
    const now = this.#sources.clock();
    if (now - held.used > IDLE_MS || !held.isValid()) {
      this.signOut(id);
      return null;
    }
    held.used = now;
    return held;
  }

  /** A sign-in by its id, without use of its secrets; null if it has ended. */
  current(id: string): SignIn | null {
    const held = this.#held.get(id);
    if (held === undefined) return null;
    if (held.isValid()) return held;
    this.signOut(id);
    return null;
  }

  /** Ends a sign-in. */
  signOut(id: string): void {
    if (this.#held.delete(id)) this.#sources.ended(id);
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(`plumbline-view\n${text}`).digest();
}
