/** @module change-checks: checks that a caller may ask for beside a change: what they find after it and not before. */
import type { CheckedChange } from '../../schemas/governance.ts';
import type { Applied, Effect } from './domain.ts';

/** Whom long work answers to. */
type Asker = {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
};

/** What is asked about a change. */
export type AskedChecks = Asker & { readonly names: readonly string[] };

/** The checks of a server whose commands can be asked with `check`. */
export type ChangeChecks<View> = {
  /** What `check` is, with its names, as it is listed with every command. */
  readonly description: string;
  /**
   * What the named checks say of a change, by name, for who has `seen`: nothing outside of it is in the answer. Refuses
   * INVALID_ARGUMENT for a name that is none, EXTERNAL_FAILURE when it is cancelled.
   */
  readonly run: (
    applied: Applied<View>,
    effect: Effect<View>,
    asked: AskedChecks,
  ) => Promise<Readonly<Record<string, CheckedChange>>>;
};
