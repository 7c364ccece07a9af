/** @module previous-run: the run with which a new run of the same check is compared. */
import { comparableRuns } from '../../kernel/building/view/comparable-runs.ts';
import type { BuildingView, ValidationRun } from '../../kernel/building/view/view.ts';
import type { JsonObject } from '../../schemas/events.ts';

/**
 * The last run of the tool on this branch with the same arguments and the same READ permission; null if there is none
 * among the last 50 runs.
 *
 * @param before only runs before this ledger seq
 */
export async function previousRun(
  check: { readonly tool: string; readonly options: JsonObject },
  view: BuildingView,
  before?: number,
): Promise<ValidationRun | null> {
  const [last = null] = await comparableRuns(check, view, before);
  return last;
}
