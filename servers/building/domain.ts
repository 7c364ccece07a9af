/** @module domain: the building model as the domain of the gate; it applies every committed event of the ledger. */
import type {
  CallerView,
  Domain,
  Effect,
  Touch,
  UnappliedEvent,
  Versions,
} from '../../governance/tool/domain.ts';
import { oneAtATime } from '../../governance/tool/one-at-a-time.ts';
import { deepEqual } from '../../kernel/base/canonical/deep-equal.ts';
import type { SolidKernel } from '../../kernel/building/geometry/mesh/solid-kernel.ts';
import { loadSolidKernel } from '../../kernel/building/geometry/mesh/solid-kernel.ts';
import { PlannedMeshes } from '../../kernel/building/imports/planned-meshes.ts';
import { advisedIds } from '../../kernel/building/model/effect/advised.ts';
import { effectOf } from '../../kernel/building/model/effect/effect.ts';
import { lostBodies, type PastOf } from '../../kernel/building/model/effect/lost-bodies.ts';
import { buildingsOf, lostPlaces } from '../../kernel/building/model/effect/lost-places.ts';
import { resultsOf } from '../../kernel/building/model/effect/results.ts';
import type { ElementTouch } from '../../kernel/building/model/effect/touch.ts';
import type { BranchSummary } from '../../kernel/building/model/model.ts';
import type { Model } from '../../kernel/building/model/model.ts';
import { completedPlan } from '../../kernel/building/model/plan/completed-plan.ts';
import { isUnpinning } from '../../kernel/building/model/plan/walls/with-unpinned.ts';
import { scopedLevelNames } from '../../kernel/building/model/scoped-level-names.ts';
import type { StateView } from '../../kernel/building/model/state-view.ts';
import { provideAll, provideManifests } from '../../kernel/building/model/state/manifests.ts';
import type { Surroundings } from '../../kernel/building/view/branch-view.ts';
import { BranchView } from '../../kernel/building/view/branch-view.ts';
import {
  type EventSource,
  historyOf,
  topicEventsOf,
  liesOn,
  type Line,
  operationOf,
} from '../../kernel/building/view/event-source.ts';
import {
  blind,
  concealmentOf,
  isConcealed,
  shownWarnings,
  withoutHidden,
} from '../../kernel/building/view/hidden.ts';
import { importedFileIn, storedFilesIn } from '../../kernel/building/view/imported-file.ts';
import { type Beginning, LedgerModel } from '../../kernel/building/view/ledger-model.ts';
import { lookupOn, namesIn } from '../../kernel/building/view/names/given-names.ts';
import { namedWarnings } from '../../kernel/building/view/names/named-warnings.ts';
import { ownView } from '../../kernel/building/view/own-view.ts';
import type { Present } from '../../kernel/building/view/past/seen-log.ts';
import { SeenLogs } from '../../kernel/building/view/past/seen-logs.ts';
import { Timelines } from '../../kernel/building/view/past/timelines.ts';
import { readPasts } from '../../kernel/building/view/read-pasts.ts';
import { RestrictedView } from '../../kernel/building/view/restricted-view.ts';
import type { BuildingView } from '../../kernel/building/view/view.ts';
import { affectedIds } from '../../schemas/element-changes.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import type { Loss } from '../../schemas/governance.ts';
import type { IdSource, Plan, PlanBlob } from '../../schemas/plan.ts';
import type { Sight } from '../../schemas/sight.ts';
import { changePicture, nearbyWarnings, type Sides } from './change-picture.ts';
import { drawingOn } from './drawn-on.ts';
import { drawingChanges, drawingTouches, placedTouch } from './effect-touches.ts';
import { resolvedArguments } from './element-references.ts';
import { asMerge } from './merge-refusal.ts';
import { momentOfEvent, pastSeenView, type PastSources, pastView } from './past.ts';
import { assertNotImported, openedImports } from './planned-imports.ts';
import { plannedView, type PlannedView } from './planned-view.ts';
import {
  ALIKE,
  hiddenIn,
  shownChange,
  shownTouch,
  UNPINNED,
  withoutHiddenGroups,
} from './shown-change.ts';
import { assertValidOnWhole } from './sight/sight-checks.ts';
import { withTopicTouches } from './topics/topic-touches.ts';

