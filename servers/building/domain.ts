/** @module domain: the building model as the gate governs it, always level with the ledger. */
import type { InputSchema } from '../../governance/tool/define.ts';
import type {
  Applied,
  Concealment,
  Domain,
  Effect,
  Requester,
  ScopeLevel,
  Sight,
  Touch,
  UnappliedEvent,
} from '../../governance/tool/domain.ts';
import { oneAtATime } from '../../governance/tool/one-at-a-time.ts';
import { inTurns, type Steps } from '../../kernel/findings/steps.ts';
import type { SolidKernel } from '../../kernel/geometry/mesh/solid-kernel.ts';
import { loadSolidKernel } from '../../kernel/geometry/mesh/solid-kernel.ts';
import { differingIds, effectOf } from '../../kernel/model/effect/effect.ts';
import { glanceWarnings } from '../../kernel/model/effect/glance/glance.ts';
import { lostBodies, type PastOf } from '../../kernel/model/effect/lost-bodies.ts';
import { buildingsOf, lostPlaces } from '../../kernel/model/effect/lost-places.ts';
import { nearMissWarnings } from '../../kernel/model/effect/near-misses.ts';
import { resultsOf } from '../../kernel/model/effect/results.ts';
import type { ElementTouch } from '../../kernel/model/effect/touch.ts';
import type { BranchSummary } from '../../kernel/model/model.ts';
import type { Model } from '../../kernel/model/model.ts';
import { withGroups } from '../../kernel/model/plan/groups/with-groups.ts';
import type { StateView } from '../../kernel/model/state-view.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { PlannedEvent } from '../../schemas/events.ts';
import { affectedIds } from '../../schemas/events.ts';
import type { Loss } from '../../schemas/governance.ts';
import { VIEW_CATEGORY } from '../../schemas/permissions.ts';
import type { IdSource, NameLookup, Pause, Plan } from '../../schemas/plan.ts';
import type { Surroundings } from './branch-view.ts';
import { BranchView } from './branch-view.ts';
import { corrections, type Refused } from './corrections/corrections.ts';
import { drawingOn } from './drawn-on.ts';
import { type EventSource, historyOf, liesOn, type Line, operationOf } from './event-source.ts';
import {
  blind,
  concealmentOf,
  isConcealed,
  type IsHidden,
  shownWarnings,
  withoutHidden,
} from './hidden.ts';
import { type Beginning, LedgerModel } from './ledger-model.ts';
import { asMerge } from './merge-refusal.ts';
import { lookupOn, namesIn } from './names/given-names.ts';
import { meantArguments } from './names/meant-elements.ts';
import { meantNames } from './names/meant-names.ts';
import { namedWarnings } from './names/named-warnings.ts';
import { readPasts } from './read-pasts.ts';
import { RestrictedView } from './restricted-view.ts';
import { shownChange } from './shown-change.ts';
import { assertHoldsUnseen } from './sight-checks.ts';
import type { BuildingView } from './view.ts';

/** The model behind the ledger. */
export class BuildingDomain implements Domain<BuildingView> {
  readonly #events: EventSource;
  readonly #ledger: LedgerModel;
  readonly #around: Surroundings;
  /** The view that was asked for last, while nothing has been applied since: the next call often wants the same. */
  #latest: BuildingView | null = null;
  readonly #states = new WeakMap<BuildingView, StateView>();
  /** Applies what was committed since the last call. */
  readonly catchUp: () => Promise<void>;

  constructor(events: EventSource, solids: SolidKernel | null, beginning: Beginning = {}) {
    this.#events = events;
    this.#ledger = new LedgerModel(events, solids, beginning);
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
      operationOf: async (id) => await operationOf(events, id),
      history: async (branch, query) => {
        const span = { line: this.#lineOf(branch), last: this.#model.lastSeq };
        return await historyOf(events, span, query);
      },
      drawing: async (branch, id) => {
        const lineOf = (name: string): Line => this.#lineOf(name);
        return await drawingOn({ events, lineOf }, branch, id);
      },
      viewOf: (state) => this.#viewOf(state),
    };
  }

  unapplied(): UnappliedEvent | null {
    const { fault } = this.#ledger;
    return fault === null || fault.event === null ? null : { ...fault.event, why: fault.why };
  }

  #viewOf(state: StateView): BuildingView {
    const view = new BranchView(state, this.#around);
    this.#states.set(view, state);
    return view;
  }

