/** @module sources: the dependencies of the experiment: time, randomness, a signing key and threads. */
import type { Principal } from '../../schemas/governance.ts';

export type ExperimentSources = {
  /** The only folder that is read and written; absolute. */
  readonly artifacts: string;
  readonly now: () => Date;
  /** Whether a principal may read a file at a path below `artifacts`; false also for a missing file. */
  readonly hasFile: (path: string, principal: Principal) => Promise<boolean>;
  /** A new version 4 UUID; the schemas of the experiment accept no later version. */
  readonly uuid: () => string;
  /** 32 new random bytes as 64 hex digits. */
  readonly nonce: () => string;
  /** A random integer from 0 to 2^47. */
  readonly seed: () => number;
  /** Signs a text with the key of the log for one purpose. */
  readonly sign: (text: string, context: string) => ReportSignature;
  /** Number of threads of a suite, at least 1. */
  readonly workers: number;
};

/** An Ed25519 signature of the canonical JSON of a report. */
export type ReportSignature = {
  /** The signature, 64 bytes in base64. */
  readonly signature: string;
  /** The public key, 32 bytes in base64. */
  readonly public_key: string;
};
