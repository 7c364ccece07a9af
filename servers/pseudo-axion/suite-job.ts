/** @module suite-job: plays a suite for a job and creates the event that records it. */
import type * as z from 'zod';

import { AxionFault } from '../../kernel/axion/axion-fault.ts';
import { judgedThresholds } from '../../kernel/axion/harness/report.ts';
import { densityFor } from '../../kernel/axion/harness/scenarios.ts';
import type { SuiteConfig, Summary } from '../../kernel/axion/harness/suite-summary.ts';
import { interfaceFault } from '../../kernel/axion/interfaces/interface-rules.ts';
import type { JsonObject, PlannedEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Refuse } from '../../schemas/plan.ts';
import { HINTS, type PLAY_ARGUMENTS } from './arguments.ts';
import type { FinishedSuite, RunsView, SuiteOrder } from './view.ts';

/** Maximum number of progress reports per run. */
const PROGRESS_STEPS = 100;

/** Maximum number of steps of all episodes of a suite: about half an hour of processor time. */
const TOTAL_STEPS_MAX = 1_000_000;

/** The input of the tools that play episodes with built-in agents. */
type PlayInput = z.output<z.ZodObject<typeof PLAY_ARGUMENTS>>;

/** The order to play these agents, scenarios and probes. */
export function orderOf(
  kind: SuiteOrder['kind'],
  { protocol, watchdog_ms, steps, seed, anchored, interface: mode, density }: PlayInput,
  played: Pick<SuiteConfig, 'agents' | 'scenarios' | 'probes' | 'episodes'>,
): PlayOrder {
  const config = {
    ...played,
    steps,
    seed,
    interface: mode,
    density: densityFor(mode, density),
    anchored,
  };
  return { kind, config, protocol, watchdog_ms };
}

type PlayOrder = Pick<SuiteOrder, 'kind' | 'config' | 'protocol' | 'watchdog_ms'>;

/** The refusals of the tools that play episodes, with their hints. */
export const PLAY_REFUSALS = {
  INVALID_ARGUMENT: HINTS.INVALID_ARGUMENT,
  EXTERNAL_FAILURE: HINTS.EXTERNAL_FAILURE,
  SESSION_LIMIT_EXCEEDED: HINTS.SESSION_LIMIT_EXCEEDED,
};

/** The members of a job's context that `playSuite` uses. */
type SuiteContext = {
  readonly refuse: Refuse<'EXTERNAL_FAILURE' | 'SESSION_LIMIT_EXCEEDED' | 'INVALID_ARGUMENT'>;
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
};

/**
 * Plays the suite. Refuses EXTERNAL_FAILURE when it is cancelled, SESSION_LIMIT_EXCEEDED when too many other suites are
 * running, INVALID_ARGUMENT for a suite that is too long or combines an interface with an unsupported option.
 */
export async function playSuite(
  view: RunsView,
  order: PlayOrder,
  { refuse, principal, signal, progress }: SuiteContext,
): Promise<FinishedSuite> {
  checkOrder(order, refuse);
  let reported = -1;
  try {
    const done = await view.play({
      ...order,
      principal,
      signal,
      onProgress(played, total) {
        const step = Math.floor((PROGRESS_STEPS * played) / total);
        if (step === reported) return;
        reported = step;
        progress(played, total, `${played} of ${total} episodes`);
      },
    });
    return (
      done ?? refuse('SESSION_LIMIT_EXCEEDED', 'this server already runs 2 suites, the maximum')
    );
  } catch (error) {
    if (error instanceof AxionFault && error.code === 'CANCELLED') {
      return refuse('EXTERNAL_FAILURE', 'the run was cancelled; none of its files were kept');
    }
    throw error;
  }
}

/** The number of episodes and steps of an order. Refuses INVALID_ARGUMENT as `playSuite` does. */
function checkOrder(
  { config, protocol }: PlayOrder,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): { readonly episodes: number; readonly steps: number } {
  const fault = interfaceFault(protocol === 'v2' ? { ...config, v2: true } : config);
  if (fault !== undefined) return refuse('INVALID_ARGUMENT', fault);
  const episodes = config.agents.length * config.scenarios.length * config.episodes;
  const steps = episodes * config.steps;
  if (steps > TOTAL_STEPS_MAX) {
    return refuse(
      'INVALID_ARGUMENT',
      `expected at most ${TOTAL_STEPS_MAX} steps in total, received ${steps}; use \`toy-pseudo-axion run_suite\` for more`,
    );
  }
  return { episodes, steps };
}

/** What an order would play, without playing it. Refuses INVALID_ARGUMENT as `playSuite` does. */
export function previewOrder(
  order: PlayOrder,
  refuse: Refuse<'INVALID_ARGUMENT'>,
): { readonly data: JsonObject } {
  const { kind, config, protocol, watchdog_ms } = order;
  const { episodes, steps } = checkOrder(order, refuse);
  return {
    data: {
      would_run: { kind, config: { ...config }, protocol, watchdog_ms },
      budget: { episodes, steps, steps_max: TOTAL_STEPS_MAX },
    },
  };
}

/** The record of a run on the ledger: its configuration, and the digests of its files. */
export function suiteEvent(
  kind: SuiteOrder['kind'],
  { run_id, summary, files, folder }: FinishedSuite,
): PlannedEvent {
  return {
    type: 'experiment.run',
    aggregate_id: run_id,
    payload: { kind, run_id, folder, config: summary.config, files, result: outcomeOf(summary) },
  };
}

/** The limits of the agents that were run; empty unless every probe was used. */
export function judgedLimits(summary: Summary): Summary['thresholds'] {
  return Object.fromEntries(judgedThresholds(summary));
}

/** Pass rates by agent, and whether they meet the limits. */
function outcomeOf(summary: Summary): JsonObject {
  return {
    overall_pass_rate: Object.fromEntries(
      Object.entries(summary.agents).map(([name, agent]) => [name, agent.overall_pass_rate]),
    ),
    thresholds: judgedLimits(summary),
  };
}
