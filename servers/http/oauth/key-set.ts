/** @module key-set: the public keys of an authorization server, read again when they are old or a key is missing. */
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod';

import { keyFault } from './key-fault.ts';

/** When keys are read again (ms). */
export type KeySetLimits = {
  /** Minimum time between two attempts, however many unknown keys are requested. */
  readonly pauseMs: number;
  /** Age above which keys are read again; they stay in use meanwhile. */
  readonly freshMs: number;
  /** Age above which keys are no longer used. */
  readonly maxMs: number;
};

const KEY_LIMITS: KeySetLimits = {
  pauseMs: 10_000,
  freshMs: 10 * 60_000,
  maxMs: 60 * 60_000,
};

/** Neither current nor new keys are available. */
export class KeysUnavailable extends Error {
  constructor() {
    super('the keys of the authorization server cannot be read');
    this.name = 'KeysUnavailable';
  }
}

type Keys = { readonly find: JWTVerifyGetKey; readonly readAt: number };

/** The keys from one source. */
export class KeySet {
  readonly #read: () => Promise<unknown>;
  readonly #now: () => number;
  readonly #log: (line: string) => void;
  readonly #limits: KeySetLimits;
  #keys: Keys | null = null;
  #tried = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  /**
   * @param read rejects if the source cannot be read
   * @param now milliseconds; only differences count
   */
  constructor(
    read: () => Promise<unknown>,
    { now, log }: { readonly now: () => number; readonly log: (line: string) => void },
    limits: KeySetLimits = KEY_LIMITS,
  ) {
    this.#read = read;
    this.#now = now;
    this.#log = log;
    this.#limits = limits;
  }

  /** The key for the header of a token. Throws KeysUnavailable, or an error of jose if no key matches. */
  readonly find: JWTVerifyGetKey = async (header, token) => {
    const age = this.#age();
    if (age > this.#limits.maxMs) await this.renew();
    // A hanging attempt must not delay requests that the current keys can verify.
    else if (age > this.#limits.freshMs) void this.renew();
    const { find, readAt } = this.#usable();
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.renew();
      const renewed = this.#usable();
      if (renewed.readAt === readAt) throw error;
      return await renewed.find(header, token);
    }
  };

  /** Reads the keys, except shortly after an attempt. A failure or a set without public keys leaves the current keys unchanged. */
  async renew(): Promise<void> {
    if (this.#reading === null) {
      if (this.#now() - this.#tried < this.#limits.pauseMs) return;
      this.#tried = this.#now();
      this.#reading = this.#renewed().finally(() => {
        this.#reading = null;
      });
    }
    await this.#reading;
  }

  async #renewed(): Promise<void> {
    try {
      const { keys, faults } = publicKeys(await this.#read());
      for (const fault of faults) {
        this.#log(`a key of the authorization server is ignored: ${fault}`);
      }
      this.#keys = { find: createLocalJWKSet({ keys }), readAt: this.#now() };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#log(`the keys of the authorization server could not be read: ${why}`);
    }
  }

  #age(): number {
    return this.#keys === null ? Number.POSITIVE_INFINITY : this.#now() - this.#keys.readAt;
  }

  #usable(): Keys {
    if (this.#keys === null || this.#age() > this.#limits.maxMs) throw new KeysUnavailable();
    return this.#keys;
  }
}

const JwkSet = z.looseObject({
  keys: z
    .array(z.looseObject({ kty: z.string() }))
    .min(1)
    .max(100),
});
/** Members of private and shared keys (RFC 7518). */
const SECRET_FIELDS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

/** The usable keys of a set, and the fault of each other key. */
export type PublicKeys = {
  readonly keys: z.output<typeof JwkSet>['keys'];
  readonly faults: readonly string[];
};

/**
 * The public keys of a JWK set. Throws for a malformed set, a set without a usable key, and a set with a secret key; the error
 * contains no part of a key.
 */
export function publicKeys(value: unknown): PublicKeys {
  const { success, data } = JwkSet.safeParse(value);
  if (!success) {
    throw new Error(
      'the value is not a key set, expected {"keys": […]} with 1 to 100 JSON Web Keys',
    );
  }
  const secret = data.keys.findIndex(
    (key) => key.kty === 'oct' || SECRET_FIELDS.some((field) => Object.hasOwn(key, field)),
  );
  if (secret !== -1) {
    throw new Error(
      `the key at position ${secret} is private or shared, expected only public keys`,
    );
  }
  const judged = data.keys.map((key) => ({ key, fault: keyFault(key) }));
  const faults = judged.flatMap(({ fault }, place) =>
    fault === null ? [] : [`the key at position ${place} cannot verify signatures: ${fault}`],
  );
  const keys = judged.flatMap(({ key, fault }) => (fault === null ? [key] : []));
  const [first] = faults;
  if (keys.length === 0 && first !== undefined) throw new Error(first);
  return { keys, faults };
}
