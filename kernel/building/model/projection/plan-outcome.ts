/** @module plan outcome: the result of planned events, shown even if they no longer fit. */
import { affectedIds } from '../../../../schemas/element-changes.ts';
import { Refusal } from '../../../../schemas/errors.ts';
import { type PlannedEvent } from '../../../../schemas/events.ts';
import { deepEqual } from '../../../base/canonical/deep-equal.ts';
import { loadSolidKernel, SolidKernelFault } from '../../geometry/mesh/solid-kernel.ts';
import { Derived } from '../derived/derived.ts';
import { type Changed, changedParams } from '../effect/changed-params.ts';
import type { Views } from '../effect/effect-warnings.ts';
import { carriedIn, shownDifference } from '../effect/effect.ts';
import { type ElementResult, resultsOf } from '../effect/results.ts';
import type { ViewSource } from '../state-view.ts';
import { StateView } from '../state-view.ts';
import { ModelFault } from '../state/model-fault.ts';
import { newBatch } from '../state/persistent-vector.ts';
import type { BranchState } from '../state/state.ts';
import { elementIn, isKind } from '../state/state.ts';
import { evolvedOrFault } from './evolved-or-fault.ts';
import { ProjectedView } from './projected-view.ts';

/** The outcome of a plan on a branch. */
export type PlanOutcome = {
  /**
   * The current branch; if the plan does not fit, also the elements that no longer exist and that the plan still
   * deletes.
   */
  readonly before: ProjectedView;
  readonly after: ProjectedView;
  /** Ids of elements whose place or extent changes although no event names them; empty if the plan does not fit. */
  readonly carried: readonly string[];
  /** The resulting measures and displacements of named elements; empty if the plan does not fit. */
  readonly results: readonly ElementResult[];
  /** Parameters of changed elements that answers show differently from the stored values, by id and name. */
  readonly drawn: ReadonlyMap<string, Changed>;
  /** Why the plan does not fit the branch, or null if it fits. If it does not fit, `after` is a best effort. */
  readonly misfit: string | null;
};

/** Returns the outcome of a plan's events on a branch. */
export async function planOutcome(
  before: ProjectedView,
  events: readonly PlannedEvent[],
): Promise<PlanOutcome> {
  const { source } = before;
  const after = applied(source, events);
  if (after instanceof StateView) {
    const outcome = fittingOrFault(source, after, events);
    if (outcome !== null) return outcome;
  }
  if (after instanceof ModelFault) return adapted(source, events, after);
  // Some shapes need the solid kernel for their cuts. The kernel takes time to load.
  const exact = { ...source, derived: new Derived(await loadSolidKernel()) };
  const again = applied(exact, events);
  return again instanceof StateView ? fitting(exact, again, events) : adapted(exact, events, again);
}

/** Returns null if a body needs the solid kernel. */
function fittingOrFault(
  source: ViewSource,
  changed: StateView,
  events: readonly PlannedEvent[],
): PlanOutcome | null {
  try {
    return fitting(source, changed, events);
  } catch (error) {
    if (error instanceof SolidKernelFault) return null;
    throw error;
  }
}

function applied(
  source: ViewSource,
  events: readonly PlannedEvent[],
): StateView | ModelFault | Refusal | SolidKernelFault {
  try {
    return new StateView(source).apply(events);
  } catch (error) {
    if (error instanceof ModelFault || error instanceof Refusal) return error;
    if (error instanceof SolidKernelFault) return error;
    throw error;
  }
}

function fitting(
  source: ViewSource,
  changed: StateView,
  events: readonly PlannedEvent[],
): PlanOutcome {
  const { state, seq } = changed;
  const before = new ProjectedView(source);
  const views = { before: before.model, after: changed };
  return {
    before,
    after: new ProjectedView({ ...source, state, seq }),
    carried: carriedIn(views).map(({ id }) => id),
    results: resultsOf(views, [...affectedIds(events)], changed.regeneration.regenerated),
    drawn: drawnIn(views, events),
    misfit: null,
  };
}

/** Parameters of changed elements that are drawn differently from their stored values. */
function drawnIn(views: Views, events: readonly PlannedEvent[]): PlanOutcome['drawn'] {
  const { kinds } = views.after;
  return new Map(
    [...affectedIds(events)].flatMap((id): readonly (readonly [string, Changed])[] => {
      const [was, is] = [views.before.element(id), views.after.element(id)];
      if (was === undefined || is === undefined || kinds.of(is).shown === 'all') return [];
      const stored = changedParams(was, is);
      const drawn = Object.entries(shownDifference(was, is, kinds)).filter(
        ([name, { from, to }]) =>
          name in is.params && !deepEqual(from, to) && !deepEqual(stored[name], { from, to }),
      );
      return drawn.length === 0 ? [] : [[id, Object.fromEntries(drawn)]];
    }),
  );
}

/** The outcome of a plan whose events are adapted to the branch where possible. */
function adapted(
  source: ViewSource,
  events: readonly PlannedEvent[],
  { message: misfit }: Error,
): PlanOutcome {
  const restored = events.flatMap((event) => restoring(source.state, event) ?? []);
  const before = { ...source, state: evolvedLeniently(source.state, restored) };
  const after = { ...source, state: evolvedLeniently(before.state, events) };
  return {
    before: new ProjectedView(before),
    after: new ProjectedView(after),
    carried: [],
    results: [],
    drawn: new Map(),
    misfit,
  };
}

/** The event that re-creates an element which the plan deletes and which does not exist. */
function restoring(state: BranchState, event: PlannedEvent): PlannedEvent | null {
  if (event.type !== 'element.deleted') return null;
  const { element } = event.payload;
  if (elementIn(state, element.id) !== undefined) return null;
  const type = element.kind === 'level' ? 'level.created' : 'element.created';
  return { type, aggregate_id: element.id, payload: { element } };
}

/** The state after all events that fit once their expected values are replaced by the current ones. */
function evolvedLeniently(from: BranchState, events: readonly PlannedEvent[]): BranchState {
  const batch = newBatch();
  let state = from;
  for (const event of events) {
    const next = evolvedOrFault(state, expecting(state, event), state.last_seq + 1, batch);
    if (!(next instanceof ModelFault)) state = next;
  }
  return state;
}

/** The event as it would have been planned on this state. */
function expecting(state: BranchState, event: PlannedEvent): PlannedEvent {
  if (event.type === 'elements.joined') {
    const walls = event.payload.element_ids.flatMap((id) => {
      const wall = elementIn(state, id);
      return isKind(wall, 'wall') ? [wall] : [];
    });
    const element_ids = walls.map(({ id }) => id);
    const previous = Object.fromEntries(walls.map(({ id, params }) => [id, params.join_type]));
    return { ...event, payload: { ...event.payload, element_ids, previous } };
  }
  const element = elementIn(state, event.aggregate_id);
  if (element === undefined) return event;
  if (event.type === 'element.modified') {
    return { ...event, payload: { ...event.payload, previous: element.params } };
  }
  return event.type === 'element.deleted'
    ? { ...event, payload: { ...event.payload, element } }
    : event;
}
