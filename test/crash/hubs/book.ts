/** @module book: what was asked of all servers together and what they answered, to be held against the log afterwards. */

/** A wall that was asked for under a key. */
export type Wish = {
  readonly key: string;
  /** `asked`: no answer stands yet; `given_up`: the last answer said that nothing was done, and nobody asked again. */
  state: 'asked' | 'given_up' | 'acknowledged';
  event_id: string | null;
  wall_id: string | null;
};

/** A deletion that waits, or waited, for a person. */
export type Waiting = { readonly approval_id: string; readonly wall_id: string; executed: boolean };

/** Everything that was asked and answered. */
export class Book {
  readonly wishes: Wish[] = [];
  readonly deletions: Waiting[] = [];
  readonly violations: string[] = [];
  /** Answers by what they were: `ok`, or the name of the refusal. */
  readonly answers = new Map<string, number>();
  /** Calls that were answered by a lost connection. */
  lost = 0;
  /** The call that was answered latest, and after how long. */
  longest = { ms: 0, call: '' };
  /** Approvals that were signed on two machines at once. */
  twice = 0;

  /** Calls that were answered. */
  get answered(): number {
    return [...this.answers.values()].reduce((sum, each) => sum + each, 0);
  }

  count(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  violation(said: string): void {
    this.violations.push(said);
  }
}
