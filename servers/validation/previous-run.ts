/** @module previous-run: the run that a new one of the same check is compared with. */
import { deepEqual } from '../../kernel/canonical/deep-equal.ts';
import { runsOfTool, type JsonObject } from '../../schemas/events.ts';
import { lookedBy } from '../building/shown-run.ts';
import type { BuildingView, ValidationRun } from '../building/view.ts';

/** Runs of a tool that are looked through for one with the same arguments. */
const LOOKED_AT = 50;

/**
 * The last run of the tool on this branch with the same arguments that saw as much; null when there is none among the
 * last 50.
 */
export async function previousRun(
  { tool, options }: { readonly tool: string; readonly options: JsonObject },
  view: BuildingView,
): Promise<ValidationRun | null> {
  const events = await view.history({ element_id: runsOfTool(tool), limit: LOOKED_AT });
  for (const event of events) {
    if (
      event.type === 'validation.run' &&
      lookedBy(event, view) &&
      deepEqual(event.payload.options, options)
    ) {
      return event;
    }
  }
  return null;
}
