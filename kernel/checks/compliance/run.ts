/** @module run: the state of one check: the view, the circumstances and memoized results. */
import type { ModelView } from '../../building/model/view.ts';

/** Facts about the building that its model does not contain. */
export type Circumstances = {
  /** Occupancy group of the whole building, such as `B`; if null, the group of each room follows from its usage. */
  readonly occupancy: string | null;
  /** Whether the whole building has sprinklers. */
  readonly sprinklered: boolean;
};

/** One check of one view. Results belong to the run: they end with it and cannot become stale. */
export type Run = {
  /** The part of the building that the agent may read. */
  readonly view: ModelView;
  readonly circumstances: Circumstances;
  /** The run of the view before a change, if this run is of the view after it. */
  readonly earlier?: Earlier;
};

/** A run before a change. Its results for levels outside `changed_levels` are still valid. */
export type Earlier = { readonly run: Run; readonly changed_levels: ReadonlySet<string> };

/** The run that computes a level: the earlier one if the change does not affect the level. */
export function runOfLevel(run: Run, level_id: string): Run {
  const { earlier } = run;
  return earlier === undefined || earlier.changed_levels.has(level_id) ? run : earlier.run;
}

/** Memoizes a function: it is evaluated at most once for each id in each run. */
export function oncePerRun<Result>(
  make: (run: Run, id: string) => Result,
): (run: Run, id: string) => Result {
  const runs = new WeakMap<Run, Map<string, { readonly result: Result }>>();
  return (run, id) => {
    const made = runs.get(run) ?? new Map<string, { readonly result: Result }>();
    runs.set(run, made);
    const known = made.get(id);
    if (known !== undefined) return known.result;
    const result = make(run, id);
    made.set(id, { result });
    return result;
  };
}
