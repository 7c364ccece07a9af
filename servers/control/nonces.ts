/** @module nonces: the nonces of signed requests, stored until the signatures with them expire. */

/** Maximum number of unexpired nonces per approver. */
const MAX_NONCES = 20_000;

/** The result of using a nonce. */
export type NonceUse = 'fresh' | 'used' | 'too_many';

/** The nonces of each approver, until the second at which a request with them is too old. */
export class Nonces {
  readonly #limit: number;
  readonly #spent = new Map<string, Map<string, number>>();

  constructor(limit = MAX_NONCES) {
    this.#limit = limit;
  }

  /** Stores a nonce. `until` and `now`: seconds since 1970. Above the limit new nonces are refused: none is discarded early. */
  spend(name: string, nonce: string, { until, now }: { until: number; now: number }): NonceUse {
    const own = this.#spent.get(name) ?? new Map<string, number>();
    this.#spent.set(name, own);
    if (own.has(nonce)) return 'used';
    if (own.size >= this.#limit) {
      for (const [old, end] of own) if (end < now) own.delete(old);
      if (own.size >= this.#limit) return 'too_many';
    }
    own.set(nonce, until);
    return 'fresh';
  }

  /** Discards nonces whose requests have expired. */
  forget(now: number): void {
    for (const [name, own] of this.#spent) {
      for (const [nonce, until] of own) if (until < now) own.delete(nonce);
      if (own.size === 0) this.#spent.delete(name);
    }
  }

  /** Number of stored nonces. */
  get size(): number {
    return [...this.#spent.values()].reduce((sum, { size }) => sum + size, 0);
  }
}