/** The part of an effect that is computed immediately. */
type WholeEffect = Omit<
  Effect<BuildingView>,
  'results' | 'picture' | 'losses' | 'expected' | 'withNames'
>;

/** The building model that is derived from the ledger. */
export class BuildingDomain implements Domain<BuildingView> {
  readonly #events: EventSource;
  readonly #ledger: LedgerModel;
  readonly #meshes: PlannedMeshes;
  readonly #around: Surroundings;
  readonly #timelines: Timelines;
  readonly #seen: SeenLogs;
  /** The last view, until another event is applied: the next call often needs the same view. */
  #latest: BuildingView | null = null;
  /** Applies the events committed since the last call. */
  readonly catchUp: () => Promise<void>;

  constructor(events: EventSource, solids: SolidKernel | null, beginning: Beginning = {}) {
    this.#events = events;
    this.#timelines = new Timelines(events, beginning.snapshots ?? null);
    this.#seen = new SeenLogs({
      events,
      at: async (branch, seq) => await pastView(this.#pastSources, branch, seq),
    });
    this.#meshes = new PlannedMeshes(beginning.meshes ?? null);
    this.#ledger = new LedgerModel(events, solids, { ...beginning, meshes: this.#meshes });
    this.catchUp = oneAtATime(async () => {
      const [model, { lastSeq }] = [this.#model, this.#model];
      try {
        await this.#ledger.catchUp();
      } finally {
        if (this.#model !== model || model.lastSeq !== lastSeq) this.#latest = null;
      }
    });
    this.#around = {
      state: (branch) => this.#model.view(branch),
      mergeBase: (source, target) => this.#model.mergeBase(source, target),
      branches: () => this.#model.branches(),
      includes: (branch, event) => liesOn(this.#lineOf(branch), event),
      operationOf: async (id) => {
        const operation = await operationOf(events, id);
        // Undo compares the elements of an import with its manifest.
        await provideManifests(this.#model.keys.manifests, operation ?? [], events);
        return operation;
      },
      openImports: async (records) => {
        const digests = records.map(({ manifest }) => manifest.sha256);
        await provideAll(this.#model.keys.manifests, digests, events);
      },
      history: async (branch, query) => {
        const span = { line: this.#lineOf(branch), last: this.#model.lastSeq };
        return await historyOf(events, span, query);
      },
      topicEvents: (branch) => topicEventsOf(events, this.#lineOf(branch), this.#model.lastSeq),
      stateAt: async (branch, seq) => await this.#timelines.at(this.#model, branch, seq),
      importedFile: async (branch, import_id) =>
        await importedFileIn(events, import_id, this.#lineOf(branch)),
      ...storedFilesIn(events),
      drawing: async (branch, id) =>
        await drawingOn({ events, lineOf: (name) => this.#lineOf(name) }, branch, id),
    };
  }

  unapplied(): UnappliedEvent | null {
    const { fault } = this.#ledger;
    return fault === null || fault.event === null ? null : { ...fault.event, why: fault.why };
  }

  #viewOf(state: StateView): BranchView {
    return state instanceof BranchView ? state : new BranchView(state, this.#around);
  }

  /** Ledger seq up to which the last `catchUp` has read. */
  get lastSeq(): number {
    return this.#model.lastSeq;
  }

  get #model(): Model {
    return this.#ledger.model;
  }

  view(branch: string): BuildingView {
    if (this.#latest?.branch === branch) return this.#latest;
    const state = this.#model.view(branch);
    if (state !== null) {
      this.#latest = this.#viewOf(state);
      return this.#latest;
    }
    throw this.#unknown(branch);
  }

  /**
   * The whole branch, open or discarded, as it was after ledger event `seq`, which is known since the last `catchUp`. Other
   * branches are as they are now. Refuses BRANCH_NOT_FOUND, and INVALID_ARGUMENT for a `seq` that the log does not have.
   */
  async past(branch: string, seq: number): Promise<BranchView> {
    const view = await pastView(this.#pastSources, branch, seq);
    if (view === null) throw this.#unknown(branch);
    return view;
  }

  /**
   * The moment of `past` as a caller with this sight sees it; null for a caller that sees everything. Nothing that is hidden
   * now, or was hidden when it was deleted, is visible.
   */
  async pastCallerView(
    branch: string,
    seq: number,
    sight: Sight | null,
  ): Promise<CallerView<BuildingView>> {
    const whole = await this.past(branch, seq);
    if (sight === null) return this.#callerView(whole, whole);
    const seen = await pastSeenView(this.#pastSources, { branch, seq }, sight);
    if (seen === null) throw this.#unknown(branch);
    return this.#callerView(seen.whole, seen.view);
  }

  /** Ledger seq at the end of the operation of an event; null if the view does not have the event or hides it. */
  async momentOfEvent(view: BuildingView, event_id: string): Promise<number | null> {
    return await momentOfEvent(this.#events, view, event_id);
  }

  /**
   * The branch before and after planned events, also of a plan that no longer fits. Its imports are known until it is disposed
   * of. Refuses BRANCH_NOT_FOUND unless the branch is open or the events create it.
   */
  async planned(branch: string, events: readonly PlannedEvent[]): Promise<PlannedView> {
    const creation = events.find((event) => event.type === 'branch.created');
    const isNew = creation?.payload.name === branch && this.#model.view(branch) === null;
    const before = isNew
      ? await this.past(
          creation.payload.from,
          Math.min(creation.payload.from_seq, this.#model.lastSeq),
        )
      : branchViewOf(this.view(branch));
    return await plannedView(before, events, {
      held: await this.openImports(events),
      viewOf: (state) => this.#viewOf(state),
    });
  }

  get #pastSources(): PastSources {
    return {
      events: this.#events,
      model: this.#model,
      timelines: this.#timelines,
      seen: this.#seen,
      around: this.#around,
      lineOf: (name) => this.#lineOf(name),
    };
  }

  #unknown(branch: string): Refusal {
    const known = this.#model.branches();
    const open = known.filter(({ status }) => status === 'open').map(({ name }) => name);
    const discarded = known.some(({ name }) => name === branch);
    return new Refusal(
      'BRANCH_NOT_FOUND',
      discarded ? `branch \`${branch}\` was discarded` : `no branch \`${branch}\``,
      'use one of data.branches, or create_branch first',
      { branch, branches: open.slice(0, 100) },
    );
  }

  callerView(whole: BuildingView, sight: Sight | null): CallerView<BuildingView> {
    if (sight === null) return this.#callerView(whole, whole);
    const present = this.#presentOf(whole);
    const reading = present === null ? {} : this.#seen.reading(present, sight);
    return this.#callerView(whole, new RestrictedView(whole, sight, reading));
  }

  /**
   * Reads some of the log of a branch in advance for callers with this sight. Returns whether more remains.
   */
  async readAhead(branch: string, sight: Sight): Promise<boolean> {
    const present = this.#model.view(branch) === null ? null : this.#presentOf(this.view(branch));
    return present !== null && (await this.#seen.readAhead(present, sight));
  }

  /** The branch of a view that is its present; null for a view of another moment, and for one of a plan. */
  #presentOf(whole: BuildingView): Present | null {
    if (!(whole instanceof BranchView)) return null;
    const { branch, state } = whole;
    if (this.#model.record(branch)?.state !== state) return null;
    return { whole, last: this.#model.lastSeq, line: this.#lineOf(branch) };
  }

  #callerView(whole: BuildingView, view: BuildingView): CallerView<BuildingView> {
    return {
      whole,
      view,
      concealment: (given) => {
        if (view === whole) return null;
        const isHidden = hiddenIn(whole, view);
        return concealmentOf((id) => isHidden(id) && !given.some((text) => text.includes(id)));
      },
      names: (requester) => {
        const span = { line: this.#lineOf(view.branch), last: this.#model.lastSeq, view };
        return lookupOn(this.#events, span, requester);
      },
      resolve: async (input, given, names) =>
        resolvedArguments(input, given, { view, names: await namesIn(given, names) }),
    };
  }

  versions(view: BuildingView): Versions {
    return { branch_seq: view.branch_seq, of: (id) => view.version(id) };
  }

  complete<P extends Plan<unknown>>(
    plan: P,
    { whole, view }: CallerView<BuildingView>,
    ids: IdSource,
  ): P {
    if (view === whole) return completedPlan(plan, whole, ids);
    const isHidden = hiddenIn(whole, view);
    const concealed = isConcealed(whole, isHidden);
    const completed = withoutHiddenGroups(
      () => completedPlan(plan, whole, ids, isHidden),
      concealed,
    );
    const added = completed.events.slice(plan.events.length);
    if ([...affectedIds(added.filter(isUnpinning))].some(isHidden)) throw blind(UNPINNED);
    if ([...affectedIds(added)].some(isHidden)) throw blind(ALIKE);
    const [planned, all] = [plan.warnings ?? [], completed.warnings ?? []];
    const warnings = [...planned, ...shownWarnings(all.slice(planned.length), isHidden)];
    return { ...completed, warnings };
  }

  async openImports(
    events: readonly PlannedEvent[],
    blobs: readonly PlanBlob[] = [],
  ): Promise<Disposable> {
    const sources = { meshes: this.#meshes, store: this.#events };
    return await openedImports(events, blobs, {
      manifests: this.#model.keys.manifests,
      ...sources,
    });
  }

  effect(on: CallerView<BuildingView>, events: readonly PlannedEvent[]): Effect<BuildingView> {
    return withTopicTouches(this.#changeOf(on, events), events, branchViewOf(on.whole));
  }

  #changeOf(on: CallerView<BuildingView>, events: readonly PlannedEvent[]): Effect<BuildingView> {
    const ids = branchViewOf(on.whole).changedBy(events);
    assertNotImported(events, ids, on);
    if (on.view === on.whole) {
      const whole = asMerge(events, () => this.#wholeEffect(on.whole, events));
      const sides = { before: on.whole, after: whole.after };
      const near = nearbyWarnings(sides, advisedIds(events, on.whole, ids));
      const warnings = [...whole.warnings, ...near];
      return this.#effectOn(on, sides, { ...whole, ids: [...ids], warnings });
    }
    const isHidden = hiddenIn(on.whole, on.view);
    const whole = withoutHidden(
      () => asMerge(events, () => this.#wholeEffect(on.whole, events)),
      isConcealed(on.whole, isHidden),
    );
    const { after, touches, carried, changes, regenerated, warnings } = whole;
    const seenAfter = on.view.apply(events);
    const sides = { before: on.view, after: seenAfter };
    assertValidOnWhole({
      before: on.whole,
      after,
      seen: seenAfter,
      isHidden,
      touches,
      carried,
    });
    // These warnings are computed on the caller's view, so that they do not reveal the position of a hidden element.
    const near = nearbyWarnings(sides, advisedIds(events, on.view, ids));
    return this.#effectOn(on, sides, {
      after,
      touches: touches.map((touch) => shownTouch(touch, isHidden)),
      carried: carried.map((touch) => shownTouch(touch, isHidden)),
      changes: changes.map((change) => shownChange(change, sides)),
      regenerated: regenerated.filter((id) => !isHidden(id)),
      ids: [...ids],
      warnings: [...shownWarnings(warnings, isHidden), ...near],
    });
  }

  /**
   * The effect, with parts that are computed on request: results, picture and names from the caller's views, losses
   * from the complete view.
   */
  #effectOn(
    on: CallerView<BuildingView>,
    sides: Sides,
    { ids, ...effect }: WholeEffect & { readonly ids: readonly string[] },
  ): Effect<BuildingView> {
    return {
      ...effect,
      results: () => resultsOf(sides, ids, effect.regenerated),
      picture: () => changePicture(sides, [ids, effect.regenerated]),
      losses: () => this.#lossesOf(on, effect),
      expected: () => elementsIn(effect.after, ids),
      withNames: (warnings) => namedWarnings(warnings, sides),
    };
  }

  #wholeEffect(view: BuildingView, events: readonly PlannedEvent[]): WholeEffect {
    const before = branchViewOf(view);
    const effect = effectOf(before, events);
    const { after, touches, carried, changes, regenerated, warnings } = effect;
    const meant = scopedLevelNames(before.elementsOf('level'));
    const placed = (touch: ElementTouch): Touch => placedTouch(touch, { before, after }, meant);
    return {
      after: this.#viewOf(after),
      touches: [...touches.map(placed), ...drawingTouches(events, before, meant)],
      changes: [...changes, ...drawingChanges(events)],
      carried: carried.map(placed),
      regenerated,
      warnings,
    };
  }

  /** Losses of bodies, computed on the complete view, and of places in the building, computed on the caller's view. */
  async #lossesOf(
    on: CallerView<BuildingView>,
    { after, touches, carried }: WholeEffect,
  ): Promise<readonly Loss[]> {
    const views = { before: branchViewOf(on.whole), after: branchViewOf(after) };
    const changed = [...touches, ...carried].map(({ id }) => id);
    const reached = [...changed, ...views.after.regeneration.regenerated];
    const pastOf = async (id: string): ReturnType<PastOf> => await readPasts(on.whole, id);
    const bodies = await lostBodies(views, reached, pastOf);
    const places = lostPlaces(views, changed, buildingsOf(ownView(on.view)));
    return [
      ...bodies.map(({ id: element_id, kind, measure, before: had, after: has }): Loss => {
        return { loss: 'body', element_id, kind, measure, before: had, after: has };
      }),
      ...places.map(({ id: element_id, kind, outside_mm }): Loss => {
        return { loss: 'place', element_id, kind, outside_mm };
      }),
    ];
  }

  readBack(branch: string, expected: Readonly<Record<string, unknown>>): readonly string[] {
    const actual = this.#model.view(branch);
    // A discarded branch has no state to compare; its absence is the planned result.
    if (actual === null) return [];
    return Object.entries(expected).flatMap(([id, state]) =>
      deepEqual(state, actual.element(id) ?? null) ? [] : [id],
    );
  }

  /** The branch and its ancestors, each with the last ledger seq that belongs to the history of the branch. */
  #lineOf(branch: string): Line {
    const by_name = new Map<string, BranchSummary>(
      this.#model.branches().map((summary) => [summary.name, summary]),
    );
    const line = new Map<string, number>();
    let until = Infinity;
    for (let at = by_name.get(branch); at !== undefined;) {
      line.set(at.name, until);
      until = Math.min(until, at.from_seq);
      at = at.parent === null ? undefined : by_name.get(at.parent);
    }
    return line;
  }
}

/**
 * Returns the complete view of the branch. Throws for a restricted view, because decisions are made on the whole model.
 */
function branchViewOf(view: BuildingView): BranchView {
  if (!(view instanceof BranchView)) throw new Error('expected the whole view of a branch');
  return view;
}

/** The elements with these ids on the whole branch; null for ids that the branch does not have. */
function elementsIn(view: BuildingView, ids: readonly string[]): Readonly<Record<string, unknown>> {
  const whole = branchViewOf(view);
  return Object.fromEntries(ids.map((id) => [id, whole.element(id) ?? null]));
}

/** Opens the domain over a store's reader, with the solid kernel loaded. */
export async function openBuildingDomain(
  events: EventSource,
  beginning: Beginning = {},
): Promise<BuildingDomain> {
  return new BuildingDomain(events, await loadSolidKernel(), beginning);
}
