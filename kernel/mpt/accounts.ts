/** @module accounts: what the calls of one run have used together, and how many calls run at a time. */
import { ToolRefusal } from './refusals.ts';
import { ADMISSION_GAS } from './run-budget.ts';
import type { RunBudget } from './runners/runner.ts';

/** What a call holds while it runs. */
export type Reservation = {
  readonly gas: number;
  readonly web_requests: number;
  /** Gives back what was not used; the first call counts. */
  settle(used: { readonly gas: number; readonly web_requests: number }): void;
};

type Account = { calls: number; gas: number; web_requests: number; active: number };

/** Runs whose use is remembered. */
const ACCOUNTS_MAX = 1024;

/** What the accounts are bounded by. `run` bounds all calls of one run together. */
export type AccountLimits = { readonly run: RunBudget; readonly concurrent_max: number };

/** The accounts of all runs of one kernel. */
export class RunAccounts {
  readonly #accounts = new Map<string, Account>();
  readonly #limits: AccountLimits;
  #active = 0;

  constructor(limits: AccountLimits) {
    this.#limits = limits;
  }

  /** Calls that run now, those that were told to stop and have not yet among them. */
  get active(): number {
    return this.#active;
  }

  /**
   * Takes a place among the concurrent calls. The place is free again when `release` is called: when the work has really
   * stopped, not when somebody lost patience with it.
   *
   * @throws {ToolRefusal} BOUND_GAS when all places are taken
   */
  enter(): () => void {
    const { concurrent_max } = this.#limits;
    if (this.#active >= concurrent_max)
      throw new ToolRefusal(
        'BOUND_GAS',
        `${this.#active} tool calls run already, at most ${concurrent_max} may`,
        {
          dimension: 'concurrent_calls',
          limit: concurrent_max,
        },
      );
    this.#active += 1;
    let inside = true;
    return () => {
      if (inside) this.#active -= 1;
      inside = false;
    };
  }

  /**
   * Counts a call of a run and reserves the worst that it may use.
   *
   * @throws {ToolRefusal} BOUND_GAS when the run has no calls or no gas left
   */
  reserve(run: string, granted: RunBudget, calls_max: number): Reservation {
    const account = this.#accountOf(run);
    const { run: limits } = this.#limits;
    if (account.calls >= calls_max)
      throw new ToolRefusal(
        'BOUND_GAS',
        `the run has made ${account.calls} tool calls, at most ${calls_max} are granted`,
        {
          dimension: 'tool_calls_max',
          limit: calls_max,
        },
      );
    const gas = Math.min(granted.gas, limits.gas - account.gas);
    if (gas < ADMISSION_GAS)
      throw new ToolRefusal(
        'BOUND_GAS',
        `${Math.max(0, gas)} gas is left, a call needs ${ADMISSION_GAS}`,
        {
          dimension: 'gas',
          limit: granted.gas,
        },
      );
    const left = Math.max(0, limits.web_requests_max - account.web_requests);
    const web_requests = Math.min(granted.web_requests_max, left);
    account.calls += 1;
    account.gas += gas;
    account.web_requests += web_requests;
    account.active += 1;
    let open = true;
    return {
      gas,
      web_requests,
      settle: (used) => {
        if (!open) return;
        open = false;
        account.active -= 1;
        account.gas -= gas - Math.min(used.gas, gas);
        account.web_requests -= web_requests - Math.min(used.web_requests, web_requests);
      },
    };
  }

  #accountOf(run: string): Account {
    const account = this.#accounts.get(run) ?? { calls: 0, gas: 0, web_requests: 0, active: 0 };
    this.#accounts.delete(run);
    this.#accounts.set(run, account);
    if (this.#accounts.size > ACCOUNTS_MAX)
      for (const [name, { active }] of this.#accounts)
        if (active === 0 && name !== run) {
          this.#accounts.delete(name);
          break;
        }
    return account;
  }
}
