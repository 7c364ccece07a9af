/** @module suite-job: plays a suite for a job and creates the event that records it. */
import { AxionFault } from '../../kernel/axion/axion-fault.ts';
import { judgedThresholds } from '../../kernel/axion/harness/report.ts';
import type { Summary } from '../../kernel/axion/harness/report.ts';
import { anchoredFault, v2Fault } from '../../kernel/axion/interfaces/interface-rules.ts';
import type { JsonObject, PlannedEvent } from '../../schemas/events.ts';
import type { Principal } from '../../schemas/governance.ts';
import type { Refuse } from '../../schemas/plan.ts';
import type { FinishedSuite, RunsView, SuiteOrder } from './view.ts';

/** Progress reports per run, at most. */
const PROGRESS_STEPS = 100;

/** Steps of a whole suite: about half an hour of one processor. */
const STEPS_OF_ALL_MAX = 1_000_000;

/** What playing a suite needs from its job. */
type SuiteContext = {
  readonly refuse: Refuse<'EXTERNAL_FAILURE' | 'SESSION_LIMIT_EXCEEDED' | 'INVALID_ARGUMENT'>;
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number, message: string) => void;
};

/**
 * Plays the suite. Refuses EXTERNAL_FAILURE when it was cancelled, SESSION_LIMIT_EXCEEDED when others are being played,
 * INVALID_ARGUMENT for one that is too long.
 */
export async function playSuite(
  view: RunsView,
  order: Pick<SuiteOrder, 'kind' | 'config' | 'protocol' | 'watchdog_ms'>,
  { refuse, principal, signal, progress }: SuiteContext,
): Promise<FinishedSuite> {
  const { config, protocol } = order;
  const fault =
    anchoredFault(config) ?? v2Fault({ ...config, ...(protocol === 'v2' ? { v2: true } : {}) });
  if (fault !== undefined) return refuse('INVALID_ARGUMENT', fault);
  const steps = config.agents.length * config.scenarios.length * config.episodes * config.steps;
  if (steps > STEPS_OF_ALL_MAX) {
    return refuse(
      'INVALID_ARGUMENT',
      `got ${steps} steps in all, want at most ${STEPS_OF_ALL_MAX}; use \`toy-pseudo-axion run_suite\` for more`,
    );
  }
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
    return done ?? refuse('SESSION_LIMIT_EXCEEDED', 'as many suites as may be are under way');
  } catch (error) {
    if (error instanceof AxionFault && error.code === 'CANCELLED') {
      return refuse('EXTERNAL_FAILURE', 'the run was cancelled, nothing of it was kept');
    }
    throw error;
  }
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

/** The limits of the agents that were run, where every probe was put. */
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
