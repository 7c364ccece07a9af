/** @module domain: the building model as the gate governs it, always level with the ledger. */
import type { Asked, Domain, Effect, Place, Touch } from '../../governance/tool/domain.ts';
import type { SolidKernel } from '../../kernel/geometry/solid-kernel.ts';
import { loadSolidKernel } from '../../kernel/geometry/solid-kernel.ts';
import type { ElementTouch } from '../../kernel/model/effect.ts';
import { differingIds, effectOf } from '../../kernel/model/effect.ts';
import type { BranchSummary } from '../../kernel/model/model.ts';
import { Model } from '../../kernel/model/model.ts';
import type { StateView } from '../../kernel/model/state-view.ts';
import { Refusal } from '../../schemas/errors.ts';
import type { PlannedEvent, StoredEvent } from '../../schemas/events.ts';
import type { Surroundings } from './branch-view.ts';
import { BranchView } from './branch-view.ts';
import { RestrictedView } from './restricted-view.ts';
import type { BuildingView, HistoryQuery } from './view.ts';

/** Events read at once. */
const BATCH = 2000;
/** Largest window of the ledger that one step of a history search reads. */
const HISTORY_WINDOW = 1000;

/** What the domain reads of the ledger; an embedded store answers at once. */
export type EventSource = {
  /** Changes whenever someone has committed. */
  readonly changeCounter: () => number;
  readonly headSeq: () => number;
  readonly eventsAfter: (seq: number, limit: number) => readonly StoredEvent[];
  readonly eventsOfOperation: (operation_id: string) => readonly StoredEvent[];
  readonly eventById: (event_id: string) => StoredEvent | null;
  readonly eventsOfAggregate: (
    aggregate_id: string,
    branch: string | null,
    limit: number,
  ) => readonly StoredEvent[];
};

/** The model behind the ledger. */
export class BuildingDomain implements Domain<BuildingView> {
  readonly #events: EventSource;
  readonly #model: Model;
  readonly #around: Surroundings;
  #counter: number | null = null;

  /** `solids` cuts what direct meshes cannot; load it once per process. */
  constructor(events: EventSource, solids: SolidKernel | null) {
    this.#events = events;
    this.#model = new Model({ solids, replay: (seq) => this.#replay(seq) });
    this.#around = {
      other: (branch) => this.#model.view(branch),
      mergeBase: (source, target) => this.#model.mergeBase(source, target),
      branches: () => this.#model.branches(),
      includes: (branch, event) => event.seq <= (this.#lineOf(branch).get(event.branch) ?? 0),
      operationOf: (id) => this.#operationOf(id),
      history: (branch, query) => this.#history(branch, query),
    };
  }

  view(branch: string, asked?: Asked): BuildingView {
    this.#catchUp(asked);
    const view = this.#model.view(branch);
    if (view !== null) return new BranchView(view, this.#around);
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

  restricted(view: BuildingView, visible: (place: Place) => boolean): BuildingView {
    return new RestrictedView(new BranchView(view.model, this.#around), visible);
  }

  branchSeq(view: BuildingView): number {
    return view.branch_seq;
  }

  version(view: BuildingView, id: string): number {
    return view.version(id);
  }

  effect(view: BuildingView, events: readonly PlannedEvent[]): Effect<BuildingView> {
    const { after, touches, carried, changes, regenerated, warnings } = effectOf(
      view.model,
      events,
    );
    const views = [view.model, after];
    return {
      after: new BranchView(after, this.#around),
      touches: touches.map((touch) => namedTouch(touch, views)),
      changes,
      carried: carried.map((touch) => namedTouch(touch, views)),
      regenerated,
      warnings,
    };
  }

  readBack(
    branch: string,
    planned: BuildingView,
    events: readonly PlannedEvent[],
  ): readonly string[] {
    this.#catchUp();
    const actual = this.#model.view(branch);
    // A discarded branch has no state to compare; that it is gone is what was promised.
    return actual === null ? [] : differingIds(planned.model, actual, events);
  }

  /** Applies what was committed since the last call; asks for nothing when the store says that nothing was. */
  #catchUp(asked?: Asked): void {
    const counter = asked?.of === this.#events ? asked.counter : this.#events.changeCounter();
    if (counter === this.#counter) return;
    for (;;) {
      const events = this.#events.eventsAfter(this.#model.lastSeq, BATCH);
      this.#model.applyAll(events);
      if (events.length < BATCH) break;
    }
    this.#counter = counter;
  }

  *#replay(seq: number): Generator<StoredEvent> {
    let last = 0;
    while (last < seq) {
      const events = this.#events.eventsAfter(last, BATCH);
      if (events.length === 0) return;
      for (const event of events) {
        if (event.seq > seq) return;
        yield event;
      }
      last += events.length;
    }
  }

  #operationOf(id: string): readonly StoredEvent[] | null {
    const event = this.#events.eventById(id);
    const events = this.#events.eventsOfOperation(event?.operation_id ?? id);
    return events.length === 0 ? null : events;
  }

  #history(branch: string, { element_id, limit }: HistoryQuery): readonly StoredEvent[] {
    const until = this.#lineOf(branch);
    const belongs = (event: StoredEvent): boolean => event.seq <= (until.get(event.branch) ?? 0);
    if (element_id !== null)
      return [...until.keys()]
        .flatMap((name) => this.#events.eventsOfAggregate(element_id, name, limit))
        .filter(belongs)
        .toSorted((a, b) => b.seq - a.seq)
        .slice(0, limit);
    const found: StoredEvent[] = [];
    for (let end = this.#model.lastSeq; end > 0 && found.length < limit; end -= HISTORY_WINDOW) {
      const from = Math.max(0, end - HISTORY_WINDOW);
      const window = this.#events.eventsAfter(from, end - from);
      for (const event of window.toReversed()) if (belongs(event)) found.push(event);
    }
    return found.slice(0, limit);
  }

  /** The branch and its ancestors, each with the last ledger seq that counts for the branch. */
  #lineOf(branch: string): ReadonlyMap<string, number> {
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

function namedTouch(touch: ElementTouch, views: readonly StateView[]): Touch {
  const { id, action, kind, category, levels, before, after } = touch;
  return { id, action, kind, category, levels: namedLevels(levels, views), before, after };
}

/** Levels by id and name, as they are called before and after. */
function namedLevels(
  ids: readonly string[],
  views: readonly StateView[],
): readonly { readonly id: string; readonly name: string }[] {
  const named = new Map<string, { readonly id: string; readonly name: string }>();
  for (const id of ids)
    for (const view of views) {
      const level = view.elementOf(id, 'level');
      if (level !== undefined)
        named.set(`${id}\n${level.params.name}`, { id, name: level.params.name });
    }
  return [...named.values()];
}

/** Opens the domain over a store's reader, with the solid kernel loaded. */
export async function openBuildingDomain(events: EventSource): Promise<Domain<BuildingView>> {
  return new BuildingDomain(events, await loadSolidKernel());
}
