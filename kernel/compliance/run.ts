/** @module run: what is shared while one view is checked: the view, what was asked, and measures taken once. */
import { finished, type Steps } from '../findings/steps.ts';
import type { ModelView } from '../model/view.ts';

/** Facts about the building that no geometry tells. */
export type Circumstances = {
  /** Occupancy group of the whole building, such as `B`; null takes that of each room's usage. */
  readonly occupancy: string | null;
  /** Whether sprinklers protect the whole building. */
  readonly sprinklered: boolean;
};

/** One check of one view. Nothing in it outlives the check, and nothing goes stale during it. */
export type Run = {
  /** As far as the agent sees the building. */
  readonly view: ModelView;
  readonly circumstances: Circumstances;
  /** The run of the view before a change, where this one is of the view after it. */
  readonly earlier?: Earlier;
};

/** What was worked out of the levels that a change does not reach holds after it. */
export type Earlier = { readonly run: Run; readonly changed_levels: ReadonlySet<string> };

/** The run in which a level is looked at: the one before a change that does not reach it. */
export function runOfLevel(run: Run, level_id: string): Run {
  const { earlier } = run;
  return earlier === undefined || earlier.changed_levels.has(level_id) ? run : earlier.run;
}

/** The same function, asked at most once for each id in each run. */
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

/** What takes long to work out: asked at once with `at`, or before that in steps. */
export type PreparedPerRun<Result> = {
  readonly at: (run: Run, id: string) => Result;
  readonly inSteps: (run: Run, id: string) => Steps<Result>;
};

/** The same as `oncePerRun` for what is worked out in steps. */
export function preparedPerRun<Result>(
  make: (run: Run, id: string) => Steps<Result>,
): PreparedPerRun<Result> {
  const runs = new WeakMap<Run, Map<string, { readonly result: Result }>>();
  function* inSteps(run: Run, id: string): Steps<Result> {
    const made = runs.get(run) ?? new Map<string, { readonly result: Result }>();
    runs.set(run, made);
    const known = made.get(id);
    if (known !== undefined) return known.result;
    const result = yield* make(run, id);
    made.set(id, { result });
    return result;
  }
  return { inSteps, at: (run, id) => finished(inSteps(run, id)) };
}
