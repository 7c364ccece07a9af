/** @module comparable runs: the runs of a check with equal arguments, which find the same faults if they still exist. */
import { runsOfTool } from '../../../schemas/events.ts';
import { deepEqual } from '../../base/canonical/deep-equal.ts';
import { hasSameSight } from './shown-run.ts';
import type { BuildingView, ValidationRun } from './view.ts';

/** Number of runs of a tool that are searched for those with the same arguments. */
const RUNS_SEARCHED = 50;

/**
 * Those of the last 50 runs of the tool on this branch that have the same arguments and the same READ permission, newest
 * first.
 *
 * @param before only runs before this ledger seq
 */
export async function comparableRuns(
  { tool, options }: Pick<ValidationRun['payload'], 'tool' | 'options'>,
  view: BuildingView,
  before?: number,
): Promise<readonly ValidationRun[]> {
  const events = await view.history({
    element_id: runsOfTool(tool),
    limit: RUNS_SEARCHED,
    ...(before === undefined ? {} : { before }),
  });
  return events.filter(
    (event): event is ValidationRun =>
      event.type === 'validation.run' &&
      hasSameSight(event, view) &&
      deepEqual(event.payload.options, options),
  );
}
