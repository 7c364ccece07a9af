/** @module previous-run: the run with which a new run of the same check is compared. */
import { deepEqual } from '../../kernel/base/canonical/deep-equal.ts';
import { hasSameSight } from '../../kernel/building/view/shown-run.ts';
import type { BuildingView, ValidationRun } from '../../kernel/building/view/view.ts';
import { runsOfTool, type JsonObject } from '../../schemas/events.ts';

/** Number of runs of a tool that are searched for one with the same arguments. */
const RUNS_SEARCHED = 50;

/**
 * The last run of the tool on this branch with the same arguments and the same READ permission; null if there is none
 * among the last 50 runs.
 *
 * @param before only runs before this ledger seq
 */
export async function previousRun(
  { tool, options }: { readonly tool: string; readonly options: JsonObject },
  view: BuildingView,
  before?: number,
): Promise<ValidationRun | null> {
  const events = await view.history({
    element_id: runsOfTool(tool),
    limit: RUNS_SEARCHED,
    ...(before === undefined ? {} : { before }),
  });
  for (const event of events) {
    if (
      event.type === 'validation.run' &&
      hasSameSight(event, view) &&
      deepEqual(event.payload.options, options)
    ) {
      return event;
    }
  }
  return null;
}
