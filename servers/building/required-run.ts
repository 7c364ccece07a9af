/** @module required-run: a recorded run of a check by its id. */
import type { BuildingView, ValidationRun } from '../../kernel/building/view/view.ts';
import type { Refuse } from '../../schemas/plan.ts';

type RunsView = Pick<BuildingView, 'branch' | 'validationRun'>;

/** A run that the caller may see. Refuses RUN_NOT_FOUND for any other id. */
export async function requireRun(
  id: string,
  view: Pick<RunsView, 'validationRun'>,
  refuse: Refuse<'RUN_NOT_FOUND'>,
): Promise<ValidationRun> {
  return (
    (await view.validationRun(id)) ?? refuse('RUN_NOT_FOUND', `unknown validation run \`${id}\``)
  );
}

/**
 * A run of the branch of the view, for a file. Refuses RUN_NOT_FOUND for a run of another branch: readers of the file have
 * access to this branch, but perhaps not to the other one.
 */
export async function requireRunOfBranch(
  id: string,
  view: RunsView,
  refuse: Refuse<'RUN_NOT_FOUND'>,
): Promise<ValidationRun> {
  const run = await requireRun(id, view, refuse);
  if (run.branch === view.branch) return run;
  return refuse(
    'RUN_NOT_FOUND',
    `run \`${run.event_id}\` belongs to branch \`${run.branch}\`; expected a run of \`${view.branch}\``,
  );
}
