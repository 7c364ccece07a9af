/** @module sources: what the experiment takes from outside: time, chance, a key and processors. */

export type ExperimentSources = {
  /** The only folder that is read from and written to; absolute. */
  readonly artifacts: string;
  readonly now: () => Date;
  /** A fresh uuid of version 4: the schemas of the experiment take no later version. */
  readonly uuid: () => string;
  /** 32 fresh random bytes as 64 hex digits. */
  readonly nonce: () => string;
  /** A random integer from 0 to 2^47. */
  readonly seed: () => number;
  /** Signs a text with the key of the log for one purpose. */
  readonly sign: (text: string, context: string) => ReportSignature;
  /** Threads of a suite, from 1. */
  readonly workers: number;
};

/** Ed25519 over the canonical JSON of a report. */
export type ReportSignature = {
  /** 64 bytes in base64. */
  readonly signature: string;
  /** 32 bytes in base64. */
  readonly public_key: string;
};