  /** The state of a whole view. A restricted view has none: what is decided on the whole model cannot be asked of it. */
  #stateOf(view: BuildingView): StateView {
    const state = this.#states.get(view);
    if (state === undefined) throw new Error('expected the whole view of a branch');
    return state;
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
    const known = this.#model.branches();
    const open = known.filter(({ status }) => status === 'open').map(({ name }) => name);
    const discarded = known.some(({ name }) => name === branch);
    throw new Refusal(
      'BRANCH_NOT_FOUND',
      discarded ? `branch \`${branch}\` was discarded` : `no branch \`${branch}\``,
      'use one of data.branches, or create_branch first',
      { branch, branches: open.slice(0, 100) },
    );
  }

  restricted(view: BuildingView, sight: Sight): BuildingView {
    return new RestrictedView(view, sight);
  }

  concealment(
    whole: BuildingView,
    seen: BuildingView,
    given: readonly string[],
  ): Concealment | null {
    if (seen === whole) return null;
    const isHidden = hiddenIn(whole, seen);
    return concealmentOf((id) => isHidden(id) && !given.some((text) => text.includes(id)));
  }

  named(view: BuildingView, who: Requester): NameLookup {
    const span = { line: this.#lineOf(view.branch), last: this.#model.lastSeq, view };
    return lookupOn(this.#events, span, who);
  }

  async meant(
    input: InputSchema,
    given: Readonly<Record<string, unknown>>,
    { view, named }: { readonly view: BuildingView; readonly named: NameLookup },
  ): Promise<Readonly<Record<string, unknown>>> {
    return meantArguments(input, given, { view, names: await namesIn(given, named) });
  }

  corrections(refused: Refused, view: BuildingView): Iterable<Readonly<Record<string, unknown>>> {
    return corrections(refused, view);
  }

  branchSeq(view: BuildingView): number {
    return view.branch_seq;
  }

  version(view: BuildingView, id: string): number {
    return view.version(id);
  }

  *completed<P extends Plan<unknown>>(
    plan: P,
    { whole, seen }: { readonly whole: BuildingView; readonly seen: BuildingView },
    ids: IdSource,
  ): Steps<P> {
    if (seen === whole) return yield* withGroups(plan, whole, ids);
    const isHidden = hiddenIn(whole, seen);
    const concealed = isConcealed(whole, isHidden);
    const completed = yield* followedUnseen(withGroups(plan, whole, ids), concealed);
    const along = completed.events.slice(plan.events.length);
    if ([...affectedIds(along)].some(isHidden)) throw blind(ALIKE);
    const [said, more] = [plan.warnings ?? [], completed.warnings ?? []];
    const warnings = [...said, ...shownWarnings(more.slice(said.length), isHidden)];
    return { ...completed, warnings };
  }

  *effect(
    view: BuildingView,
    events: readonly PlannedEvent[],
    seen: BuildingView,
  ): Steps<Effect<BuildingView>> {
    const ids = affectedIds(events);
    if (seen === view) {
      const whole = yield* asMerge(events, this.#effect(view, events));
      const sides = { before: view, after: whole.after };
      const near = yield* lookedAt(sides, ids);
      return {
        ...whole,
        results: () => resultsOf(sides, [...ids], whole.regenerated),
        picture: (pause) => pictureOf(sides, [[...ids], whole.regenerated], pause),
        named: (warnings) => namedWarnings(warnings, sides),
        warnings: [...whole.warnings, ...near],
      };
    }
    const isHidden = hiddenIn(view, seen);
    const whole = yield* withoutHidden(
      asMerge(events, this.#effect(view, events)),
      isConcealed(view, isHidden),
    );
    const { after, touches, carried, changes, regenerated, warnings } = whole;
    const seenAfter = yield* seen.applying(events);
    const sides = { before: seen, after: seenAfter };
    const shownRegenerated = regenerated.filter((id) => !isHidden(id));
    yield* assertHoldsUnseen({
      before: view,
      after,
      seen: seenAfter,
      isHidden,
      touches,
      carried,
    });
    const near = yield* lookedAt(sides, ids);
    return {
      ...whole,
      touches: touches.map((touch) => shownTouch(touch, isHidden)),
      carried: carried.map((touch) => shownTouch(touch, isHidden)),
      changes: changes.map((change) => shownChange(change, sides)),
      regenerated: shownRegenerated,
      results: () => resultsOf(sides, [...ids], shownRegenerated),
      picture: (pause) => pictureOf(sides, [[...ids], shownRegenerated], pause),
      named: (said) => namedWarnings(said, sides),
      warnings: [
        ...shownWarnings(warnings, isHidden),
        // Asked of what is seen, so that not even the place of something hidden is told.
        ...near,
      ],
    };
  }

  *#effect(
    view: BuildingView,
    events: readonly PlannedEvent[],
  ): Steps<Omit<Effect<BuildingView>, 'results' | 'named' | 'picture'>> {
    const before = this.#stateOf(view);
    const effect = yield* effectOf(before, events);
    const { after, touches, carried, changes, regenerated, warnings } = effect;
    const meant = meantNames(before.elementsOf('level'));
    const placed = (touch: ElementTouch): Touch => placedTouch(touch, { before, after }, meant);
    return {
      after: this.#viewOf(after),
      touches: [...touches.map(placed), ...drawingTouches(events, before, meant)],
      changes,
      carried: carried.map(placed),
      regenerated,
      warnings,
    };
  }

  async losses(
    { before, seen }: Applied<BuildingView>,
    { after, touches, carried }: Effect<BuildingView>,
    pause: Pause,
  ): Promise<readonly Loss[]> {
    const views = { before: this.#stateOf(before), after: this.#stateOf(after) };
    const changed = [...touches, ...carried].map(({ id }) => id);
    const reached = [...changed, ...views.after.regeneration.regenerated];
    const pastOf = async (id: string): ReturnType<PastOf> => await readPasts(before, id);
    const bodies = await lostBodies(views, reached, pastOf, pause);
    const places = lostPlaces(views, changed, buildingsOf(seen));
    return [
      ...bodies.map(({ id: element_id, kind, measure, before: had, after: has }): Loss => {
        return { loss: 'body', element_id, kind, measure, before: had, after: has };
      }),
      ...places.map(({ id: element_id, kind, outside_mm }): Loss => {
        return { loss: 'place', element_id, kind, outside_mm };
      }),
    ];
  }

  readBack(
    branch: string,
    planned: BuildingView,
    events: readonly PlannedEvent[],
  ): readonly string[] {
    const actual = this.#model.view(branch);
    // A discarded branch has no state to compare; that it is gone is what was promised.
    return actual === null ? [] : differingIds(this.#stateOf(planned), actual, events);
  }

  /** The branch and its ancestors, each with the last ledger seq that counts for the branch. */
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

const ALIKE = 'change what is alike elsewhere';

/** The work. Whether what is hidden could follow is not told apart from that it would have to. */
function* followedUnseen<T>(work: Steps<T>, isHidden: IsHidden): Steps<T> {
  try {
    return yield* work;
  } catch (error) {
    throw concealmentOf(isHidden).refusal(error) === error ? error : blind(ALIKE);
  }
}

/** Warnings of what lies about what the events name, on the sides that the caller sees. */
function* lookedAt(
  sides: { readonly before: BuildingView; readonly after: BuildingView },
  ids: ReadonlySet<string>,
): Steps<readonly string[]> {
  const near = yield* nearMissWarnings(sides, ids);
  return [...near, ...(yield* glanceWarnings(sides, ids))];
}

/** What draws is loaded by who asks for a picture. */
async function pictureOf(
  sides: { readonly before: BuildingView; readonly after: BuildingView },
  [named, regenerated]: readonly [named: readonly string[], regenerated: readonly string[]],
  pause: Pause,
): Promise<Uint8Array | null> {
  const { changePng } = await import('../../kernel/picture/plan/change-png.ts');
  const results = await inTurns(resultsOf(sides, named, regenerated), pause);
  return await inTurns(changePng(sides, named, results), pause);
}

/** The touch as a scope reads it: a level means what it meant before the events. */
function placedTouch(
  touch: ElementTouch,
  views: { readonly before: StateView; readonly after: StateView },
  meant: ReadonlyMap<string, string>,
): Touch {
  const levels = touch.levels.map((level_id): ScopeLevel => {
    const level =
      views.before.elementOf(level_id, 'level') ?? views.after.elementOf(level_id, 'level');
    const shown = level?.params.name ?? level_id;
    return { id: level_id, meant: meant.get(level_id) ?? null, shown };
  });
  return { ...touch, levels };
}

/** Views and sheets as a scope reads them: they stand on the levels that they name, and have no body. */
function drawingTouches(
  events: readonly PlannedEvent[],
  view: StateView,
  meant: ReadonlyMap<string, string>,
): readonly Touch[] {
  return events.flatMap((event): readonly Touch[] => {
    if (event.type !== 'view.created' && event.type !== 'sheet.created') return [];
    const levels = event.payload.level_ids.map((id): ScopeLevel => {
      const shown = view.elementOf(id, 'level')?.params.name ?? id;
      return { id, meant: meant.get(id) ?? null, shown };
    });
    const kind = event.type === 'view.created' ? 'view' : 'sheet';
    const touch = {
      id: event.aggregate_id,
      action: 'CREATE',
      kind,
      category: VIEW_CATEGORY,
    } as const;
    return [{ ...touch, levels, before: [], after: [], scoped: true }];
  });
}

/** Whether an id is that of an element that is there and not seen. */
function hiddenIn(whole: BuildingView, seen: BuildingView): IsHidden {
  return (id) => whole.element(id) !== undefined && seen.element(id) === undefined;
}

/** The touch without the names of levels that are not seen. */
function shownTouch(touch: Touch, isHidden: IsHidden): Touch {
  const levels = touch.levels.map((level) =>
    isHidden(level.id) ? { ...level, shown: null } : level,
  );
  return { ...touch, levels };
}

/** Opens the domain over a store's reader, with the solid kernel loaded. */
export async function openBuildingDomain(
  events: EventSource,
  beginning: Beginning = {},
): Promise<Domain<BuildingView>> {
  return new BuildingDomain(events, await loadSolidKernel(), beginning);
}
