/** @module change-checks: checks that a caller can request with a change; they report what is new after it. */
import type { CheckedChange, Principal } from '../../schemas/governance.ts';
import type { Applied, Effect } from './domain.ts';

/** The checks that a caller requested, and the caller, whose permissions decide which files they may read. */
export type RequestedChecks = {
  readonly names: readonly string[];
  readonly principal: Principal;
};

/** The checks of a server that its commands accept in `check`. */
export type ChangeChecks<View> = {
  /** Description of `check` with the names of the checks, listed with every command. */
  readonly description: string;
  /**
   * The results of the named checks on a change, by name. They contain nothing outside of `seen`. Refuses
   * INVALID_ARGUMENT for an unknown name.
   */
  readonly run: (
    applied: Applied<View>,
    effect: Effect<View>,
    requested: RequestedChecks,
  ) => Promise<Readonly<Record<string, CheckedChange>>>;
};
