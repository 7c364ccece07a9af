/** @module moment: a state of the model that the page can show: a branch now, a branch earlier, or a branch with a planned change. */
import * as z from 'zod';

/** A position in the log or the id of an event; without either, the present. */
const OnBranch = z.strictObject({
  branch: z.string().min(1).max(200),
  /** Ledger seq of the last event that applies. Only a person who sees the whole branch may give it. */
  seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Id of the last event that applies, which the person must see. */
  event: z.string().min(1).max(100).optional(),
});

/** The branch of a pending approval with the effect of its plan, as if it were approved now. */
const Planned = z.strictObject({
  plan: z.string().min(1).max(100),
  /** The state to which the plan is applied instead; the plan may create its branch. */
  before: z.literal(true).optional(),
});

/** What the page asks for. */
export const Moment = z.union([OnBranch, Planned]);
export type Moment = z.output<typeof Moment>;

/** The moment of an answer. */
export type ShownMoment = {
  readonly branch: string;
  /** Ledger seq of the last event of the state; null if the number would count hidden events. */
  readonly seq: number | null;
  /** Id of the approval whose plan is applied; null without one. */
  readonly plan: string | null;
  /**
   * Names this state for a later `delta`. It means nothing outside the sign-in that received it.
   */
  readonly mark: string;
};
