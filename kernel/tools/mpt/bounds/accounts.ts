/** @module accounts: tracks what the calls of a run use together, and how many calls run at once. */
import type { RunBudget } from '../../runners/runner.ts';
import { boundRefusal } from '../refusals.ts';
import { CHECK_GAS } from './run-budget.ts';

/** Gas and web requests that are reserved for a running call. */
export type Reservation = {
  readonly gas: number;
  readonly web_requests: number;
  /** Gives the unused part back to the account; only the first call has an effect. */
  settle(used: { readonly gas: number; readonly web_requests: number }): void;
};

type Account = { calls: number; gas: number; web_requests: number; active: number };

/** Number of runs whose accounts are kept; the least recently used inactive one is dropped first. */
const ACCOUNTS_MAX = 1024;

/** `run` bounds all calls of one run together, `concurrent_max` the calls of all runs at the same time. */
export type AccountLimits = { readonly run: RunBudget; readonly concurrent_max: number };

/** The accounts of all runs of one service. */
export class RunAccounts {
  readonly #accounts = new Map<string, Account>();
  readonly #limits: AccountLimits;
  #active = 0;

  constructor(limits: AccountLimits) {
    this.#limits = limits;
  }

  /** Calls that run now, including cancelled ones that have not stopped yet. */
  get active(): number {
    return this.#active;
  }

  /**
   * Takes a slot for a concurrent call. The caller frees it with the returned function when the work has stopped, which
   * can be after the answer.
   *
   * @throws {ToolRefusal} BOUND_GAS when all slots are taken
   */
  enter(): () => void {
    const { concurrent_max } = this.#limits;
    if (this.#active >= concurrent_max) {
      const cause = `${this.#active} tool calls are running, at most ${concurrent_max} may`;
      throw boundRefusal('BOUND_GAS', cause, 'concurrent_calls', concurrent_max);
    }
    this.#active += 1;
    let inside = true;
    return () => {
      if (inside) this.#active -= 1;
      inside = false;
    };
  }

  /**
   * Counts a call of a run and reserves the gas and web requests that it may use at most.
   *
   * @throws {ToolRefusal} BOUND_GAS when the run has no calls or no gas left
   */
  reserve(run: string, granted: RunBudget): Reservation {
    const { tool_calls_max: calls_max } = granted;
    const account = this.#accountOf(run);
    const { run: limits } = this.#limits;
    if (account.calls >= calls_max) {
      const cause = `the run has made ${account.calls} tool calls, at most ${calls_max} are granted`;
      throw boundRefusal('BOUND_GAS', cause, 'tool_calls_max', calls_max);
    }
    const gas = Math.min(granted.gas, limits.gas - account.gas);
    if (gas < CHECK_GAS) {
      const cause = `${Math.max(0, gas)} gas is left, a call needs ${CHECK_GAS}`;
      throw boundRefusal('BOUND_GAS', cause, 'gas', granted.gas);
    }
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
    if (this.#accounts.size > ACCOUNTS_MAX) {
      for (const [name, { active }] of this.#accounts) {
        if (active === 0 && name !== run) {
          this.#accounts.delete(name);
          break;
        }
      }
    }
    return account;
  }
}
